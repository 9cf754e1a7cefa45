# shellcheck shell=bash disable=SC2034
# Sourced by app/demo.sh, tests/run.sh and bench/replicate.sh, which share one build.
release=build/release  # in the folder of the repository

has_gpu() {
    nvidia-smi -L >/dev/null 2>&1
}
# Configures the build for this machine: configure_release [OPTION of CMake]..
# Without a GPU its kernels would be compiled for minutes and for nobody.
configure_release() {
    local cuda=AUTO
    has_gpu || cuda=OFF
    cmake --preset release -DSWEEP_CUDA=$cuda "$@"
}
