#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# provision.sh [--check] [ENVIRONMENT...]
#
# Installs the packages that the test environments mlx5, softroce, softroce-6.1, browser, capture and release need,
# besides Maven and a JDK. The default is all of them. It runs on Debian and Ubuntu. It also fetches the kernels of the
# softroce guests into the cache. It prints nothing if nothing is missing. To install packages, it needs root. Without root, or with --check, it prints the
# missing packages and exits with status 1.
set -euo pipefail

declare -A packages=(
    [mlx5]="libibverbs1 ibverbs-providers libibverbs-dev librdmacm-dev gcc make"
    [softroce]="libibverbs1 ibverbs-providers ibverbs-utils librdmacm1 rdmacm-utils perftest qemu-system-x86 busybox-static cpio kmod iproute2 xz-utils socat netcat-traditional"
    [softroce-6.1]=""
    [browser]="chromium chromium-driver"
    [capture]="tshark"
    [release]="gnupg git"
)
declare -A kernels=([softroce]=6.12 [softroce-6.1]=6.1)
fetch_kernel=$(dirname "$0")/../../itests/softroce/src/main/sh/fetch-kernel.sh

check=false
if [[ ${1-} == --check ]]; then
    check=true
    shift
fi
environments=("$@")
((${#environments[@]})) || environments=("${!packages[@]}")

lacking_packages() {
    local environment
    for environment in "${environments[@]}"; do
        tr ' ' '\n' <<<"${packages[$environment]}"
    done | sort -u | while read -r package; do
        [[ $package ]] || continue
        # shellcheck disable=SC2016 # dpkg-query expands ${...}
        [[ $(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null) == ii* ]] || echo "$package"
    done
}

# Prints the missing kernel series of the guests of environment softroce.
lacking_kernels() {
    local environment
    for environment in "${environments[@]}"; do
        local series=${kernels[$environment]-}
        [[ ! $series ]] || "$fetch_kernel" --cached "$series" >/dev/null || echo "$series"
    done
}

# Updates apt's lists only if the command fails, because they may be missing or old.
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
