#!/usr/bin/env bash
# Installs the library into an empty folder, builds programs in C and C++ against it, as a stranger would, and runs them:
#   tests/library/installs.sh BUILD_FOLDER SCRATCH_FOLDER
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=$1 scratch=$2
rm -rf "${scratch:?}"
cmake --install "$build" --component library --prefix "$scratch/prefix" >/dev/null
cmake -S "$here/installed" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$scratch/build"
for program in blur chunks blur_cpp blur_static; do
    if [ -x "$scratch/build/$program" ]; then "$scratch/build/$program"; fi
done
library=$(find "$scratch/prefix" -name libsweep.so)
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH=${library%/*}/pkgconfig
    read -ra flags < <(pkg-config --cflags --libs sweep)
    "${CC:-cc}" "$here/installed/blur.c" -o "$scratch/blur_by_pkg_config" "${flags[@]}" -lm
    LD_LIBRARY_PATH=${library%/*} "$scratch/blur_by_pkg_config"
fi
if others=$(nm -D --defined-only "$library" | grep -v ' sweep_\| A '); then
    echo "installs.sh: $library shows more than sweep.h declares: $others" >&2
    exit 1
fi
