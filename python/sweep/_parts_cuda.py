"""What a part has to tell the others, and what enters it (``sweep._parts`` has the equations), for parts of float32 on a GPU: a kernel
of CuPy each, in place of products of matrices whose operands in double are several times the samples.

A part is an array (outside, n, inside); a block has 32 of its lines, a warp for each piece of these. Sums are in double, and always in
the same order.
"""
from __future__ import annotations

import functools
import math

import cupy
import numpy as np

from . import _parts

_LINES, _PIECES = 32, 16  # threads of a block
_LEAST = 1e-10  # what is not felt any more, in float32
_SOURCE = r"""
struct Complex { double re, im; };
__device__ Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }

struct Line {
    long long first, row;  // its first sample, and its first number in an array (outside, rows, inside)
    bool is_there;

    __device__ Line(long long lines, long long n, long long inside, long long rows) {
        const long long i = (long long)blockIdx.x * LINES + threadIdx.x;
        is_there = i < lines;
        first = i / inside * n * inside + i % inside, row = i / inside * rows * inside + i % inside;
    }
};

// Q (side 0) and B (side 1) of `reach` samples from an end on, the farthest first: Horner's scheme over a thread's piece, and then over
// the pieces. powers: p^piece of each pole.
extern "C" __global__ void perimeters(const float* x, const Complex* poles, const Complex* powers, double* out, long long lines,
                                      long long n, long long inside, int reach, int piece) {
    __shared__ Complex sums[PIECES][LINES];
    const Line line(lines, n, inside, 4 * POLES + 2);
    const int first = threadIdx.y * piece, last = min(first + piece, reach);
    for (int side = 0; side < 2; ++side) {
        const float* const end = x + line.first + (side == 0 ? (n - 1) * inside : 0);
        const long long step = side == 0 ? -inside : inside;
        Complex s[POLES] = {};
        if (line.is_there)
#pragma unroll 8
            for (int i = last - 1; i >= first; --i) {
                const double v = end[i * step];
                for (int k = 0; k < POLES; ++k) s[k] = poles[k] * s[k] + Complex{v, 0};
            }
        for (int k = 0; k < POLES; ++k) {
            sums[threadIdx.y][threadIdx.x] = s[k];
            __syncthreads();
            if (threadIdx.y == 0 && line.is_there) {
                Complex sum = {};
                for (int j = PIECES - 1; j >= 0; --j) sum = powers[k] * sum + sums[j][threadIdx.x];
                out[line.row + (2 * side * POLES + k) * inside] = sum.re;
                out[line.row + ((2 * side + 1) * POLES + k) * inside] = sum.im;
            }
            __syncthreads();
        }
        if (threadIdx.y == 0 && line.is_there) out[line.row + (4 * POLES + 1 - side) * inside] = *end;
    }
}

// Adds w p^(i+1) F to sample i (side 0), and w' p^(i+1) G to sample n - 1 - i (side 1). powers: p^(piece j + 1) of each pole, for each
// piece j; weights: w of the poles, then w'.
extern "C" __global__ void enter(float* y, const Complex* poles, const Complex* powers, const Complex* weights, const STATE* states,
                                 long long lines, long long n, long long inside, int reach, int piece) {
    const Line line(lines, n, inside, 4 * POLES);
    const int first = threadIdx.y * piece, last = min(first + piece, reach);
    for (int side = 0; side < 2; ++side) {
        float* const end = y + line.first + (side == 0 ? 0 : (n - 1) * inside);
        const long long step = side == 0 ? inside : -inside;
        if (line.is_there && first < last) {
            Complex s[POLES], p[POLES];
            for (int k = 0; k < POLES; ++k) {
                p[k] = poles[k];
                const STATE* const state = states + line.row + (2 * side * POLES + k) * inside;
                s[k] = weights[side * POLES + k] * powers[k * PIECES + threadIdx.y] * Complex{double(state[0]), double(state[POLES * inside])};
            }
            for (int begin = first; begin < last; begin += AT_ONCE) {
                float v[AT_ONCE];  // all asked for before the first is written
                for (int i = 0; i < AT_ONCE; ++i) v[i] = begin + i < last ? end[(begin + i) * step] : 0;
                for (int i = 0; i < AT_ONCE; ++i) {
                    double sum = 0;
                    for (int k = 0; k < POLES; ++k) sum += s[k].re, s[k] = p[k] * s[k];
                    if (begin + i < last) end[(begin + i) * step] = v[i] + float(sum);
                }
            }
        }
        __syncthreads();  // both ends may reach one sample
    }
}

struct Parts { const double* perimeters[MOST_PARTS]; };

// The states that enter a part, of each line, from the perimeters of all parts. scan: (4 POLES) x (parts (4 POLES + 2)). The states of
// one line lie beside each other if `are_columns`, else those of one number.
extern "C" __global__ void enter_from_all(const Parts parts, const double* scan, STATE* states, int count, long long lines,
                                          int are_columns) {
    const long long line = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    constexpr int of_part = 4 * POLES + 2;
    double sums[4 * POLES] = {};
    for (int p = 0; p < count; ++p)
        for (int k = 0; k < of_part; ++k) {
            const double v = parts.perimeters[p][k * lines + line];
            for (int s = 0; s < 4 * POLES; ++s) sums[s] += scan[(s * count + p) * of_part + k] * v;
        }
    for (int s = 0; s < 4 * POLES; ++s) states[are_columns ? line * (4 * POLES) + s : s * lines + line] = STATE(sums[s]);
}
"""
MOST_PARTS = 64


