#!/bin/busybox sh
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck shell=dash
# The init program of the guest. The guest's root is the host's root file system, read-only, with a layer in memory. The
# script runs the command in it, writes the command's status and powers the machine off. If a step fails, it powers the
# machine off without a status.
set -eu

/bin/busybox mount -t proc proc /proc
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev

power_off() {
    echo 0 >/proc/sys/kernel/printk # suppresses the kernel's message of the highest level
    poweroff -f
}
trap power_off EXIT

while read -r module; do
    insmod "/modules/$module"
done </modules/order

mount_host() { # TAG DIRECTORY [OPTIONS]
    mount -t 9p -o "trans=virtio,version=9p2000.L,msize=1048576${3:+,$3}" "$1" "$2"
}

mount_host root /host cache=loose,ro
mount -t tmpfs -o size=75% layer /layer
mkdir /layer/upper /layer/work
mount -t overlay -o lowerdir=/host,upperdir=/layer/upper,workdir=/layer/work root /guest

mount -t proc proc /guest/proc
mount -t sysfs sys /guest/sys
mount -t devtmpfs dev /guest/dev
ln -s /proc/self/fd /guest/dev/fd # bash's <(...) needs this link, which udev usually creates
mkdir -p /guest/dev/pts /guest/dev/shm
mount -t devpts devpts /guest/dev/pts
mount -t tmpfs shm /guest/dev/shm
mount -t tmpfs run /guest/run

control=/run/verbena
mkdir /guest$control
mount_host control /guest$control
share=$(cat /guest$control/share)
if [ "$share" ]; then
    mkdir -p "/guest$share"
    mount_host share "/guest$share"
fi

# The first connections make the kernel patch its code (net_get_random_once), so make them with one processor only.
ip link set lo up
for address in 127.0.0.1 ::1; do
    nc -l -p 9 -e true &
    until nc $address 9 </dev/null 2>/dev/null; do sleep 0.05; done
    wait
done

stty raw </dev/console # otherwise each line would end in CR LF
ulimit -l unlimited
hostname guest
status=0
env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    chroot /guest /bin/bash $control/command </dev/null || status=$?
echo $status >/guest$control/status
