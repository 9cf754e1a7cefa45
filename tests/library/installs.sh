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
for program in blur blur_cpp blur_static; do
    if [ -x "$scratch/build/$program" ]; then "$scratch/build/$program"; fi
done
library=$(find "$scratch/prefix" -name libsweep.so)
if others=$(nm -D --defined-only "$library" | grep -v ' sweep_\| A '); then
    echo "installs.sh: $library shows more than sweep.h declares: $others" >&2
    exit 1
fi
