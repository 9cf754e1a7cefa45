#!/usr/bin/env bash
# Runs the tests of continuous integration under clang's sanitizers: those of the CPU engine for races (the
# preset tsan), some for addresses and undefined behaviour (the preset fuzz), then each fuzzing target for
# SECONDS. All but CUDA is compiled by clang on the way, and clang-tidy reads a share of it:
#   tests/sanitized.sh [SECONDS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

source third_party/packages.sh
source tests/phases.sh
phase "packages of the sanitizers" install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
cmake --preset tsan
phase "build for races" cmake --build --preset tsan --parallel "$(nproc)" --target test_cpu_engine test_cpu_tables
phase "races" xargs -P 2 -I{} sh -c 'build/tsan/tests/{} --gtest_brief=1' <<<$'test_cpu_engine\ntest_cpu_tables'
cmake --preset fuzz -DSWEEP_WERROR=ON
phase "build for addresses" cmake --build --preset fuzz --parallel "$(nproc)" --target sanitized fuzz_picture fuzz_text
phase "addresses" ctest --preset fuzz --parallel "$(nproc)"
phase "clang" python3 tests/clang_check.py build/fuzz
# The inputs are the same each time, so that no change is blamed for a random find. Random inputs are for
# longer runs.
SEED=1 phase "fuzzers" tests/fuzz/run.sh "${1:-5}"
