#!/usr/bin/env bash
# provision.sh [--check] [LANE...]
#
# Gives this machine (Debian or Ubuntu) what the lanes mlx5, softroce and browser need beyond Maven and a JDK: installs
# the packages that are missing, and fetches the kernel of the softroce guest into the cache. Says nothing where nothing
# is missing. Packages need root: without it, as with --check, what is missing is named and the exit status is 1.
set -euo pipefail

declare -A packages=(
    [mlx5]="libibverbs1 ibverbs-providers libibverbs-dev gcc make"
    [softroce]="libibverbs1 ibverbs-providers qemu-system-x86 busybox-static cpio kmod iproute2 xz-utils perftest"
    [browser]="chromium chromium-driver"
)
fetch_kernel=$(dirname "$0")/../../itests/softroce/src/main/sh/fetch-kernel.sh

check=false
if [[ ${1-} == --check ]]; then
    check=true
    shift
fi
lanes=("$@")
((${#lanes[@]})) || lanes=("${!packages[@]}")

lacking_packages() {
    local lane
    for lane in "${lanes[@]}"; do
        tr ' ' '\n' <<<"${packages[$lane]}"
    done | sort -u | while read -r package; do
        # shellcheck disable=SC2016 # ${...} is dpkg-query's
        [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) == ii* ]] || echo "$package"
    done
}

# The series that the guest boots: the newer for all of the lane, the older for a random walk.
lacking_kernels() {
    [[ " ${lanes[*]} " == *" softroce "* ]] || return 0
    for series in 6.12 6.1; do
        "$fetch_kernel" --cached "$series" >/dev/null || echo "$series"
    done
}

# apt's lists may be missing or old: they are renewed when a step fails, not before.
with_apt_lists() {
    "$@" 2>/dev/null || { apt-get -qq update && "$@"; }
}

install() {
    DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" >/dev/null
}

mapfile -t lacking < <(lacking_packages)

if $check; then
    mapfile -t -O "${#lacking[@]}" lacking < <(lacking_kernels | sed "s/^/Debian's kernel /")
    ((${#lacking[@]} == 0)) && exit
    echo "missing: ${lacking[*]}"
    exit 1
fi

if ((${#lacking[@]})); then
    if ((EUID != 0)); then
        echo "missing: ${lacking[*]}; run this as root, or apt-get install them" >&2
        exit 1
    fi
    echo "Installing ${lacking[*]}"
    with_apt_lists install "${lacking[@]}"
fi
for series in $(lacking_kernels); do
    with_apt_lists "$fetch_kernel" "$series" >/dev/null
done
