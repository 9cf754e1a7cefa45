#!/usr/bin/env bash
# verified.sh: skipped (77), as a warning, where the tests of the GPU last passed with other kernels than those of today,
# by the tree of gpu/ in the last row of bench/results/verified.md; fails where there is no such row.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# | revision | tree of gpu/ | ...
read -r revision tree < <(sed -nE 's/^\| ([0-9a-f]{7,}) \| ([0-9a-f]{12}) \|.*/\1 \2/p' bench/results/verified.md | tail -1) ||
    { echo "bench/results/verified.md has no row"; exit 1; }
today=$(git rev-parse --short=12 HEAD:gpu 2>/dev/null) || { echo "skipped: this is no clone"; exit 77; }
if [[ $today != "$tree" ]]; then
    echo "skipped: gpu/ has changed since $revision, where all tests of the GPU last passed"
    exit 77
fi
