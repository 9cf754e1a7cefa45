#!/usr/bin/env bash
# kernels_listed.sh PROGRAM fails where gpu/KERNELS.md lacks a family of kernels that the program contains, or
# has another number of them.
set -euo pipefail
root=$(dirname "${BASH_SOURCE[0]}")/..
carried=$(bash "$root/bench/kernels.sh" "$1" | awk '{ print ($2 == "kernels" ? "all" : $2), $1 }' | sort)
# A row of the table is | `family`, `family` | number of each | ...
listed=$(sed -nE 's/^\| ([a-z0-9_`, ]+) \| ([0-9]+) \|.*/\1 \2/p' "$root/gpu/KERNELS.md" | tr -d '`,' |
    awk '{ for (i = 1; i < NF; ++i) print $i, $NF }' | sort)
if ! diff <(echo "$carried") <(echo "$listed"); then
    echo "< carried, > listed in gpu/KERNELS.md"
    exit 1
fi
