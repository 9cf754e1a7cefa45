#!/usr/bin/env bash
# Tests Sweep on this machine: installs what is missing, builds Release, runs the tests.
#   tests/run.sh [--all] [OPTION of CMake]..
# Without --all it runs some tests of each part of the program. It leaves out what tests/thorough.cmake lists.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

source third_party/packages.sh
source cmake/release.sh
source tests/phases.sh
if [[ ! ${SWEEP_PHASES:-} ]]; then
    SWEEP_PHASES=$(mktemp)
    trap 'echo "Seconds of each phase:"; cat "$SWEEP_PHASES"; rm -f "$SWEEP_PHASES"' EXIT
fi
packages=("${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}")
options=(-DSWEEP_PYTHON=AUTO -DSWEEP_TESTS=ON -DBUILD_SHARED_LIBS=ON)
if [[ ${1:-} == --all ]]; then
    shift
    targets=(all) tests=()
    packages+=("${thorough_packages[@]}" "${web_packages[@]}")
    options+=(-DSWEEP_BENCH=ON -DSWEEP_CUDA=AUTO -DSWEEP_WEB=AUTO)
else
    export SWEEP_SHORT=1
    targets=(short_tests) tests=(--label-exclude thorough)
    options+=(-DSWEEP_BENCH=OFF)
fi
phase "packages" install_packages "${packages[@]}"
phase "configure" configure_release "${options[@]}" "$@"
phase "build" cmake --build $release --parallel "$(nproc)" --target "${targets[@]}"
rm -rf $release/cases
status=0
phase "tests" ctest --test-dir $release --output-on-failure --parallel "$(nproc)" --output-junit tests.xml "${tests[@]}" || status=$?
python3 tests/report.py $release
exit $status
