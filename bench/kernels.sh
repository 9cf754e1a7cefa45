#!/usr/bin/env bash
# Counts the CUDA kernels that a program or a library of it carries, by family: bench/kernels.sh [FILE]
# Each kernel is registered by its name when the program starts, whatever the number of architectures: the names are counted.
set -euo pipefail
program=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/release/sweep}
names=$(mktemp)
trap 'rm -f "$names"' EXIT
objcopy -O binary --only-section=.rodata "$program" "$names"
strings -n 10 "$names" | grep -E '^_Z[A-Za-z0-9_]*_kernel' | grep -v '^_ZZ' | sort -u | c++filt |
    sed -E 's/^void //; s/\(anonymous namespace\):://g; s/[<(].*//; s/.*:://' | sort | uniq -c | sort -rn |
    awk '{ print; all += $1 } END { printf "%7d kernels of an architecture\n", all }'
