#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# beside-rxe.sh COMMAND [ARGUMENT...]
#
# In a guest: connects two hosts by a wire and runs COMMAND on one of them, which has the address 192.168.98.2 for a
# simulated device. The other has the SoftRoCE device rxe9 with the address 192.168.98.9. COMMAND can use that device,
# too, because rdma_rxe's devices are visible in every network namespace.
set -euo pipefail

# shellcheck source=../../main/sh/rxe-device.sh
source "$(dirname "$(realpath "$0")")/../../main/sh/rxe-device.sh"

ip netns add sim
ip link add roce9 type veth peer name eth0 netns sim
ip -n sim link set lo up
ip -n sim addr add 192.168.98.2/24 dev eth0
ip -n sim link set eth0 up
start_device rxe9 roce9 9 192.168.98
await_device rxe9 9 c0a8:62
exec ip netns exec sim "$@"
