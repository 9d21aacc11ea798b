#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# on-host.sh a|b COMMAND [ARGUMENT...]
#
# Runs COMMAND on one host of a guest with two hosts. The script is in the PATH as on-host.
set -euo pipefail

exec ip netns exec "$@"
