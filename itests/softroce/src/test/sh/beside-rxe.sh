#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# beside-rxe.sh COMMAND [ARGUMENT...]
#
# Connects two hosts in a guest by a wire and runs COMMAND on one of them, which has the address 192.168.98.2 for a
# simulated device. The other host has the SoftRoCE device rxe9 with the address 192.168.98.9. COMMAND can also use
# rxe9, because the devices of rdma_rxe are visible in every network namespace.
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
