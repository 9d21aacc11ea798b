#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# rstream-with-c.sh DIRECTORY c|java LOCAL PEER [OPTIONS COMMAND [ARGUMENT...]]
#
# Runs one side of exchanges between rstream of librdmacm (c) and verbena rstream (java), or riostream of both. LOCAL
# and PEER are the IP addresses of the two sides. COMMAND is verbena, and OPTIONS selects its provider. Both sides share
# DIRECTORY. Its file "exchanges" contains one exchange per line:
#
#   PORT c|java rsocket|preload|iomap [ARGUMENT...] [-- ARGUMENT...]
#
# The second word is the server, and the arguments after -- are only for Java. "-k 1" is only for C, because channels
# over RDMA have no option TCP_KEEPIDLE. With "preload", the program in C uses TCP sockets, which librspreload turns
# into rsockets. With "iomap", the programs are riostream. The output of the sides is in PORT-c.txt and PORT-java.txt.
# PORT-packets.txt contains the number of RoCE packets that rxe0 of the side in C has sent and received, because
# librspreload falls back to TCP without a message.
set -euo pipefail
directory=$1
side=$2
own=$3
peer=$4
if [[ $side == java ]]; then
    read -ra options <<<"$5"
    shift 5
    verbena=("$@")
fi
# shellcheck source=exchange.sh
source "$(dirname "$(realpath "$0")")/exchange.sh"

run() { # KIND [ARGUMENT...]
    local kind=$1
    local program=rstream
    [[ $kind != iomap ]] || program=riostream
    shift
    if [[ $side == java ]]; then
        limited "${verbena[@]}" "$program" "${options[@]}" "$@"
    elif [[ $kind == preload ]]; then
        # stdbuf sets LD_PRELOAD, so the shell adds librspreload to it.
        # shellcheck disable=SC2016 # the shell that stdbuf starts expands it
        limited stdbuf -oL sh -c 'LD_PRELOAD=$LD_PRELOAD:$0 exec rstream -T s "$@"' \
            "$(librspreload)" "$@"
    else
        limited stdbuf -oL "$program" "$@"
    fi
}

while read -r port server kind arguments; do
    file=$directory/$port-$side.txt
    [[ $side == java ]] && arguments=${arguments/ -- / } || arguments=${arguments%% -- *}
    [[ $side == c ]] || arguments=${arguments/-k 1 /}
    read -ra words <<<"$arguments"
    words+=(-p "$port")
    if [[ $server == "$side" ]]; then
        words+=(-b "$own")
    else
        words+=(-s "$peer")
        await_line "$port" '^name ' $limit # a server that listens prints the headings
    fi
    [[ $side == java ]] || before=$(packets)
    run "$kind" "${words[@]}" >"$file" 2>&1
    [[ $side == java ]] || echo $(($(packets) - before)) >"$directory/$port-packets.txt"
done <"$directory/exchanges"
