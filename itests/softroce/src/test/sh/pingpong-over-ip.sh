#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# pingpong-over-ip.sh DIRECTORY c|java LOCAL PEER [OPTIONS COMMAND [ARGUMENT...]]
#
# Runs one side of exchanges between the ping-pong programs of rdma-core (c) and verbena pingpong (java). LOCAL and PEER
# are the IP addresses of the two sides. COMMAND is verbena, and OPTIONS selects its provider. Both sides share
# DIRECTORY. Its file "exchanges" contains one exchange per line:
#
#   PORT ipv4|ipv6 c|java TYPE SIZE MTU
#
# The third word is the server. The output of the sides is in PORT-c.txt and PORT-java.txt. PORT.pcap contains the
# packets of messages of 5000 bytes.
set -euo pipefail
directory=$1
side=$2
peer=$4
if [[ $side == java ]]; then
    read -ra options <<<"$5"
    shift 5
    verbena=("$@")
fi
iters=100
# shellcheck source=exchange.sh
source "$(dirname "$(realpath "$0")")/exchange.sh"

run() { # TYPE SIZE MTU GID_INDEX [HOST]
    local arguments
    if [[ $side == java ]]; then
        arguments=(--port "$port" --type "$1" --size "$2" --mtu "$3" --gid-index "$4" --iters $iters --num-qp 4 --validate)
        [[ $2 != 5000 ]] || arguments+=(--option "pcap=$directory/$port.pcap")
        limited "${verbena[@]}" pingpong "${options[@]}" "${arguments[@]}" "${@:5}"
        return
    fi
    arguments=(-d rxe0 -g "$4" -p "$port" -n $iters -s "$2" -c)
    [[ $1 == UD ]] || arguments+=(-m "$3")
    [[ $1 != SRQ ]] || arguments+=(-q 4)
    limited "ibv_${1,,}_pingpong" "${arguments[@]}" "${@:5}"
}

# Writes a line to the output of the server in C as soon as clients can connect. The program prints its address before.
report_listener() {
    until ss -Hltn "sport = $port" | grep -q .; do sleep 0.1; done
    echo "listening on $port" >>"$file"
}

while read -r port ip server type size mtu; do
    file=$directory/$port-$side.txt
    [[ $ip == ipv4 ]] && gid=1 || gid=2
    host=()
    if [[ $server == "$side" ]]; then
        : >"$file"
        [[ $side == java ]] || report_listener &
    else
        host=("$peer")
        await_line "$port" '^listening on' $limit
    fi
    run "$type" "$size" "$mtu" $gid "${host[@]}" >>"$file" 2>&1
done <"$directory/exchanges"
