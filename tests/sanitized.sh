#!/usr/bin/env bash
# What continuous integration runs under clang's sanitizers: the CPU engine's tests for races (the preset tsan), a share of the
# tests for addresses and undefined behaviour (the preset fuzz), then each fuzzing target for SECONDS:
#   tests/sanitized.sh [SECONDS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

source third_party/packages.sh
install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" "${sanitizer_packages[@]}"
cmake --preset tsan
cmake --build --preset tsan --parallel "$(nproc)" --target test_cpu_engine test_cpu_tables
for test in test_cpu_engine test_cpu_tables; do build/tsan/tests/$test --gtest_brief=1; done
cmake --preset fuzz
cmake --build --preset fuzz --parallel "$(nproc)" --target sanitized fuzz_picture fuzz_text
ctest --preset fuzz --parallel "$(nproc)"
# The same inputs each time: no change is blamed for what chance finds. Chance is for whoever fuzzes for longer.
SEED=1 tests/fuzz/run.sh "${1:-10}"
