#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# ping-between-hosts.sh DIRECTORY COMMAND [ARGUMENT...]
#
# Pings host a from host b in a guest with two hosts, by each type of queue pair. The sides use different providers.
# COMMAND is verbena. The output of the two sides is in DIRECTORY.
set -euo pipefail
directory=$1
shift

# Only a failing run reaches these limits, because the guest is emulated, and the machine may be busy.
patiently=(--timeout 300000 --handshake-timeout 300000)

for type in RC UC UD; do
    on-host a "$@" ping --provider ffm --device rxe0 --listen 0.0.0.0:18515 --json "${patiently[@]}" \
        >"$directory/$type-a.json" 2>"$directory/$type-a.err" &
    until grep -q '^listening on' "$directory/$type-a.err"; do
        kill -0 $! # fails if the process has ended and will never listen
        sleep 0.2
    done
    on-host b "$@" ping --provider jna --device rxe1 --connect a:18515 --type "$type" \
        --size 100 --count 100 --warmup 20 --json "${patiently[@]}" >"$directory/$type-b.json" 2>"$directory/$type-b.err"
    wait $!
done
