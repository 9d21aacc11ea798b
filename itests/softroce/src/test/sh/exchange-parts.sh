#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# exchange-parts.sh DIRECTORY c|java LOCAL PEER [COMMAND [ARGUMENT...]]
#
# Runs one side of several scripts in turn. The file "parts" in DIRECTORY contains one script per line:
#
#   SCRIPT SUBDIRECTORY [OPTIONS]
#
# Each script gets its subdirectory, and in Java its OPTIONS and COMMAND.
set -euo pipefail
directory=$1
side=$2
own=$3
peer=$4
shift 4
here=$(dirname "$(realpath "$0")")

while read -r script name options; do
    arguments=()
    [[ $side == c ]] || arguments=("$options" "$@")
    "$here/$script" "$directory/$name" "$side" "$own" "$peer" "${arguments[@]}"
done <"$directory/parts"
