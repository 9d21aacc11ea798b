#!/usr/bin/env bash
# fetch-kernel.sh SERIES
#
# Prints the directory that holds Debian's kernel of that series (6.12, 6.1), unpacked: boot/vmlinuz-* and lib/modules/*.
# What the cache has is used as it is; otherwise the newest package of apt's lists is downloaded. Nothing is installed.
set -euo pipefail

series=${1:?usage: fetch-kernel.sh SERIES}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/verbena
mkdir -p "$cache"

cached=$(find "$cache" -maxdepth 1 -name "kernel-$series.*" | sort -V | tail -n 1)
if [[ $cached ]]; then
    echo "$cached"
    exit
fi

# 6.12.107+deb12-amd64 (also -unsigned), 6.1.0-56-amd64; neither cloud (no rdma_rxe) nor rt.
package=$(apt-cache search --names-only "^linux-image-${series/./\\.}\.[^-]+(-[0-9]+)?-amd64(-unsigned)?$" |
    cut -d ' ' -f 1 | sort -V | tail -n 1)
if [[ ! $package ]]; then
    echo "fetch-kernel.sh: apt knows no package linux-image-$series.*-amd64: Debian has it, after apt-get update" >&2
    exit 1
fi

partial=$(mktemp -d "$cache/partial.XXXXXX")
trap 'rm -rf "$partial"' EXIT
chmod 755 "$partial"
echo "Fetching $package into $cache" >&2
# apt's sandbox user cannot write here; as root it would say so in a warning.
(cd "$partial" && apt-get download -q -o APT::Sandbox::User=root "$package" >&2)
dpkg-deb -x "$partial"/*.deb "$partial/kernel"

cd "$partial/kernel"
[[ -d lib ]] || ln -s usr/lib lib # merged /usr, from Debian 13 on
release=$(basename lib/modules/*)
depmod -b . "$release" # a package's installation does this; modprobe needs it

kernel=$cache/kernel-$release
# Whoever was faster has put the same thing there.
mv -T "$partial/kernel" "$kernel" 2>/dev/null || [[ -d $kernel ]]
echo "$kernel"
