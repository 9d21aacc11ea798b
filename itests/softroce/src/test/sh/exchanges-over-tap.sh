#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# exchanges-over-tap.sh DIRECTORY GUEST COMMAND [ARGUMENT...]
#
# Runs the exchanges of exchange-parts.sh over a tap device. The programs in C run in a guest with rdma_rxe, and those in
# Java on simulated devices of this host. GUEST is the command line that starts the guest, without the command to run in
# it.
set -euo pipefail
directory=$1
read -ra guest <<<"$2"
shift 2
parts=$(dirname "$(realpath "$0")")/exchange-parts.sh

# Each side has its own process group. If one side fails, the other is ended and does not wait until its limit.
set -m
trap 'for side in $(jobs -p); do kill -- "-$side"; done 2>/dev/null || true' EXIT

"${guest[@]}" "$parts" "$directory" c 10.99.0.1 10.99.0.9 &
"$parts" "$directory" java 10.99.0.9 10.99.0.1 "$@" &
wait -n
wait -n
