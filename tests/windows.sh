#!/usr/bin/env bash
# Compiles platform/, core/, cpu/ and lib/ for Windows, so that a program for it stays near. Nothing is linked or run.
#   tests/windows.sh COMPILER SCRATCH_FOLDER [FOLDER_OF_HEADERS...]
set -euo pipefail
compiler=$1 scratch=$2
shift 2
rm -rf "${scratch:?}"
mkdir -p "$scratch/headers"
# The libraries' headers need not be compiled for Windows, but those of this system beside them must not be found.
for library in Eigen hwy oneapi tbb; do
    for folder in "$@" /usr/include/eigen3 /usr/include; do
        if [[ -d $folder/$library ]]; then
            ln -s "$folder/$library" "$scratch/headers/$library"
            break
        fi
    done
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# One instruction set and no optimisation take a sixth of the time.
cat >"$scratch/flags" <<END
-std=c++20 -O0 -I. -isystem "$scratch/headers" -Wall -Wextra -Wshadow -Wpedantic -Wno-psabi -Wno-restrict -Werror
-DHWY_COMPILE_ONLY_STATIC -DSWEEP_HAS_CUDA=0 -DSWEEP_VERSION="\"\""
END
# shellcheck disable=SC2016  # the inner shell expands it
find platform core cpu lib -name '*.cpp' ! -name '*_posix.cpp' -print0 |
    xargs -0 -P 2 -I{} sh -c '"$1" "@$2/flags" -c "$3" -o "$2/$(echo "$3" | tr / -).o"' sh "$compiler" "$scratch" {}
