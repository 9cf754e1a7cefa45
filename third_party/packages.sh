# shellcheck shell=bash disable=SC2034
# What Debian 12 and Ubuntu 24.04 call the things that Sweep is built from. Sourced by app/demo.sh, tests/run.sh.

build_packages=(
    cmake ninja-build g++ ca-certificates
    libeigen3-dev libtbb-dev libhwy-dev
    libstb-dev libpng-dev libjpeg-dev libtiff-dev libopenexr-dev liblcms2-dev libwebp-dev libheif-dev
    libcli11-dev nlohmann-json3-dev libfmt-dev
    libavformat-dev libavcodec-dev libavdevice-dev libswscale-dev pkg-config
    libgl-dev python3-glad libglfw3-dev libimgui-dev fonts-dejavu-core
    libcairo2-dev libcpp-httplib-dev libqrcodegencpp-dev libboost-context-dev
)
# The software renderer of Mesa draws where there is no GPU driver.
run_packages=(libegl1 libgl1 libgl1-mesa-dri)
test_packages=(mold exiv2 libtiff-tools libgtest-dev librapidcheck-dev xvfb xauth xdotool shellcheck
    python3-dev python3-numpy python3-pil python3-scipy python3-pytest python3-tifffile ffmpeg chromium-headless-shell)
# For tests/run.sh --all alone.
thorough_packages=(python3-torch python3-dask python3-distributed python3-zarr python3-sphinx furo python3-myst-parser)
# The library for the web, and node, which tests it.
web_packages=(emscripten nodejs)
sanitizer_packages=(clang clang-tidy libclang-rt-dev)

# install_packages PACKAGE...: installs those that are missing, and says so. Where that is not possible it goes on:
# the libraries may be here under another name, and CMake fetches what it does not find.
install_packages() {
    local package missing=() known=() as_root=()
    if ! command -v apt-get >/dev/null; then
        command -v cmake >/dev/null && return
        echo "sweep: error: no apt-get here; install what Debian calls: $*" >&2
        return 1
    fi
    for package; do
        [[ $(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null) == ?i* ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

    if ((EUID != 0)); then
        as_root=(sudo)
        [[ -t 0 ]] || as_root+=(-n)  # nobody is there to type a password
        if ! command -v sudo >/dev/null || ! "${as_root[@]}" true; then
            echo "sweep: not root, and sudo is not there or refused; run as root: apt-get install -y ${missing[*]}" >&2
            command -v cmake >/dev/null
            return
        fi
    fi
    apt_get() {
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@" </dev/null
    }

    apt-cache show "${missing[@]}" >/dev/null 2>&1 || apt_get update || true
    for package in "${missing[@]}"; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            known+=("$package")
        else
            echo "sweep: this system has no package $package; going on without it" >&2
        fi
    done
    ((${#known[@]})) || return 0
    echo "sweep: installing ${known[*]}"
    apt_get install -y --no-install-recommends "${known[@]}" && return
    # The package lists may be older than the archive.
    apt_get update && apt_get install -y --no-install-recommends "${known[@]}" && return
    echo "sweep: apt-get failed; going on with what is here" >&2
    command -v cmake >/dev/null
}
