#!/usr/bin/env bash
# Fuzzes the targets of build/fuzz (the preset fuzz), each for SECONDS, as many at a time as there are processors:
#   tests/fuzz/run.sh [SECONDS] [TARGET...]
# Inputs that reach new code are kept in build/fuzz/corpus/TARGET for the next time, findings in build/fuzz/found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../build/fuzz"
export SECONDS_EACH=${1:-15}
shift $(($# > 0))
mkdir -p seeds corpus found

fuzz_one() {
    local program=$1 target=$2 longest=$3 log=found/$2.log once=../../tests/fuzz/found/$2
    mkdir -p "corpus/$target"
    [[ -d $once ]] || once=
    # No leaks are looked for: that needs ptrace, which containers often lack, and the tests do it.
    if "./$program" "$target" -max_total_time="$SECONDS_EACH" -max_len="$longest" -rss_limit_mb=512 -malloc_limit_mb=256 \
        -timeout=5 -dict="seeds/$target.dict" -print_final_stats=1 -detect_leaks=0 -artifact_prefix="found/$target-" \
        "corpus/$target" "seeds/$target" ${once:+"$once"} >"$log" 2>&1; then
        echo "fuzz: $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs in $SECONDS_EACH s, nothing found"
    else
        echo "fuzz: $target: FOUND SOMETHING:"
        grep -vE '^#|^NEW_FUNC|^INFO' "$log" | tail -40
        return 1
    fi
}
export -f fuzz_one

for program in fuzz_picture fuzz_text; do
    "./$program" --seeds seeds
    "./$program" --list | sed "s/^/$program /"
done | if (($#)); then grep -wE "$(IFS='|' && echo "$*")"; else cat; fi |
    xargs -P "$(nproc)" -L 1 bash -c 'fuzz_one "$@"' fuzz
