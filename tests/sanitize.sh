#!/usr/bin/env bash
# Runs a small problem of every kernel family under NVIDIA's compute-sanitizer, where there is a GPU:
#   tests/sanitize.sh [BUILD_FOLDER]        (default: build/release)
# Each family and each of memcheck, racecheck, synccheck and initcheck is a separate piece that ends within
# LIMIT seconds (default 120). JOBS pieces (default: one a core) share the GPU. FAMILIES='tables|resident'
# runs only those whose names match. initcheck does not see what bulk copies write: where it calls only their
# results uninitialised, on the way to the host, the table says "bulk". Logs with errors are kept in
# BUILD_FOLDER/sanitize/. Exit codes: 0 no errors, 1 errors, or the program failed, 77 skipped: no GPU.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${1:-$root/build/release}
export sweep=$build/sweep found=$build/sanitize limit=${LIMIT:-120}
tools=(memcheck racecheck synccheck initcheck)

# The table has the options of `sweep bench` for each family. Lines of blocks are scanned in one of three ways
# (gpu/scan/line_at_once.cuh). The first size consists of whole blocks, the second does not, and the long ones
# go in chunks.
orders="--filter exponential,bspline5,gaussian --order 3,5"
families=$(grep -v '^ *$' <<END
scans of blocks of 32          | $orders --block 32 --algorithm 7 --boundary clamp,mirror,none --size 256,200x135
scans of 32 in chunks          | $orders --block 32 --algorithm 7 --boundary clamp,mirror,none --size 4200x40,40x4200
scans of blocks of 64          | $orders --block 64 --algorithm 7 --path portable --boundary clamp,mirror,none --size 256,200x135
scans of 64, many block rows   | --block 64 --algorithm 7 --boundary clamp,mirror --channels 4 --size 24x2400
scans of 64 in chunks          | $orders --block 64 --algorithm 7 --path portable --boundary clamp,mirror,none --size 6200x40,40x8300
scans of blocks of 128         | $orders --block 128 --algorithm 7 --path portable --boundary clamp,mirror,none --size 300x260
scans of 128, full             | --block 128 --algorithm 7 --path portable --boundary clamp,mirror --size 1024
scans of 128 in a cluster      | --block 128 --algorithm 7 --path portable --boundary clamp,mirror --size 9000x40
scans of 128 in chunks         | --order 5 --block 128 --algorithm 7 --path portable --size 33000x20,40x8300
samples, any                   | $orders --algorithm 7 --channels 3 --sample u8 --linear --size 200x135
samples, any, blocks of 128    | --algorithm 7 --block 128 --path portable --size 300x260
floats by threads              | $orders --algorithm 7 --block 64 --path portable --boundary clamp,none --size 200x135
bulk copies, 64                | $orders --algorithm 7 --block 64 --path hopper --boundary clamp,repeat --size 200x135
bulk copies, 128               | $orders --algorithm 7 --block 128 --path hopper --size 300x260
pictures of bytes              | $orders --channels 4 --sample u8 --no-linear --size 200x135
pictures of bytes, linear      | $orders --channels 4 --sample u8 --linear --size 200x135
pictures of floats             | $orders --channels 4 --boundary clamp,constant:1 --size 200x135
textures                       | $orders --channels 4 --sample u8 --memory texture --size 200x135
textures of floats             | $orders --channels 4 --memory texture --size 200x135
halves                         | $orders --channels 4 --sample u8 --memory texture --result half --size 200x135
halves, linear memory          | --channels 4 --result half --algorithm 4,7 --size 200x135
direct feedback                | --realisation direct --order 3,5 --boundary clamp,none --algorithm 7 --size 200x135
feedforward                    | --filter butterworth --order 1,2,3,5,8 --boundary clamp --algorithm 7 --size 200x135
side by side                   | --filter butterworth --order 2,3,5 --boundary clamp,mirror --algorithm par --size 200x135
poles near -1                  | --filter iir --causal=1.7,0.72 --boundary clamp,repeat --algorithm 7 --size 200x135
order 6                        | --filter iir --causal=-3,3.75,-2.5,.9375,-.1875,.015625 --algorithm 7 --size 200x135
order 7                        | --filter iir --causal=-3.5,5.25,-4.375,2.1875,-.65625,.109375,-.0078125 --algorithm 7 --size 200x135
order 8                        | --filter iir --causal=-4,7,-7,4.375,-1.75,.4375,-.0625,.00390625 --algorithm 7 --size 200x135
resident                       | $orders --algorithm 8 --boundary clamp,mirror,none --size 260x135,257x130
resident, zeros                | --filter gaussian --accuracy 3e-4 --algorithm 8 --boundary clamp,mirror,none --size 260x135,257x130
resident, bytes                | --algorithm 8 --channels 3 --sample u8 --boundary clamp,repeat --size 200x135
streams                        | --filter gaussian --order 3 --sigma 3 --algorithm 8 --boundary clamp,mirror,reflect101 --size 1088x4224
streams along one axis         | --filter gaussian --order 3 --sigma 3 --algorithm 8 --axes y --boundary zero,reflect101 --size 260x320
streams along rows             | --filter bspline3,bspline5 --algorithm 8 --axes x --boundary zero,mirror --size 256x330
rows on the chip               | $orders --algorithm 8a --axes x --boundary clamp,mirror,reflect101,none --size 260x135,1100x70
columns on the chip            | $orders --algorithm 8a --axes y --boundary clamp,repeat,reflect101,none --size 135x260,70x1100
lines on the chip, zeros       | --filter gaussian --accuracy 3e-4 --algorithm 8a --axes y --boundary clamp,mirror --size 135x260,70x1100
lines on the chip, bytes       | --algorithm 8a --axes x --channels 3 --sample u8 --boundary clamp,repeat --size 200x135
halo                           | --filter exponential,bspline3,bspline5,gaussian --alpha 0.6 --sigma 1 --order 3 --algorithm halo --boundary clamp,mirror,zero --size 252x251,251x130
halo, zeros                    | --filter gaussian --accuracy 3e-4 --sigma 1,2 --algorithm halo --boundary clamp,mirror --size 252x251,251x130
halo, four channels            | --filter bspline3,bspline5,gaussian --sigma 1 --order 3 --algorithm halo --boundary clamp,mirror --channels 4 --size 251x130
halo, bytes                    | --filter bspline3,bspline5,gaussian --sigma 1 --order 3 --algorithm halo --boundary clamp --channels 3 --sample u8 --size 251x130
halo, textures into halves     | --filter bspline3,gaussian --sigma 1 --algorithm halo --channels 4 --sample u8 --memory texture --result half --size 251x130
published                      | $orders --algorithm 2,4,5,6,6b --boundary clamp,zero --size 200x135
published, other ends          | --order 3 --algorithm 4,5,6 --boundary none,mirror,repeat --channels 3 --size 200x135
signals                        | $orders --algorithm 1,3 --boundary clamp,none,repeat --size 20000x1,1x20000
signals, mirror                | --algorithm 3 --boundary mirror --channels 4 --size 20000x1
varying coefficients           | --filter exponential,bspline3 --algorithm 5v --boundary mirror --size 200x135
whole lines                    | $orders --algorithm rt --boundary clamp,none --size 200x135
whole lines in double          | $orders --algorithm rt64 --boundary clamp,mirror,none --size 200x135
cascades                       | --order 5 --algorithm 5_1+4_2+5_2,4_1+5_4 --boundary repeat,mirror --size 200x135
convolution                    | --algorithm conv --boundary clamp,repeat --channels 3 --size 200x135
fft                            | --algorithm fft --boundary repeat,mirror --size 200x135
conversion                     | --filter none --sample u8 --channels 4 --size 200x135
tables: sat                    | --filter sat --algorithm sat --size 256,200x135
tables: sat, channels of bytes | --filter sat --algorithm sat --sample u8 --channels 4 --size 200x135
tables: sat, double            | --filter sat --algorithm sat --precision double --size 200x135
tables: one pass, 32           | --filter sat --algorithm sat-1pass --block 32 --size 256,200x135
tables: one pass, 64           | --filter sat --algorithm sat-1pass --block 64 --size 256,200x135
tables: one pass, 128          | --filter sat --algorithm sat-1pass --block 128 --size 512,300x260
tables: one pass, threads      | --filter sat --algorithm sat-1pass --block 64 --path portable --size 200x135
tables: all at once            | --filter sat --algorithm sat-1pass --size 256,200x135
tables: all at once, bytes     | --filter sat --algorithm sat-1pass --sample u8 --size 256,200x135
tables: one pass, bytes        | --filter sat --algorithm sat-1pass --sample u8 --channels 3 --size 200x135
tables: one pass, pictures     | --filter sat --algorithm sat-1pass --sample u8 --channels 4 --memory texture --size 200x135
tables: one pass, antidiagonal | --filter sat --algorithm sat-1pass --block 64 --channels 4 --size 2600
tables: as published           | --filter sat --algorithm sat-doubling,sat-transpose,sat-ha --size 256,200x135
tables: multi-wave             | --filter sat --algorithm sat-multiwave,sat-multiwave-fused --size 256,200x135
tables: multi-wave, channels   | --filter sat --algorithm sat-multiwave,sat-multiwave-fused --sample u8 --channels 4 --size 200x135
box                            | --filter box --algorithm sat --size 200x135
box of bytes                   | --filter box --algorithm sat,sat-1pass --sample u8 --size 200x135
box, mean-subtracted           | --filter box --precision float-mean --channels 3 --size 200x135
box along lines                | --filter box --radius 9 --algorithm box-lines --boundary none,clamp,mirror,repeat --channels 3 --size 200x135
box along lines, long          | --filter box --radius 60 --algorithm box-lines --boundary zero,reflect101 --channels 4 --size 200x135
END
)

