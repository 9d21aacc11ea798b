#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# perftest-between-hosts.sh
#
# Runs perftest between rxe0 and rxe1 in a guest with two hosts. It measures the latency of messages of 64 bytes and the
# bandwidth of writes of 1 MiB. The numbers are those of an emulated machine.
set -euo pipefail

measure() { # PROGRAM [OPTION...]
    local program=$1
    shift
    on-host a "$program" -d rxe0 -x 1 -F "$@" >/dev/null &
    until on-host a ss -Hltn 'sport = 18515' | grep -q .; do
        kill -0 $! # fails if the process has ended and will never listen
        sleep 0.1
    done
    on-host b "$program" -d rxe1 -x 1 -F "$@" a
    wait $!
}

measure ib_send_lat -s 64 -n 5000
measure ib_write_bw -s 1048576 -n 200
