#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# on-tap.sh COMMAND [ARGUMENT...]
#
# Runs COMMAND in a new network namespace, as 10.99.0.9 and fd99::9 on the tap device tap0. A guest that
# "run-guest.sh --tap tap0" starts is at the other end. The namespace ends with the command. Users other than root need
# access to /dev/net/tun.
set -euo pipefail

namespace=(--net)
((EUID == 0)) || namespace+=(--map-root-user)

# shellcheck disable=SC2016 # the shell in the namespace expands it
exec unshare "${namespace[@]}" -- bash -euc '
    ip link set lo up
    ip tuntap add tap0 mode tap
    ip addr add 10.99.0.9/24 dev tap0
    ip addr add fd99::9/64 dev tap0 nodad
    ip link set tap0 mtu 9000 up
    exec "$@"' on-tap "$@"
