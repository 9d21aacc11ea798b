#!/usr/bin/env bash
# rstream-over-tap.sh DIRECTORY GUEST COMMAND [ARGUMENT...]
#
# On a tap device: runs the exchanges of rstream-with-c.sh between rstream and riostream of librdmacm in a guest with rdma_rxe and
# simulated devices of this host. GUEST is a command line that starts the guest and ends before the command that it runs.
# COMMAND is verbena.
set -euo pipefail
directory=$1
read -ra guest <<<"$2"
shift 2
here=$(dirname "$(realpath "$0")")
simulator="--provider sim --profile rxe --option address=10.99.0.9 ${SIMULATOR_OPTIONS-}"

"${guest[@]}" "$here/rstream-with-c.sh" "$directory" c 10.99.0.1 10.99.0.9 >"$directory/console.log" 2>&1 &
machine=$!

"$here/rstream-with-c.sh" "$directory" java 10.99.0.9 10.99.0.1 "$simulator" "$@"
wait $machine
