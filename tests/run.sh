#!/usr/bin/env bash
# Tests Sweep on a fresh machine: installs what is missing, builds Release, runs every test. CMake's
# configuration gets the arguments, for instance -DSWEEP_CUDA=OFF.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

source "$root/third_party/packages.sh"
source "$root/tests/phases.sh"
phase "packages" install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
newer_imgui=$(bash "$root/tests/newer_imgui.sh" "$root/build/newer_imgui")
cd "$root"
phase "configure" cmake --preset release -DSWEEP_CUDA=AUTO -DSWEEP_PYTHON=AUTO -DSWEEP_TESTS=ON -DSWEEP_BENCH=ON -DBUILD_SHARED_LIBS=ON -DSWEEP_NEWER_IMGUI="$newer_imgui" "$@"
phase "build" cmake --build build/release --parallel "$(nproc)"
phase "tests" ctest --test-dir build/release --output-on-failure --parallel "$(nproc)"
