#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# start-rxe.sh [HOSTS [END]]
#
# In the guest: makes the SoftRoCE device rxe0 on a network device without a wire, or, for two HOSTS, rxe0 and rxe1 on
# the ends of one, or, for HOSTS "net", rxe0 on the network device of the guest, as 10.99.0.END. Waits until they can be
# used.
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
    # Each end takes what comes from the other, although that address is this machine's as well.
    echo 1 | tee /proc/sys/net/ipv4/conf/roce{0,1}/accept_local >/dev/null
    start_device rxe0 roce0 1
    start_device rxe1 roce1 2
    "$here/start-hosts.sh"
    await_device rxe0 1
    await_device rxe1 2
fi
