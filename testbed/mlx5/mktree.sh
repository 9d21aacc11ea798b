#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Writes the files of sysfs and /dev that libibverbs reads to find one device.
#
# usage: mktree.sh DIRECTORY [mlx5|mlx4 [eth|ib [NAME]]]
#
# The tables contain the same values as the answers of the library. See core/port.c.
set -e

tree=$1
model=${2:-mlx5}
link=${3:-eth}
name=${4:-${model}_0}

guid=0c42:a103:0065:a1e0
link_local_gid=fe80:0000:0000:0000:0e42:a1ff:fe65:a1e0
ipv4_gid=0000:0000:0000:0000:0000:ffff:c0a8:0001
empty_gid=0000:0000:0000:0000:0000:0000:0000:0000

case $model in
mlx5) pci_device=1017 board=MT_0000000080 firmware=16.35.2000 hca=MT4119 abi=1 ;;
mlx4) pci_device=1003 board=MT_1090120019 firmware=2.42.5000 hca=MT4099 abi=4 ;;
*) echo "$0: no such model: $model" >&2; exit 2 ;;
esac

case $link in
eth) layer=Ethernet gids=255 pkeys=1 ;;
ib) layer=InfiniBand gids=8 pkeys=128 ;;
*) echo "$0: no such link layer: $link" >&2; exit 2 ;;
esac

put() { # FILE VALUE
    printf '%s\n' "$2" >"$1"
}

uverbs=$tree/sys/class/infiniband_verbs/uverbs0
ibdev=$tree/sys/class/infiniband/$name
device=$ibdev/device
port=$ibdev/ports/1

rm -rf "$tree"
mkdir -p "$uverbs" "$device/infiniband_verbs/uverbs0" "$tree/dev/infiniband" \
    "$port/gids" "$port/pkeys" "$port/gid_attrs/types" "$port/gid_attrs/ndevs"

# The device file has the number of /dev/null, which the library opens instead.
: >"$tree/dev/infiniband/uverbs0"
put "$tree/sys/class/infiniband_verbs/abi_version" 6
put "$uverbs/abi_version" "$abi"
put "$uverbs/ibdev" "$name"
put "$uverbs/dev" 1:3
ln -s "../../infiniband/$name/device" "$uverbs/device"

put "$ibdev/node_type" 1
put "$ibdev/node_guid" "$guid"
put "$ibdev/sys_image_guid" "$guid"
put "$ibdev/node_desc" "fakeverbs $name"
put "$ibdev/fw_ver" "$firmware"
put "$ibdev/hw_rev" 0
put "$ibdev/board_id" "$board"
put "$ibdev/hca_type" "$hca"

# libibverbs selects the driver by the modalias.
put "$device/modalias" "pci:v000015B3d0000${pci_device}sv000015B3sd00000008bc02sc00i00"
put "$device/vendor" 0x15b3
put "$device/device" "0x$pci_device"
put "$device/numa_node" 0
put "$device/local_cpus" ffffffff
put "$device/local_cpulist" 0-31

put "$port/state" "4: ACTIVE"
put "$port/phys_state" "5: LinkUp"
put "$port/rate" "100 Gb/sec (4X EDR)"
put "$port/link_layer" "$layer"

i=0
while [ $i -lt $pkeys ]; do
    put "$port/pkeys/$i" 0x0000
    i=$((i + 1))
done
put "$port/pkeys/0" 0xffff

i=0
while [ $i -lt $gids ]; do
    put "$port/gids/$i" $empty_gid
    i=$((i + 1))
done
put "$port/gids/0" $link_local_gid
if [ "$link" = eth ]; then
    put "$port/gids/1" $link_local_gid
    put "$port/gids/2" $ipv4_gid
    put "$port/gids/3" $ipv4_gid
    for i in 0 1 2 3; do
        put "$port/gid_attrs/ndevs/$i" lo
    done
    for i in 0 2; do
        put "$port/gid_attrs/types/$i" "IB/RoCE v1"
    done
    for i in 1 3; do
        put "$port/gid_attrs/types/$i" "RoCE v2"
    done
fi
