#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# exchanges-over-tap.sh DIRECTORY GUEST SCRIPT OPTIONS COMMAND [ARGUMENT...]
#
# Runs the exchanges of SCRIPT (cm-tools.sh, rstream-with-c.sh or copy-with-c.sh) over a tap device. The programs in C
# run in a guest with rdma_rxe, and those in Java on simulated devices of this host. GUEST is the command line that
# starts the guest, without the command to run in it. SCRIPT gets OPTIONS and COMMAND.
set -euo pipefail
directory=$1
read -ra guest <<<"$2"
script=$3
shift 3

# Each side has its own process group. If one side fails, the other is ended and does not wait until its limit.
set -m
trap 'for side in $(jobs -p); do kill -- "-$side"; done 2>/dev/null || true' EXIT

"${guest[@]}" "$script" "$directory" c 10.99.0.1 10.99.0.9 &
"$script" "$directory" java 10.99.0.9 10.99.0.1 "$@" &
wait -n
wait -n
