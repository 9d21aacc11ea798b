# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Functions for the scripts that create SoftRoCE devices in the guest.

start_device() { # NAME NETWORK_DEVICE NUMBER [NETWORK]; NUMBER is the last byte of the MAC and IPv4 addresses
    ip link set "$2" address "02:00:00:00:99:0$3" # a random address would change the GUIDs with each start
    ip addr add "${4:-192.168.99}.$3/24" dev "$2"
    ip link set "$2" up
    rdma link add "$1" type rxe netdev "$2"
}

# rdma_rxe sends no UDP checksums. Linux drops such IPv6 packets, except for sockets with the option UDP_NO_CHECK6_RX,
# which Java cannot set (__udp6_lib_rcv of net/ipv6/udp.c).
write_udp_checksums() { # NETWORK_DEVICE
    tc qdisc add dev "$1" clsact
    tc filter add dev "$1" egress protocol ipv6 matchall action csum udp
}

await_device() { # NAME NUMBER [NETWORK_IN_HEXADECIMAL]
    local port=/sys/class/infiniband/$1/ports/1
    local gid=0000:0000:0000:0000:0000:ffff:${3:-c0a8:63}0$2 # 192.168.99.NUMBER as a RoCE GID
    for ((i = 0; i < 3000; i++)); do
        if grep -q ACTIVE "$port/state" && grep -qs "$gid" "$port"/gids/*; then
            return
        fi
        sleep 0.1
    done
    echo "${0##*/}: $1 is not ready: $(cat "$port/state")" >&2
    exit 1
}
