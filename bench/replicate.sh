#!/usr/bin/env bash
# Measures every figure and table of both papers on this machine, and writes one page: bench/replicate.sh --help
# Where build/release/sweep is missing it is built as app/demo.sh builds it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=third_party/packages.sh
source "$root/third_party/packages.sh"
# shellcheck source=cmake/release.sh
source "$root/cmake/release.sh"
command -v python3 >/dev/null || install_packages python3

needs_program=true
for argument in "$@"; do
    case $argument in
    --sweep | --sweep=* | --results | --results=* | --help | -h) needs_program=false ;;
    esac
done
if $needs_program && [[ ! -x $root/$release/sweep ]]; then
    install_packages "${build_packages[@]}" "${run_packages[@]}"
    cd "$root"
    configure_release -DSWEEP_TESTS=OFF -DSWEEP_BENCH=OFF -DBUILD_SHARED_LIBS=OFF
    cmake --build $release --target sweep --parallel "$(nproc)"
fi
exec python3 "$root/bench/replicate.py" "$@"
