#!/usr/bin/env bash
# start-rxe.sh [HOSTS]
#
# In the guest: makes the SoftRoCE device rxe0 on a network device without a wire, or, for two HOSTS, rxe0 and rxe1 on
# the ends of one, or, for HOSTS "tap", rxe0 on the network device of the guest. Waits until they can be used.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
hosts=${1:-1}

start_device() { # NAME NETWORK_DEVICE NUMBER [NETWORK]: the number is the last of the MAC address and of the IPv4 address
    ip link set "$2" address "02:00:00:00:99:0$3" # a random one changes the GUIDs with each start
    ip addr add "${4:-192.168.99}.$3/24" dev "$2"
    ip link set "$2" up
    rdma link add "$1" type rxe netdev "$2"
}

await_device() { # NAME NUMBER [NETWORK_IN_HEXADECIMAL]
    local port=/sys/class/infiniband/$1/ports/1
    local gid=0000:0000:0000:0000:0000:ffff:${3:-c0a8:63}0$2 # 192.168.99.NUMBER as RoCE writes it
    for ((i = 0; i < 3000; i++)); do
        if grep -q ACTIVE "$port/state" && grep -qs "$gid" "$port"/gids/*; then
            return
        fi
        sleep 0.1
    done
    echo "start-rxe.sh: $1 is not ready: $(cat "$port/state")" >&2
    exit 1
}

if [[ $hosts == tap ]]; then
    ip link set eth0 mtu 9000
    start_device rxe0 eth0 1 10.99.0
    await_device rxe0 1 0a63:00
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
