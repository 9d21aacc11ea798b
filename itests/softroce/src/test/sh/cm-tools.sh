#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# cm-tools.sh DIRECTORY c|java LOCAL PEER [OPTIONS COMMAND [ARGUMENT...]]
#
# Runs one side of exchanges between the programs of librdmacm (c) and verbena (java). LOCAL and PEER are the IP
# addresses of the two sides. COMMAND is verbena, and OPTIONS selects its provider. Both sides share DIRECTORY. Its file
# "exchanges" contains one exchange per line:
#
#   NAME c|java TOOL [ARGUMENT...]
#
# The second word is the server, or the receiver of mckey. The output of the sides is in NAME-c.txt and NAME-java.txt.
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
limit=1200 # seconds, because these programs are short

run() { # TOOL [ARGUMENT...]
    local tool=$1
    shift
    if [[ $side == c ]]; then
        limited stdbuf -oL "$tool" "$@"
    else
        limited "${verbena[@]}" "$tool" "${options[@]}" "$@"
    fi
}

serve() { # TOOL [ARGUMENT...]
    case $1 in
        rping) run "$@" -s -a "$own" ;;
        ucmatose | udaddy | mckey) run "$@" -b "$own" ;;
    esac
}

# The server may not listen yet, or its machine may not have started.
call() { # FILE TOOL [ARGUMENT...]
    local file=$1
    shift
    case $1 in
        rping) run "$@" -c -a "$peer" ;;
        ucmatose | udaddy) run "$@" -s "$peer" ;;
        mckey) run "$@" -s -b "$own" ;;
    esac >"$file" 2>&1 && return
    grep -qE 'REJECTED|UNREACHABLE|ADDR_ERROR' "$file" || return 2
    return 1
}

while read -r name server tool arguments; do
    read -ra words <<<"$arguments"
    file=$directory/$name-$side.txt
    if [[ $server == "$side" ]]; then
        serve "$tool" "${words[@]}" >"$file" 2>&1
        continue
    fi
    if [[ $tool == mckey ]]; then
        await_line "$name" 'joined' $limit
    fi
    while true; do
        until call "$file" "$tool" "${words[@]}"; do
            (($? == 1 && SECONDS < 2 * limit))
            sleep 0.5
        done
        # mckey in C closes its queue pair while rdma_rxe may still have datagrams to send.
        if [[ $tool != mckey ]] || await_line "$name" 'transfers complete' 5; then
            break
        fi
    done
done <"$directory/exchanges"
