#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# make-initramfs.sh KERNEL_DIR FILE
#
# Packs the guest's initial file system into FILE: busybox, the kernel modules in their load order, and guest-init.sh.
set -euo pipefail

kernel=${1:?usage: make-initramfs.sh KERNEL_DIR FILE}
file=${2:?usage: make-initramfs.sh KERNEL_DIR FILE}
here=$(dirname "$(realpath "$0")")
release=$(basename "$kernel"/lib/modules/*)

# rdma_rxe requests crc32 from the crypto API without a module dependency, so crc32_generic must come before it.
modules=(virtio_pci virtio_net 9pnet_virtio 9p overlay crc32_generic rdma_rxe rdma_ucm dummy veth sch_ingress cls_matchall
    act_csum)

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir "$tree"/{bin,dev,guest,host,layer,modules,proc}
cp "$(command -v busybox)" "$tree/bin/busybox"
install -m 755 "$here/guest-init.sh" "$tree/init"

for module in "${modules[@]}"; do
    PATH=$PATH:/usr/sbin:/sbin modprobe -d "$kernel" -S "$release" --show-depends "$module"
done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' | while read -r path; do
    name=$(basename "$path" .xz)
    case $path in
        *.xz) xz -dc "$path" >"$tree/modules/$name" ;;
        *) cp "$path" "$tree/modules/$name" ;;
    esac
    echo "$name" >>"$tree/modules/order"
done

(cd "$tree" && find . | cpio --quiet -o -H newc) >"$file"
