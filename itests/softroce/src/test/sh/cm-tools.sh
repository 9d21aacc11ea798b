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

# Writes a line to the output of a server as soon as clients can connect. The programs in C print nothing at that moment,
# but the kernel shows the state of their identifiers.
report_listener() {
    until rdma resource show cm_id | grep -q 'state LISTEN'; do sleep 0.2; done
    echo listening >>"$file"
}

# Returns 1 if a repetition can succeed, and otherwise 2.
call() { # TOOL [ARGUMENT...]
    case $1 in
        rping) run "$@" -c -a "$peer" ;;
        ucmatose | udaddy) run "$@" -s "$peer" ;;
        mckey) run "$@" -s -b "$own" ;;
    esac >"$file" 2>&1 || {
        grep -q ADDR_ERROR "$file" || return 2 # a busy machine may not answer ARP within the two seconds of the programs
        return 1
    }
    # mckey in C closes its queue pair while rdma_rxe may still have datagrams to send.
    [[ $1 != mckey ]] || await_line "$name" 'transfers complete' 5
}

# Runs the server or the client of one exchange.
exchange() { # TOOL [ARGUMENT...]
    if [[ $server == "$side" ]]; then
        : >"$file"
        [[ $side == java || $1 == mckey ]] || report_listener &
        serve "$@" >>"$file" 2>&1
        return
    fi
    # A client that starts earlier could have some of its connections rejected and the others accepted.
    await_line "$name" 'listening\|joined' $limit
    until call "$@"; do
        (($? == 1 && SECONDS < 2 * limit))
        sleep 0.5
    done
}

while read -r name server tool arguments; do
    read -ra words <<<"$arguments"
    file=$directory/$name-$side.txt
    exchange "$tool" "${words[@]}"
done <"$directory/exchanges"