fail() {
    echo "sanitize.sh: $1" >&2
    exit "${2:-1}"
}
[ -x "$sweep" ] || fail "no $sweep: build it, or name its folder"
cuda=$("$sweep" list engines | sed -n 's/^cuda *//p')
[[ $cuda == usable* ]] || fail "skipped: ${cuda:-no CUDA engine}" 77
sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer) ||
    fail "no compute-sanitizer on the PATH or in /usr/local/cuda/bin: it comes with the CUDA toolkit"
export sanitizer

# piece TOOL NAME OPTIONS.. leaves one word or two in NAME.TOOL.verdict, and the log where it contains errors.
piece() {
    local tool=$1 file=$found/${2//[^A-Za-z0-9]/_}.$1 status=0 errors
    shift 2
    timeout -k 5 "$limit" "$sanitizer" --tool "$tool" --error-exitcode 86 --print-limit 20 "$sweep" bench --engine cuda \
        --repeats 1 --warmup 0 --stage-repeats 0 "$@" >"$file.log" 2>&1 </dev/null || status=$?
    # racecheck's errors are in its summary, which follows the hazards that it shows.
    errors=$(sed -nE 's/^=+ (ERROR|RACECHECK) SUMMARY: .*\b([0-9]+) errors?.*/\2/p' "$file.log" | tail -1)
    if [ "$tool" = initcheck ] && [[ "$*" != *"--path portable"* ]] && grep -q 'on access by cudaMemcpy source' "$file.log" &&
        ! grep 'Uninitialized' "$file.log" | grep -qv 'on access by cudaMemcpy source'; then
        echo bulk
    elif [ "${errors:-0}" -gt 0 ] || [ "$status" = 86 ]; then
        echo "${errors:-?} errors"
    elif [ "$status" = 124 ] || [ "$status" = 137 ]; then
        # The log has the errors that were found before the time was up.
        grep -qE '^=+ (Invalid|Uninitialized|Error|Barrier|Divergent)' "$file.log" && echo "? errors" || echo "no verdict"
    elif [ "$status" = 0 ] && [ -n "$errors" ]; then
        if grep -qE '[1-9][0-9]* warning' "$file.log"; then
            echo warnings
        elif grep -q ' skipped: ' "$file.log"; then
            echo "ok in part"  # the log says what the engine does not have
        else
            echo ok
        fi
    elif grep -qE 'sweep: error: .*(bulk tensor copies|cuFFT)' "$file.log"; then
        echo "not here"
    else
        echo failed
    fi >"$file.verdict"
    if [ "$(cat "$file.verdict")" = ok ]; then rm "$file.log"; fi
}
export -f piece

families=$(awk -F '|' -v names="${FAMILIES:-.}" '$1 ~ names' <<<"$families")
[ -n "$families" ] || fail "no family's name matches '$FAMILIES'"
rm -rf "${found:?}"
mkdir -p "$found"
# The slowest tools start first, so that all end at about the same time.
# shellcheck disable=SC2016  # the inner shell expands it
for tool in racecheck initcheck memcheck synccheck; do sed -E "s/ *\| */|/; s/^/$tool|/" <<<"$families"; done |
    xargs -d '\n' -P "${JOBS:-$(nproc)}" -I{} bash -c 'IFS="|" read -r tool name options <<<"$1"; piece "$tool" "$name" $options' _ {}

printf '%-32s' ""
printf '%-12s' "${tools[@]}"
echo
while IFS='|' read -r name _; do
    name=${name%"${name##*[! ]}"}  # without the blanks at its end
    printf '%-32s' "$name"
    for tool in "${tools[@]}"; do printf '%-12s' "$(cat "$found/${name//[^A-Za-z0-9]/_}.$tool.verdict")"; done
    echo
done <<<"$families"
verdicts=$(cat "$found"/*.verdict)
echo
sort <<<"$verdicts" | uniq -c | awk '{ n = $1; $1 = ""; print n " pieces:" $0 }'
shopt -s nullglob
logs=("$found"/*.log)
((${#logs[@]} == 0)) || echo "logs of what is not ok: $found/"
! grep -qE 'errors|failed' <<<"$verdicts"
