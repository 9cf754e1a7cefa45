#!/usr/bin/env bash
# Shows Sweep on a fresh machine: installs what is missing, builds Release, and opens the window; without a
# display it draws the same window into build/sweep.png. Arguments go to the program: an image, options.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$root/cmake/release.sh"
sweep=$root/$release/sweep

for argument in "$@"; do
    [[ $argument == --help || $argument == -h ]] || continue
    echo "app/demo.sh [PICTURE] [OPTIONS of sweep]: installs what is missing, builds Release, and opens the window;"
    echo "without a display it draws the same window into build/sweep.png."
    if [[ -x $sweep ]]; then "$sweep" --help; else echo "After it was built: build/release/sweep --help"; fi
    exit 0
done

source "$root/third_party/packages.sh"
install_packages "${build_packages[@]}" "${run_packages[@]}"
if ! has_gpu; then
    echo "sweep: no NVIDIA GPU here: the CPU engine is built alone; for other machines: cmake --preset packages && cmake --build --preset packages"
fi
(cd "$root" && configure_release -DSWEEP_TESTS=OFF -DSWEEP_BENCH=OFF -DBUILD_SHARED_LIBS=OFF)

build() {
    cmake --build "$root/$release" --parallel "$(nproc)" --target "$@"
}
# What reads and writes films is built behind the first picture, unless the arguments may need it.
films() {
    [[ ! $(cmake --build "$root/$release" --target help) =~ sweep_film_module ]] || build sweep_film_module
}
build sweep
(($# == 0)) || films

no_display=3  # the program's exit code for it
if [[ -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
    (films >"$root/build/films.log" 2>&1) &
    status=0
    "$sweep" "$@" || status=$?
    wait
    ((status == no_display)) || exit "$status"
fi
"$sweep" shot "$root/build/sweep.png" "$@"
echo "sweep: no display, so the window was drawn into $root/build/sweep.png"
films
