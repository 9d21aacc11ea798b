#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# run-guest.sh [--kernel SERIES] [--cpus NUMBER] [--hosts NUMBER | --tap NAME | --wire DIR --end NUMBER] [--share DIR]
#     [--timeout SECONDS] -- COMMAND [ARGUMENT...]
#
# Runs COMMAND as root in the caller's working directory, in a virtual machine with the SoftRoCE device rxe0. The guest
# sees the host's files at their own paths. Files that it writes are lost when it ends, except in DIR, which it shares
# with the host. The command's output (both streams) is the script's output, and its exit status is the script's.
#
#   --kernel   Debian's kernel series, 6.12 (the default) or 6.1
#   --cpus     2 (the default) or 1. With one, the second processor stays offline, and the emulator needs a quarter less
#              processor time of the host
#   --hosts    1 (the default) or 2. With two, a wire connects rxe0 and rxe1, and the command can run other commands on
#              the host of each: on-host a COMMAND, on-host b COMMAND
#   --tap      a tap device of this network namespace. rxe0 is connected to it as 10.99.0.1 and fd99::1; see on-tap.sh
#   --wire     a directory for the sockets of a wire between two guests. rxe0 is connected to it as 10.99.0.1 or
#              10.99.0.2. The path has at most 100 bytes
#   --end      the end of the wire, 1 or 2
#   --timeout  seconds until the machine is stopped, 3600 by default
#
# Other exit statuses: 124 after the timeout, 125 if the machine failed, 2 for wrong usage.
set -euo pipefail

here=$(dirname "$(realpath "$0")")
series=
cpus=2
hosts=1
tap=
wire=
end=1
share=
limit=3600

usage() {
    sed -n '/^# run-guest.sh/,/^set/{s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

while [[ ${1-} != -- ]]; do
    (($# > 1)) || usage
    case $1 in
        --kernel) series=$2 ;;
        --cpus) cpus=$2 ;;
        --hosts) hosts=$2 ;;
        --tap) hosts=net tap=$2 ;;
        --wire) hosts=net wire=$(realpath -e "$2") || exit 2 ;;
        --end) end=$2 ;;
        --share) share=$(realpath -e "$2") || exit 2 ;;
        --timeout) limit=$2 ;;
        *) usage ;;
    esac
    shift 2
done
shift
(($# > 0)) || usage
[[ $hosts == [12] || ($tap && ! $wire) || ($wire && ! $tap) ]] || usage
[[ $end == [12] && $cpus == [12] ]] || usage

kernel=$("$here/fetch-kernel.sh" "$series")
control=$(mktemp -d)
machine=

# shellcheck disable=SC2317 # the trap below calls it
clean_up() {
    [[ ! $machine ]] || { kill "$machine" && wait "$machine"; } 2>/dev/null || true
    rm -rf "$control"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

"$here/make-initramfs.sh" "$kernel" "$control/initramfs"
echo "$share" >"$control/share"
# The kernel patches its code during start-up. If one processor translates code that another one patches, the emulator
# may keep the old code, and the kernel crashes (Oops: int3). Therefore the second processor starts last.
start_second=true
((cpus == 1)) || start_second='echo 1 >/sys/devices/system/cpu/cpu1/online'
printf '%q %q %q || exit 125\n%s || exit 125\ncd %q || exit 125\nexec%s\n' \
    "$here/start-rxe.sh" "$hosts" "$end" "$start_second" "$PWD" "$(printf ' %q' "$@")" >"$control/command"

# Doubles commas in the path, as QEMU requires in option values.
shared() { # TAG DIRECTORY [OPTIONS]
    echo "local,mount_tag=$1,path=${2//,/,,},security_model=none,multidevs=remap${3:+,$3}"
}

# Software emulation gives all users the same machine, and an existing /dev/kvm may not work. The options avoid:
# - mitigations of processor flaws, which cost time and which an emulated processor does not need
# - the kernel's check of timer interrupts, which may be late on a busy host: panic (IO-APIC + timer doesn't work)
# - cmpxchg16b, with which the kernel allocates memory. QEMU 7.2 computes wrong flags for it. An interrupt at that
#   moment may save the flag VM, and the return from it ends in a panic (double fault).
options=(
    -nodefaults -no-user-config -no-reboot -display none -nic none
    -accel "tcg,thread=multi" -cpu max,-cx16 -smp 2 -m 4G
    -kernel "$kernel"/boot/vmlinuz-* -initrd "$control/initramfs"
    -append "console=ttyS0 loglevel=1 panic=-1 maxcpus=1 mitigations=off tsc=reliable clocksource=tsc no_timer_check"
    -chardev "stdio,id=console,signal=off" -serial chardev:console
    -virtfs "$(shared root / readonly=on)"
    -virtfs "$(shared control "$control")"
)
network=
if [[ $tap ]]; then
    network="tap,id=net,ifname=${tap//,/,,},script=no,downscript=no"
elif [[ $wire ]]; then
    network="dgram,id=net,local.type=unix,local.path=${wire//,/,,}/$end"
    network+=",remote.type=unix,remote.path=${wire//,/,,}/$((3 - end))"
fi
if [[ $network ]]; then
    options+=(-netdev "$network" -device "virtio-net-pci,netdev=net,mac=02:00:00:00:99:0$end,host_mtu=9000")
fi
if [[ $share ]]; then
    options+=(-virtfs "$(shared share "$share")")
fi

# With setpriv, the machine also ends if this script is killed.
# Guests are slow, and their programs have time limits. So they come before the other tests.
priority=()
((EUID != 0)) || priority=(nice -n -5)
setpriv --pdeathsig TERM "${priority[@]}" timeout --kill-after=5 "$limit" qemu-system-x86_64 "${options[@]}" </dev/null &
machine=$!
wait "$machine" && ended=0 || ended=$?
machine=

if ((ended == 124)); then
    echo "run-guest.sh: stopped after $limit seconds" >&2
    exit 124
fi
if [[ ! -s $control/status ]]; then
    echo "run-guest.sh: the machine went off before the command ended (qemu: $ended)" >&2
    exit 125
fi
exit "$(<"$control/status")"
