#!/usr/bin/env bash
# Reads platform/, core/, cpu/ and lib/ with a compiler for Windows, to the end of every template, so that a program for
# it stays near. Nothing is linked or run.
#   tests/windows.sh [--all] COMPILER SCRATCH_FOLDER [FOLDER_OF_HEADERS...]
# Without --all it reads all of platform/, and of the others what the last commits changed.
set -euo pipefail
all=
if [[ $1 == --all ]]; then
    all=1
    shift
fi
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
# One instruction set takes a fraction of the time, and so does a compiler that writes no code.
cat >"$scratch/flags" <<END
-std=c++20 -I. -isystem "$scratch/headers" -Wall -Wextra -Wshadow -Wpedantic -Wno-psabi -Wno-restrict -Werror
-DHWY_COMPILE_ONLY_STATIC -DSWEEP_VERSION="\"\""
END
# The headers that most files include are read once for all of them.
printf '#include <%s>\n' algorithm array cmath cstring functional memory optional string string_view utility vector >"$scratch/common.h"
"$compiler" "@$scratch/flags" -x c++-header "$scratch/common.h" -o "$scratch/common.h.gch"
find platform core cpu lib -name '*.cpp' ! -name '*_posix.cpp' | sort >"$scratch/files"
if [[ ! $all ]] && python3 tests/last_changed.py .cpp >"$scratch/changed"; then
    find platform -name '*.cpp' >>"$scratch/changed"
    grep -xF -f "$scratch/changed" "$scratch/files" >"$scratch/some"
    mv "$scratch/some" "$scratch/files"
fi
echo "reads $(wc -l <"$scratch/files") files"
xargs -a "$scratch/files" -P 2 -I{} "$compiler" "@$scratch/flags" -fsyntax-only -include "$scratch/common.h" {}
