#!/usr/bin/env bash
# Makes the packages of a build, unpacks each into an empty folder, and runs what is in it:
#   tests/packages.sh BUILD_FOLDER SCRATCH_FOLDER [PYTHON]
set -euo pipefail
build=$1 scratch=$2 python=${3:-}
rm -rf "${scratch:?}"
mkdir -p "$scratch/packages" "$scratch/root"
if ! command -v dpkg-deb >/dev/null || ! command -v dpkg-shlibdeps >/dev/null; then
    echo "packages.sh: skipped: no dpkg-deb or dpkg-shlibdeps here" >&2
    exit 77
fi
# Packages that nobody keeps: what compresses best takes half of the time of all.
cpack --config "$build/CPackConfig.cmake" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -G DEB -B "$scratch/packages" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
cpack --config "$build/CPackConfig.cmake" -G TGZ -B "$scratch/packages" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
films=
[ ! -e "$build/films/sweep_film_module.so" ] || films=sweep-films
for name in sweep-filters libsweep-dev ${films:+$films} ${python:+python3-sweep}; do
    package=$(find "$scratch/packages" -maxdepth 1 -name "${name}_*.deb")
    dpkg-deb -f "$package" Package Version Architecture Depends
    dpkg-deb -x "$package" "$scratch/root"
done
library=$(dirname "$(find "$scratch/root" -name libsweep.so)")

run() {
    (cd / && env -i PATH="$PATH" HOME="$scratch" LD_LIBRARY_PATH="$library" "$@")
}
picture=$(find "$scratch/root" -path '*share/sweep/assets/*.png' | head -1)
run "$scratch/root/usr/bin/sweep" filter "$picture" "$scratch/blurred.png" --sigma 5 --engine cpu
run "$scratch/root/usr/bin/sweep" shot "$scratch/window.png" "$picture" --size 800x600 --frames 2 --engine cpu
[ -s "$scratch/blurred.png" ] && [ -s "$scratch/window.png" ]
[ -s "$scratch/root/usr/include/sweep.h" ]
entry=$scratch/root/usr/share/applications/sweep.desktop
[ -x "$scratch/root/usr/bin/$(sed -n 's/^Exec=\([^ ]*\).*/\1/p' "$entry")" ]
[ -s "$scratch/root/usr/share/icons/hicolor/scalable/apps/$(sed -n 's/^Icon=//p' "$entry").svg" ]
! command -v desktop-file-validate >/dev/null || desktop-file-validate "$entry"
if [ -n "$films" ]; then
    module=$(find "$scratch/root" -path '*/sweep/sweep_film_module.so')
    [ -n "$module" ]
    run LD_DEBUG=files "$scratch/root/usr/bin/sweep" doctor >"$scratch/log" 2>&1
    grep -qF "file=$module " "$scratch/log"
fi
if [ -n "$python" ]; then
    run PYTHONPATH="$scratch/root/usr/lib/python3/dist-packages" "$python" -B -c \
        'import sweep, numpy; assert abs(sweep.gaussian_filter(numpy.ones((9, 9)), 2) - 1).max() < 1e-12; print(sweep.__file__)'
fi
tar -tzf "$(find "$scratch/packages" -maxdepth 1 -name '*.tar.gz')" >"$scratch/archive"
grep -q 'bin/sweep$' "$scratch/archive"
