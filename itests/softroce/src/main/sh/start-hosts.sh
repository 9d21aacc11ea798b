#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# start-hosts.sh
#
# Creates the hosts a and b in the guest. Each host is a network namespace with the address of rxe0 or rxe1, and a wire
# connects the two. on-host runs a command on a host. The network devices of rxe0 and rxe1 stay in the first namespace,
# because rdma_rxe routes and receives only there (init_net in rxe_find_route4 and rxe_net_ipv4_init, rxe_net.c).
set -euo pipefail

here=$(dirname "$(realpath "$0")")

start_host() { # NAME ADDRESS
    ip -n "$1" link set lo up
    ip -n "$1" addr add "$2/24" dev eth0
    ip -n "$1" link set eth0 up
    echo "$2 $1" >>/etc/hosts
}

ip netns add a
ip netns add b
ip link add eth0 netns a type veth peer name eth0 netns b
start_host a 192.168.99.1
start_host b 192.168.99.2

ln -sf "$here/on-host.sh" /usr/local/bin/on-host
