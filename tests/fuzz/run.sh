#!/usr/bin/env bash
# Fuzzes the targets of build/fuzz (the preset fuzz), each for SECONDS, JOBS at a time or as many as there are processors:
#   [JOBS=N] [SEED=N] tests/fuzz/run.sh [SECONDS] [TARGET...]
# The same SEED tries the same inputs, as far as the time goes, where no corpus is kept yet.
# Inputs that reach new code are kept in build/fuzz/corpus/TARGET for the next time, findings in build/fuzz/found.
# The last line is the number of inputs over all targets. Exit codes: 0 nothing was found, 1 something was.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../build/fuzz"
export SECONDS_EACH=${1:-15}
shift $(($# > 0))
mkdir -p seeds corpus found
# Half of the time would go into stacks of allocations and into memory kept from use: findings are looked into without.
export ASAN_OPTIONS=malloc_context_size=1:quarantine_size_mb=16

# shellcheck disable=SC2317  # called through xargs
fuzz_one() {
    local program=$1 target=$2 longest=$3 log=found/$2.log once=../../tests/fuzz/found/$2 code=0 inputs
    mkdir -p "corpus/$target"
    [[ -d $once ]] || once=
    # No leaks are looked for: that needs ptrace, which containers often lack, and the tests do it.
    "./$program" "$target" -seed="${SEED:-0}" -max_total_time="$SECONDS_EACH" -max_len="$longest" -rss_limit_mb=512 -malloc_limit_mb=16 \
        -timeout=5 -dict="seeds/$target.dict" -print_final_stats=1 -detect_leaks=0 -artifact_prefix="found/$target-" \
        "corpus/$target" "seeds/$target" ${once:+"$once"} >"$log" 2>&1 || code=$?
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    if ((code == 0)); then
        echo "fuzz: $target: ${inputs:-0} inputs in $SECONDS_EACH s, nothing found"
    else
        echo "fuzz: $target: ${inputs:-0} inputs, FOUND SOMETHING:"
        grep -vE '^#|^NEW_FUNC|^INFO' "$log" | tail -40
    fi
    return "$((code != 0))"
}
export -f fuzz_one

code=0
for program in fuzz_picture fuzz_text; do
    [[ -x $program ]] || continue  # tests/sanitized.sh --input builds one of them
    "./$program" --seeds seeds
    "./$program" --list | sed "s/^/$program /"
done | if (($#)); then grep -wE "$(IFS='|' && echo "$*")"; else cat; fi |
    xargs -P "${JOBS:-$(nproc)}" -L 1 bash -c 'fuzz_one "$@"' fuzz | tee found/summary || code=1
awk '/^fuzz: [a-z]+: [0-9]+ inputs/ { inputs += $3; ++targets }
     END { printf "fuzz: %d inputs over %d targets\n", inputs, targets }' found/summary
exit "$code"
