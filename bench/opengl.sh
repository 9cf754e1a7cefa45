#!/usr/bin/env bash
# The OpenGL engine on this GPU: its tests, all cases of them, and its speed beside CUDA's portable kernels and a copy by a
# shader, in one run.
#   bench/opengl.sh build/release [folder for the JSON files]
set -eu
build=${1:?the build folder}
out=${2:-$(mktemp -d)}
mkdir -p "$out"
sweep=$build/sweep
cuda=
if "$sweep" list engines | grep -q "^cuda *usable"; then cuda=,cuda; fi

"$sweep" list engines
SWEEP_OPENGL_CASES=all "$build/tests/test_opengl" --gtest_brief=1
"$build/tests/test_opengl_textures" --gtest_brief=1

bench() {  # bench NAME OPTION..
    local name=$1
    shift
    "$sweep" bench --engine "opengl$cuda" --path portable --algorithm 7 --boundary clamp --sigma 5 --warmup 400 --repeats 200 \
        --check --json "$out/$name.json" "$@"
}
bench floats --size 1920x1080,2048,4096,8192 --order 3
# Order 1 is no Gaussian's.
bench order1 --size 1920x1080,2048,4096,8192 --filter bspline3
for filter in "--filter bspline3" "--sigma 1 --order 3"; do
    # shellcheck disable=SC2086  # an option and its value
    "$sweep" bench --engine opengl --algorithm halo,7 --boundary clamp $filter --size 1920x1080,2048,4096,8192 --warmup 400 --repeats 200 --check
done
bench order5 --size 1920x1080,4096 --order 5
for block in 32 64; do bench "blocks$block" --size 4096,8192 --order 3 --block $block; done
bench frame --size 3840x2160 --channels 4 --sample u8 --memory texture --filter gaussian --result half --order 3
for channels in 3 4; do bench "channels$channels" --size 3840x2160 --channels $channels --order 3; done
"$sweep" bench --engine "opengl$cuda" --path portable --filter sat --algorithm sat --size 1920x1080,2048,4096,8192 --warmup 400 \
    --repeats 200 --json "$out/tables.json"
echo "JSON files: $out"
