#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# pingpong-in-guest.sh DIRECTORY ITERATIONS
#
# Runs the programs of rdma-core in the guest of pingpong-over-tap.sh.
set -euo pipefail
directory=$1
iters=$2

while read -r port ip server type size mtu; do
    [[ $ip == ipv4 ]] && gid=1 || gid=2
    options=(-d rxe0 -g $gid -p "$port" -n "$iters" -s "$size" -c)
    [[ $type == UD ]] || options+=(-m "$mtu")
    [[ $type != SRQ ]] || options+=(-q 4)
    [[ $server == c ]] && host=() || host=(10.99.0.9)
    # The server in Java may not listen yet.
    until "ibv_${type,,}_pingpong" "${options[@]}" "${host[@]}" >"$directory/$port-guest.txt" 2>&1; do
        [[ $server == java ]]
        grep -q "Couldn't connect" "$directory/$port-guest.txt"
        sleep 0.2
    done
done <"$directory/exchanges"
