#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# only-rxe0.sh COMMAND [ARGUMENT...]
#
# Removes rxe1 from a guest with two hosts, routes multicast groups to rxe0, as a host with a default route does, and
# runs COMMAND. The network device of rxe1 stays, because rxe0 needs a peer to resolve addresses.
set -euo pipefail

rdma link delete rxe1
echo 1 >/proc/sys/net/ipv6/conf/roce1/disable_ipv6
ip route add 224.0.0.0/4 dev roce0
exec "$@"
