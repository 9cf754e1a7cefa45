#!/usr/bin/env bash
# Counts the CUDA kernels in a program, by family: bench/kernels.sh [PROGRAM]
# A program registers each kernel by its name when it starts, whatever the number of architectures. The names are counted, in
# the engine's library where the program shares one.
set -euo pipefail
program=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/release/sweep}
library=$(ldd "$program" | awk '$1 == "libsweep_gpu.so" { print $3 }')
names=$(mktemp)
trap 'rm -f "$names"' EXIT
objcopy -O binary --only-section=.rodata "${library:-$program}" "$names"
# Any byte may stand before a name.
grep -aoE '_Z[A-Za-z0-9_]*_kernel[A-Za-z0-9_]*' "$names" | grep -v '^_ZZ' | sort -u | c++filt |
    sed -E 's/^void //; s/\(anonymous namespace\):://g; s/[<(].*//; s/.*:://' | sort | uniq -c | sort -rn |
    awk '{ print; all += $1 } END { printf "%7d kernels of an architecture\n", all }'
