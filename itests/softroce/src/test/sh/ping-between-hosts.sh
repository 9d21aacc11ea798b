#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# ping-between-hosts.sh DIRECTORY COMMAND [ARGUMENT...]
#
# In a guest of two hosts: host b pings host a by each type of queue pair, with another provider. COMMAND is verbena. What
# the two sides print comes to DIRECTORY.
set -euo pipefail
directory=$1
shift

# Only a failing run reaches these limits: the guest is emulated, and the machine may be busy.
patiently=(--timeout 300000 --handshake-timeout 300000)

for type in RC UC UD; do
    on-host a "$@" ping --provider ffm --device rxe0 --listen 0.0.0.0:18515 --json "${patiently[@]}" \
        >"$directory/$type-a.json" 2>"$directory/$type-a.err" &
    until grep -q '^listening on' "$directory/$type-a.err"; do
        kill -0 $! # otherwise it has ended, and never will
        sleep 0.2
    done
    on-host b "$@" ping --provider jna --device rxe1 --connect a:18515 --type "$type" \
        --size 100 --count 100 --warmup 20 --json "${patiently[@]}" >"$directory/$type-b.json" 2>"$directory/$type-b.err"
    wait $!
done
