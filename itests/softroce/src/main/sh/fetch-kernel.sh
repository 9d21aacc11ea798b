#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# fetch-kernel.sh [--cached] [SERIES]
#
# Prints the directory of Debian's unpacked kernel of this series, 6.12 (the default) or 6.1. The directory contains
# boot/vmlinuz-* and lib/modules/*. If the cache has no kernel of the series, the script downloads the newest package
# in apt's lists, or, with --cached, exits with status 1. It installs nothing, and does not need root.
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

# Matches 6.12.107+deb12-amd64 (also -unsigned) and 6.1.0-56-amd64, but not cloud (no rdma_rxe) or rt kernels.
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
# As root, apt would download as another user, which cannot write to the cache.
(cd "$partial" && apt-get download -qq -o APT::Sandbox::User=root "$package" >&2)
dpkg-deb -x "$partial"/*.deb "$partial/kernel"

cd "$partial/kernel"
[[ -d lib ]] || ln -s usr/lib lib # Debian 13 has the modules there
release=$(basename lib/modules/*)
PATH=$PATH:/usr/sbin:/sbin depmod -b . "$release" # modprobe needs this step of the package's installation

kernel=$cache/kernel-$release
# Another process may have fetched the same kernel in the meantime.
mv -T "$partial/kernel" "$kernel" 2>/dev/null || [[ -d $kernel ]]
echo "$kernel"
