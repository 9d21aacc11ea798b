#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# pingpong-with-c.sh DIRECTORY COMMAND [ARGUMENT...]
#
# Exchanges messages in a guest with two hosts, between the ping-pong programs of rdma-core on one host and verbena on
# the other, in both roles. COMMAND is verbena. The output of the two sides is in DIRECTORY.
set -euo pipefail
directory=$1
shift
verbena=("$@")

iters=500

await_line() { # FILE PATTERN PROCESS
    until grep -q "$2" "$1"; do
        kill -0 "$3" # fails if the process has ended and will never print the line
        sleep 0.2
    done
}

serve_in_c() { # TYPE PROVIDER
    local name=${1,,}
    local from=$directory/$1-c-$2
    on-host a stdbuf -oL "ibv_${name}_pingpong" -d rxe0 -g 1 -s $size -n $iters "${mtu_and_queue_pairs[@]}" \
        >"$from-a.txt" 2>&1 &
    await_line "$from-a.txt" 'local address' $!
    # The program prints its address before it listens.
    until on-host a ss -Hltn 'sport = 18515' | grep -q .; do sleep 0.1; done
    on-host b "${verbena[@]}" pingpong --type "$1" --provider "$2" --device rxe1 --gid-index 1 --size $size \
        --iters $iters --num-qp 4 --validate --timeout 300000 a >"$from-b.txt" 2>"$from-b.err"
    wait $!
}

serve_in_java() { # TYPE PROVIDER
    local name=${1,,}
    local from=$directory/$1-$2-c
    on-host a "${verbena[@]}" pingpong --type "$1" --provider "$2" --device rxe0 --gid-index 1 --size $size \
        --iters $iters --num-qp 4 --timeout 300000 >"$from-a.txt" 2>"$from-a.err" &
    await_line "$from-a.err" '^listening on' $!
    on-host b "ibv_${name}_pingpong" -d rxe1 -g 1 -s $size -n $iters "${mtu_and_queue_pairs[@]}" a >"$from-b.txt" 2>&1
    wait $!
}

for type in RC UC UD SRQ; do
    mtu_and_queue_pairs=(-m 1024)
    size=5000
    case $type in
        UD) mtu_and_queue_pairs=() size=1000 ;;
        SRQ) mtu_and_queue_pairs+=(-q 4) ;;
    esac
    serve_in_c $type ffm
    serve_in_java $type jna
done
