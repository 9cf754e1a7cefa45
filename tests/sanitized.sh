#!/usr/bin/env bash
# Runs tests under clang's sanitizers: those of the CPU engine for races (the preset tsan), some for addresses and
# undefined behaviour (the preset fuzz), then each fuzzing target for SECONDS. clang, which compiles all but CUDA on the
# way, reads the other files, and clang-tidy a share of them:
#   tests/sanitized.sh [--input] [SECONDS]
# --input, as continuous integration has it: of the tests and fuzzers those of picture files, no races, and of files that
# are not compiled those that the last commits changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

source third_party/packages.sh
source tests/phases.sh
all=--all tests=sanitized fuzzers=(fuzz_picture fuzz_text)
if [[ ${1:-} == --input ]]; then
    all='' tests=sanitized_input fuzzers=(fuzz_picture)
    shift
fi
phase "packages of the sanitizers" install_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" \
    "${sanitizer_packages[@]}"
if [[ $all ]]; then
    cmake --preset tsan
    phase "build for races" cmake --build --preset tsan --parallel "$(nproc)" --target test_cpu_engine test_cpu_tables
    phase "races" xargs -P 2 -I{} sh -c 'build/tsan/tests/{} --gtest_brief=1' <<<$'test_cpu_engine\ntest_cpu_tables'
fi
cmake --preset fuzz -DSWEEP_WERROR=ON
phase "build for addresses" cmake --build --preset fuzz --parallel "$(nproc)" --target "$tests" "${fuzzers[@]}"
UBSAN_OPTIONS=print_stacktrace=1 phase "addresses" ctest --test-dir build/fuzz --output-on-failure --parallel "$(nproc)" -L "$tests"
phase "clang" python3 tests/clang_check.py build/fuzz ${all:+"$all"} --imgui "$(bash tests/newer_imgui.sh build/newer_imgui)"
# The inputs are the same each time, so that no change is blamed for a random find. Random inputs are for
# longer runs.
SEED=1 phase "fuzzers" tests/fuzz/run.sh "${1:-5}"
