#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# with-mlx5.sh COMMAND [ARGUMENT...]
#
# Runs a command with the device mlx5_0: the genuine libmlx5 over the faked kernel of testbed/mlx5, which is built
# first. The NIC runs in its own thread, unless FAKEVERBS_NIC selects another mode.
# For example: itests/mlx5/src/main/sh/with-mlx5.sh ./verbena devices
set -euo pipefail

module=$(cd "$(dirname "$(readlink -f "$0")")/../../.." && pwd)
native=$module/target/native

make -s -C "$module/../../testbed/mlx5" OUT="$native" >&2
export FAKEVERBS_NIC=${FAKEVERBS_NIC:-thread}
FAKEVERBS_TREE=$native/tree LD_PRELOAD=$native/libfakeverbs.so exec "$@"