@functools.lru_cache(maxsize=64)
def _kernel(name, poles, state):
    """Returns a kernel for this number of poles; `state`: the type of states."""
    given = {"POLES": poles, "LINES": _LINES, "PIECES": _PIECES, "AT_ONCE": 8, "STATE": state, "MOST_PARTS": MOST_PARTS}
    return cupy.RawKernel(_SOURCE, name, tuple(f"-D{key}={value}" for key, value in given.items()))


def _piece(reach):
    return -(-reach // _PIECES)


def _numbers(line, reach):
    """Returns the poles, p^piece, p^(piece j + 1) and the weights."""
    poles, steps = np.array(line.poles), _piece(reach) * np.arange(_PIECES) + 1
    return (poles, poles ** _piece(reach), poles[:, np.newaxis] ** steps,
            np.concatenate([line.behind, line.before]).astype(complex))


def _launch(name, line, x, axis, array, state, numbers):
    """Launches a kernel over x; `array`: where its other numbers are."""
    n, inside, reach = x.shape[axis], math.prod(x.shape[axis + 1:]), line.reach(x.shape[axis], _LEAST)
    lines, given = x.size // n, _parts.in_memory_of(x, _numbers, line, reach)
    _kernel(name, len(line.poles), state)((-(-lines // _LINES),), (_LINES, _PIECES),
                                          (x, *(given[i] for i in numbers), array, np.int64(lines), np.int64(n), np.int64(inside),
                                           np.int32(reach), np.int32(_piece(reach))))


def perimeters(line, x, axis):
    """Returns the perimeters of a part in double; see Line.perimeters()."""
    x = cupy.ascontiguousarray(x)
    out = cupy.empty((*x.shape[:axis], line.rows[0], *x.shape[axis + 1:]))
    _launch("perimeters", line, x, axis, out, "double", (0, 1))
    return out


def enter(line, y, axis, states):
    """Adds what enters to y, which is contiguous; see Line.entered()."""
    states = cupy.ascontiguousarray(states)
    _launch("enter", line, y, axis, states, "float" if states.dtype == np.float32 else "double", (0, 2, 3))


@functools.lru_cache(maxsize=None)
def _reads(device, other):
    """True if a GPU reads the memory of the other one."""
    if device == other:
        return True
    if not cupy.cuda.runtime.deviceCanAccessPeer(device, other):
        return False
    with cupy.cuda.Device(device):
        try:
            cupy.cuda.runtime.deviceEnablePeerAccess(other)
        except cupy.cuda.runtime.CUDARuntimeError as error:
            if "AlreadyEnabled" not in str(error):
                raise
    return True


def entering(line, perimeters, scan, dtype, are_columns):
    """Returns the states that enter a part on the current GPU, (states, lines) or, if `are_columns`, (lines, states), from the
    perimeters (numbers, lines) of all parts, at most MOST_PARTS, which lie on any GPU. `scan`: its matrix, of _parts.scan()."""
    device, lines = cupy.cuda.Device().id, perimeters[0].shape[1]
    given = [one if _reads(device, one.device.id) else one.copy() for one in perimeters]
    parts = np.zeros((), [("perimeters", np.uint64, MOST_PARTS)])
    parts["perimeters"][:len(given)] = [one.data.ptr for one in given]
    states = cupy.empty((lines, len(scan)) if are_columns else (len(scan), lines), dtype)
    _kernel("enter_from_all", len(line.poles), "float" if states.dtype == np.float32 else "double")(
        (-(-lines // 128),), (128,), (parts, scan, states, np.int32(len(given)), np.int64(lines), np.int32(are_columns)))
    return states
