#!/usr/bin/env bash
# Tries the archive of folder.sh in a bare root, to which Mesa's EGL alone is added: the program filters and draws. As root, on Debian, with
# mmdebstrap:
#   packaging/try_folder.sh ARCHIVE.tar.xz [SUITE [MIRROR]]      # SUITE: trixie; MIRROR: that of this machine
set -euo pipefail
archive=$(realpath "$1") suite=${2:-trixie} mirror=${3:-}
command -v mmdebstrap >/dev/null || { echo "try_folder.sh: there is no mmdebstrap: apt-get install mmdebstrap" >&2; exit 2; }
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"
# libopengl0, libgl1 and libx11-xcb1 are on every desktop.
mmdebstrap --quiet --variant=minbase --include=libegl1,libgl1,libopengl0,libgl1-mesa-dri,libx11-xcb1 "$suite" "$root" ${mirror:+"$mirror"}
mount -t proc proc "$root/proc"  # the program finds its files by it
tar -C "$root" -xf "$archive"
program=/$(basename "${archive%.tar.xz}")/bin/sweep
picture=$(cd "$root" && ls "./${program%/bin/sweep}"/share/sweep/assets/*.png | head -1)
in_root() { chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 "$@"; }
echo "$suite: $(in_root ldd --version | head -1)"
in_root "$program" --version
in_root "$program" filter "$picture" /blurred.png --sigma 5 --engine cpu --check
in_root "$program" shot /window.png "$picture" --size 800x600 --frames 2 --engine cpu
[ -s "$root/blurred.png" ] && [ -s "$root/window.png" ]
echo "$suite: the program runs"
