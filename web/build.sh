#!/usr/bin/env bash
# web/build.sh [FOLDER]: builds the library for the web in FOLDER (build/web), sweep.wasm with the JavaScript over it. Debian 12:
# apt-get install --no-install-recommends emscripten cmake ninja-build libhwy-dev libeigen3-dev \
#     libfmt-dev nlohmann-json3-dev
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${1:-$here/../build/web}
if ! command -v em++ >/dev/null; then
    echo "web/build.sh: there is no emscripten: apt-get install --no-install-recommends emscripten" >&2
    exit 2
fi
# Debian's emscripten looks for its own JavaScript where Debian's node does; another node has to be told.
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}
emscripten=$(dirname "$(readlink -f "$(command -v em++)")")
cmake -S "$here" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None --log-level=WARNING \
    -DCMAKE_TOOLCHAIN_FILE="$emscripten/cmake/Modules/Platform/Emscripten.cmake"
cmake --build "$build" ${SWEEP_WEB_JOBS:+--parallel "$SWEEP_WEB_JOBS"}
