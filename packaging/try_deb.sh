#!/usr/bin/env bash
# Tries the Debian packages in a bare root, in which nothing else is installed: the program filters and draws, the library is compiled
# against, and Python's module filters. As root, on Debian, with mmdebstrap:
#   packaging/try_deb.sh FOLDER_OF_PACKAGES [SUITE [MIRROR]]      # SUITE: bookworm; MIRROR: that of this machine
set -euo pipefail
folder=$(cd "$1" && pwd) suite=${2:-bookworm} mirror=${3:-}
command -v mmdebstrap >/dev/null || { echo "try_deb.sh: there is no mmdebstrap: apt-get install mmdebstrap" >&2; exit 2; }
ls "$folder"/*.deb >/dev/null
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"
mmdebstrap --quiet --variant=apt --skip=check/empty "$suite" "$root" ${mirror:+"$mirror"}
mount -t proc proc "$root/proc"  # the program finds its files by it
mkdir "$root/packages"
cp "$folder"/*.deb "$root/packages/"
[ -e "$root/etc/resolv.conf" ] || cp /etc/resolv.conf "$root/etc/"
if [ -z "$mirror" ]; then cp -r /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"; fi
in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
in_root sh -c 'apt-get -qq update && apt-get -qq install --no-install-recommends -y /packages/*.deb >/dev/null 2>&1'
echo "installed: $(in_root dpkg -l | grep -c '^ii') packages"
in_root sweep --version
picture=$(in_root sh -c 'ls /usr/share/sweep/assets/*.png | head -1')
in_root sweep filter "$picture" /blurred.png --sigma 5 --engine cpu --check
[ -s "$root/blurred.png" ]
# Drawing needs EGL, which the package recommends.
in_root sh -c 'apt-get -qq install --no-install-recommends -y libegl1 libgl1-mesa-dri >/dev/null 2>&1'
in_root sweep shot /window.png "$picture" --size 800x600 --frames 2 --engine cpu
[ -s "$root/window.png" ]
# The library, by a C program.
in_root sh -c 'apt-get -qq install --no-install-recommends -y gcc libc6-dev >/dev/null 2>&1'
cat >"$root/c.c" <<'C'
#include <stdio.h>
#include <sweep.h>
int main(void) { puts(sweep_version()); return sweep_version()[0] != '1'; }
C
in_root gcc /c.c -lsweep -o /c
in_root /c
in_root python3 -B -c 'import sweep, numpy
assert abs(sweep.gaussian_filter(numpy.ones((9, 9)), 2) - 1).max() < 1e-12
print("python:", sweep.__file__)'
echo "$suite: the program, the library and Python's module run"
