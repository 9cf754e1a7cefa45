#!/usr/bin/env bash
# Tries a wheel in a bare root, in which there is no compiler, and nothing but Debian's Python with NumPy: pip installs it into a virtual
# environment, without a network. Results are compared with those of NumPy in double precision, and the examples of the documents run. As
# root, on Debian, with mmdebstrap:
#   packaging/try_wheel.sh WHEEL [SUITE [MIRROR]]      # SUITE: bookworm; MIRROR: that of this machine
set -euo pipefail
wheel=$(realpath "$1") suite=${2:-bookworm} mirror=${3:-}
source=$(cd "$(dirname "$0")/.." && pwd)
command -v mmdebstrap >/dev/null || { echo "try_wheel.sh: there is no mmdebstrap: apt-get install mmdebstrap" >&2; exit 2; }
[ -s "$wheel" ]
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"
mmdebstrap --quiet --variant=minbase --include=python3-venv,python3-numpy "$suite" "$root" ${mirror:+"$mirror"}
mount -t proc proc "$root/proc"
mkdir -p "$root/tried/docs" "$root/tried/tests"
cp "$wheel" "$root/tried/"
cp -r "$source/docs/python" "$source/docs/library.md" "$root/tried/docs/"
cp -r "$source/tests/python" "$root/tried/tests/"
mkdir "$root/tried/python"
cp "$source/python/README.md" "$root/tried/python/"
in_root() { chroot "$root" env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 "$@"; }
for program in cc c++ cmake nvcc; do
    ! in_root sh -c "command -v $program" || { echo "try_wheel.sh: the root has $program" >&2; exit 1; }
done
echo "$suite: $(in_root python3 --version), $(in_root ldd --version | head -1)"
in_root python3 -m venv --system-site-packages /env
in_root /env/bin/pip --disable-pip-version-check install --no-index --no-deps "/tried/$(basename "$wheel")"
in_root /env/bin/pip --disable-pip-version-check show sweep-filters
du -sh "$root"/env/lib/python3*/site-packages/sweep | sed "s|$root||"
cat >"$root/tried/compare.py" <<'P'
import pathlib
import numpy as np
import sweep

def gaussian(x, sigma):
    """The truth: taps of a sampled Gaussian out to 9 sigma, in double, on an image that reflects at its edges."""
    reach = round(9 * sigma)
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    for axis in 0, 1:
        wide = np.pad(x, [(reach, reach) if axis == a else (0, 0) for a in (0, 1)], mode="symmetric")
        x = np.apply_along_axis(np.convolve, axis, wide, taps / taps.sum(), "valid")
    return x

assert pathlib.Path(sweep.__file__).is_relative_to("/env"), sweep.__file__
x = np.random.default_rng(1).random((301, 203))
for sigma in 2, 12, 40:
    truth = gaussian(x, sigma)
    for kind, most in (np.float32, 3e-4), (np.float64, 3e-4):
        error = np.abs(sweep.gaussian_filter(x.astype(kind), sigma) - truth).max()
        print(f"Gaussian of sigma {sigma} in {np.dtype(kind)}: {error:.1e} from NumPy's")
        assert error < most
error = np.abs(sweep.integral(x) - x.cumsum(0).cumsum(1)).max()
print(f"summed-area table in float64: {error:.1e} from NumPy's, up to {x.sum():.0f}")
assert error < 1e-9
try:
    sweep.gaussian_filter(x.astype(np.float32), 2, engine="cuda")
    raise AssertionError("a root without a GPU filtered on one")
except RuntimeError as why:
    print(f'engine="cuda": {why}')
P
in_root /env/bin/python /tried/compare.py
in_root /env/bin/python /tried/tests/python/examples.py
echo "$suite: the wheel filters"
