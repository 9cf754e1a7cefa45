#!/usr/bin/env bash
# Runs the functions that `sweep design` prints, and compares three numbers with those in their text, which are the
# reference's:
#   tests/command/design_code.sh SWEEP CXX SCRATCH_FOLDER [PYTHON]
set -euo pipefail
sweep=$1 cxx=$2 scratch=$3 python=${4:-}
rm -rf "${scratch:?}"
mkdir -p "$scratch"
# compare GOT TEXT WHAT: three numbers with those of a line "Test: ..".
cases=0
compare() {
    awk -v got="$1" -v text="$2" -v what="$3" 'BEGIN {
        sub(/.* is /, "", text); sub(/ at .*/, "", text)
        n = split(text, want, ", "); m = split(got, have, " ")
        if (n != 3 || m != 3) { print what ": no three numbers: " text " / " got; exit 1 }
        for (i = 1; i <= 3; ++i) {
            d = have[i] - want[i]; if (d < 0) d = -d
            if (d > 1e-9) { print what ": " have[i] ", not " want[i]; exit 1 }
        }
    }'
    cases=$((cases + 1))
}
while read -r options; do
    # shellcheck disable=SC2086  # the options are words
    "$sweep" design $options >"$scratch/code.h"
    for name in filter_line filter_row filter_column; do
        wanted=$(grep "Test: $name " "$scratch/code.h" || true)
        [ -n "$wanted" ] || continue
        cat >"$scratch/main.cpp" <<END
#include "code.h"
#include <cstdio>
int main() {
    double x[12];
    for (int i = 0; i < 12; ++i) x[i] = i * i % 7;
    $name(x, 12);
    std::printf("%.15g %.15g %.15g", x[0], x[5], x[11]);
}
END
        "$cxx" -std=c++11 -Wall -Wextra -Werror -o "$scratch/main" "$scratch/main.cpp"
        compare "$("$scratch/main")" "$wanted" "C++, $options, $name"
        [ -n "$python" ] || continue
        # shellcheck disable=SC2086
        "$sweep" design $options --as numpy >"$scratch/code.py"
        got=$(cd "$scratch" && "$python" -B -c "
exec(open('code.py').read())
y = $name([i * i % 7 for i in range(12)])
print(*(repr(float(y[i])) for i in (0, 5, 11)))")
        compare "$got" "$wanted" "NumPy, $options, $name"
    done
done <<END
--sigma 2 --boundary none
--sigma 2 --boundary zero
--sigma 2 --boundary constant:0.5
--sigma 2 --boundary clamp
--sigma 2 --boundary repeat
--sigma 2 --boundary mirror
--sigma 4,1.5 --order 4 --boundary mirror
--sigma 2 --derivative 1,0 --order 5
--filter bspline5 --boundary repeat
--filter elliptic --order 3 --boundary constant:2
--filter iir --causal -1.2,0.5 --anticausal -0.4 --gain 0.3,0.6
END
echo "$cases functions give the numbers that they name"
