#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# pingpong-over-tap.sh DIRECTORY GUEST COMMAND [ARGUMENT...]
#
# Exchanges messages over a tap device between the ping-pong programs of rdma-core in a guest with rdma_rxe and
# simulated devices of this host, in both roles. GUEST is the command line that starts the guest, without the command to
# run in it. COMMAND is verbena. The file "exchanges" in DIRECTORY contains one exchange per line:
#
#   PORT ipv4|ipv6 c|java TYPE SIZE MTU
#
# The third word is the server. The output of the two sides is in PORT-guest.txt and PORT-host.txt. PORT.pcap contains
# the packets of messages of 5000 bytes.
set -euo pipefail
directory=$1
read -ra guest <<<"$2"
shift 2
here=$(dirname "$(realpath "$0")")
iters=100

"${guest[@]}" "$here/pingpong-in-guest.sh" "$directory" $iters >"$directory/console.log" 2>&1 &
machine=$!

while read -r port ip server type size mtu; do
    options=(--port "$port" --type "$type" --size "$size" --mtu "$mtu" --iters $iters --num-qp 4 --validate)
    [[ $ip == ipv4 ]] && gid=1 || gid=2
    simulator=(--provider sim --option profile=rxe --option address=10.99.0.9,fd99::9 --gid-index $gid --timeout 300000)
    [[ $size != 5000 ]] || simulator+=(--option "pcap=$directory/$port.pcap")
    [[ $server == c ]] && host=(10.99.0.1) || host=()
    # The server in C may not listen yet, and the guest may not have started.
    until "$@" pingpong "${simulator[@]}" "${options[@]}" "${host[@]}" \
        >"$directory/$port-host.txt" 2>"$directory/$port-host.err"; do
        kill -0 $machine # fails if the guest has ended and will never listen
        grep -qE 'Connection refused|No route to host|timed out' "$directory/$port-host.err"
        sleep 0.2
    done
done <"$directory/exchanges"

wait $machine
