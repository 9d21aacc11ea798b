#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# in-parallel.sh [-- COMMAND [ARGUMENT...]]...
#
# Runs several commands at the same time. The exit status is the highest of theirs.
set -euo pipefail

processes=()
while (($#)); do
    shift
    command=()
    while (($#)) && [[ $1 != -- ]]; do
        command+=("$1")
        shift
    done
    "${command[@]}" &
    processes+=($!)
done
highest=0
for process in "${processes[@]}"; do
    status=0
    wait "$process" || status=$?
    ((status <= highest)) || highest=$status
done
exit $highest
