#!/usr/bin/env bash
# start-rxe.sh
#
# In the guest: makes the SoftRoCE device rxe0 on a network device without a wire, and waits until it can be used.
set -euo pipefail

gid=0000:0000:0000:0000:0000:ffff:c0a8:6301 # 192.168.99.1 as RoCE writes it

ip link set lo up
ip link set dummy0 address 02:00:00:00:99:01 # a random one changes the GUIDs with each start
ip addr add 192.168.99.1/24 dev dummy0
ip link set dummy0 up
rdma link add rxe0 type rxe netdev dummy0

port=/sys/class/infiniband/rxe0/ports/1
for ((i = 0; i < 100; i++)); do
    if grep -q ACTIVE $port/state && grep -qs $gid $port/gids/*; then
        exit
    fi
    sleep 0.1
done
echo "start-rxe.sh: rxe0 is not ready: $(cat $port/state)" >&2
exit 1
