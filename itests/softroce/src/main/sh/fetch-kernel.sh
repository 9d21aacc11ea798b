#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# fetch-kernel.sh [--cached] [SERIES]
#
# Prints the directory that holds Debian's kernel of that series (6.12, the default, or 6.1), unpacked: boot/vmlinuz-*
# and lib/modules/*. What the cache has is used as it is; otherwise the newest package of apt's lists is downloaded, or,
# with --cached, the answer is exit status 1. Nothing is installed, and root is not needed.
set -euo pipefail

download=true
if [[ ${1-} == --cached ]]; then
    download=false
    shift
fi
series=${1:-6.12}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/verbena
mkdir -p "$cache"

cached=$(find "$cache" -maxdepth 1 -name "kernel-$series.*" | sort -V | tail -n 1)
if [[ $cached ]]; then
    echo "$cached"
    exit
fi
$download || exit 1

# 6.12.107+deb12-amd64 (also -unsigned), 6.1.0-56-amd64; neither cloud (no rdma_rxe) nor rt.
package=$(apt-cache search --names-only "^linux-image-${series/./\\.}\.[^-]+(-[0-9]+)?-amd64(-unsigned)?$" |
    cut -d ' ' -f 1 | sort -V | tail -n 1)
if [[ ! $package ]]; then
    echo "fetch-kernel.sh: apt's lists have no linux-image-$series.*-amd64 (Debian 12 has 6.12 in bookworm-security)" >&2
    exit 1
fi

partial=$(mktemp -d "$cache/partial.XXXXXX")
trap 'rm -rf "$partial"' EXIT
chmod 755 "$partial"
echo "Fetching $package into $cache" >&2
# The user that apt downloads as when it is root cannot write into the cache.
(cd "$partial" && apt-get download -qq -o APT::Sandbox::User=root "$package" >&2)
dpkg-deb -x "$partial"/*.deb "$partial/kernel"

cd "$partial/kernel"
[[ -d lib ]] || ln -s usr/lib lib # where Debian 13 has the modules
release=$(basename lib/modules/*)
PATH=$PATH:/usr/sbin:/sbin depmod -b . "$release" # as the package's installation would: modprobe needs it

kernel=$cache/kernel-$release
# Someone else may have been faster, with the same result.
mv -T "$partial/kernel" "$kernel" 2>/dev/null || [[ -d $kernel ]]
echo "$kernel"
