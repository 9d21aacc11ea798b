#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# start-rxe.sh [HOSTS [END]]
#
# Creates the SoftRoCE devices in the guest and waits until they can be used. For one host, it creates rxe0 on a network
# device without a wire. For two HOSTS, it creates rxe0 and rxe1 on the ends of a wire. For HOSTS "net", it creates rxe0
# on the network device of the guest, as 10.99.0.END.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
hosts=${1:-1}
end=${2:-1}

# shellcheck source=rxe-device.sh
source "$here/rxe-device.sh"

if [[ $hosts == net ]]; then
    ip link set eth0 mtu 9000
    ip addr add "fd99::$end/64" dev eth0 nodad
    start_device rxe0 eth0 "$end" 10.99.0
    write_udp_checksums eth0
    await_device rxe0 "$end" 0a63:00
elif ((hosts == 1)); then
    start_device rxe0 dummy0 1
    await_device rxe0 1
else
    ip link add roce0 type veth peer name roce1
    # Each end accepts packets from the other end, although the sender's address is local to this machine.
    echo 1 | tee /proc/sys/net/ipv4/conf/roce{0,1}/accept_local >/dev/null
    start_device rxe0 roce0 1
    start_device rxe1 roce1 2
    "$here/start-hosts.sh"
    await_device rxe0 1
    await_device rxe1 2
fi
