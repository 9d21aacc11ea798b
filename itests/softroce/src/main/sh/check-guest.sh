#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# check-guest.sh [SERIES]
#
# Checks whether run-guest.sh can run a guest with this kernel series: 6.12 (the default) or 6.1. If not, it prints the
# reason in one line, and the exit status is 1.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
series=${1:-6.12}
PATH=$PATH:/usr/sbin:/sbin

for program in qemu-system-x86_64 busybox cpio modprobe; do
    command -v "$program" >/dev/null || {
        echo "$program was not found"
        exit 1
    }
done
"$here/fetch-kernel.sh" --cached "$series" >/dev/null || {
    echo "the guest's kernel has not been fetched"
    exit 1
}
