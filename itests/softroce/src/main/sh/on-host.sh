#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# on-host.sh a|b COMMAND [ARGUMENT...]
#
# In a guest of two hosts: runs COMMAND on one of them. It is in the PATH as on-host.
set -euo pipefail

exec ip netns exec "$@"
