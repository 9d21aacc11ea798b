#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# copy-with-c.sh DIRECTORY c|java LOCAL PEER [OPTIONS COMMAND [ARGUMENT...]]
#
# Runs one side of exchanges between TCP programs. The side c runs nc and socat under librspreload, which turns their
# sockets into rsockets. The side java runs a program that uses SocketChannel. LOCAL and PEER are the IP addresses of
# the two sides. COMMAND is the program in Java, and OPTIONS are options of its JVM, separated by spaces. Both sides
# share DIRECTORY. It contains the file "original" and the file "exchanges", which has one exchange per line:
#
#   PORT c|java nc|socat send|echo
#
# The second word is the server. In C, only nc is a server, because socat hangs as a server even if its client is in C.
# nc is that of netcat-traditional: nc of netcat-openbsd calls functions that librspreload of librdmacm 44 does not
# support. The client sends the file, and the server keeps it (send) or sends it back (echo). The received data is in
# PORT-copy. PORT-packets contains the number of RoCE packets that rxe0 of the side in C has sent and received, because
# librspreload falls back to TCP without a message.
set -euo pipefail
directory=$1
side=$2
own=$3
peer=$4
if [[ $side == java ]]; then
    read -ra java <<<"$6 $5 ${*:7}"
fi
# shellcheck source=exchange.sh
source "$(dirname "$(realpath "$0")")/exchange.sh"

preloaded() { # PROGRAM [ARGUMENT...]
    LD_PRELOAD=$(librspreload) limited "$@"
}

# Runs the server or the client of one exchange.
run() { # ROLE PORT PROGRAM KIND
    local original=$directory/original copy=$directory/$2-copy
    local address=$own
    [[ $1 == server ]] || address=$peer
    if [[ $side == java ]]; then
        limited "${java[@]}" "$1" "$4" "$address" "$2" "$original" "$copy"
        return
    fi
    case "$1 $3 $4" in
        "server nc send") preloaded nc.traditional -n -v -l -s "$address" -p "$2" </dev/null >"$copy" ;;
        "client nc send") preloaded nc.traditional -n -q 0 "$address" "$2" <"$original" ;;
        "client socat send") preloaded socat -u STDIN "TCP:$address:$2" <"$original" ;;
        "client socat echo") preloaded socat -t $limit - "TCP:$address:$2" <"$original" >"$copy" ;;
    esac
}

while read -r port server program kind; do
    file=$directory/$port-$side.txt
    role=server
    if [[ $server != "$side" ]]; then
        role=client
        await_line "$port" listening $limit
    fi
    [[ $side == java ]] || before=$(packets)
    run $role "$port" "$program" "$kind" 2>"$file"
    [[ $side == java ]] || echo $(($(packets) - before)) >"$directory/$port-packets"
done <"$directory/exchanges"
