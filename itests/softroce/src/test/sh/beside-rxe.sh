#!/usr/bin/env bash
# beside-rxe.sh COMMAND [ARGUMENT...]
#
# In a guest: connects two hosts by a wire and runs COMMAND on one of them, which has the address 192.168.98.2 for a
# simulated device. The other has the SoftRoCE device rxe9 with the address 192.168.98.1. COMMAND can use that device,
# too, because rdma_rxe's devices are visible in every network namespace.
set -euo pipefail

ip netns add sim
ip link add roce9 type veth peer name eth0 netns sim
ip -n sim link set lo up
ip -n sim addr add 192.168.98.2/24 dev eth0
ip -n sim link set eth0 up
ip link set roce9 address 02:00:00:00:98:01
ip addr add 192.168.98.1/24 dev roce9
ip link set roce9 up
rdma link add rxe9 type rxe netdev roce9
until grep -q ACTIVE /sys/class/infiniband/rxe9/ports/1/state &&
    grep -qs 0000:0000:0000:0000:0000:ffff:c0a8:6201 /sys/class/infiniband/rxe9/ports/1/gids/*; do
    sleep 0.1
done
exec ip netns exec sim "$@"
