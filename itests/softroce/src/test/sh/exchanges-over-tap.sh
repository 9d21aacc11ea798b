#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# exchanges-over-tap.sh DIRECTORY GUEST SCRIPT OPTIONS COMMAND [ARGUMENT...]
#
# On a tap device: runs the exchanges of SCRIPT (cm-tools.sh, rstream-with-c.sh or copy-with-c.sh) between programs in C in
# a guest with rdma_rxe and simulated devices of this host. GUEST is a command line that starts the guest and ends before
# the command that it runs. SCRIPT gets OPTIONS and COMMAND.
set -euo pipefail
directory=$1
read -ra guest <<<"$2"
script=$3
shift 3

# A process group for each side: the failure of one ends the other, which would wait for it until its limit.
set -m
trap 'for side in $(jobs -p); do kill -- "-$side"; done 2>/dev/null || true' EXIT

"${guest[@]}" "$script" "$directory" c 10.99.0.1 10.99.0.9 >"$directory/console.log" 2>&1 &
"$script" "$directory" java 10.99.0.9 10.99.0.1 "$@" &
wait -n
wait -n
