"""The papers' two measurements of accuracy: the residual of an interpolation, and exact boundaries beside padding."""

import math
import random
import subprocess
import tempfile

import npy

ALGORITHMS = ("rt", "2", "4", "5", "6", "7", "8")
BOUNDARIES = ("clamp", "repeat", "mirror")
TOLERANCE = 1e-10  # [N16] equation 77: what a response has decayed to after n pixels


class Unable(Exception):
    """The program refused; the text is its reason."""


def filtered(sweep, folder, *options):
    command = [sweep, "filter", f"{folder}/in.npy", f"{folder}/out.npy", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Unable((done.stderr.strip() or "no reason").splitlines()[-1])
    return npy.read(f"{folder}/out.npy")


# ---- [N11] section 8, precision ------------------------------------------------------------------------------------


def smoothed(rows):
    """Each row convolved with [1 4 1] / 6, without its two ends; then rows and columns are exchanged."""
    return list(zip(*([(a + 4 * b + c) / 6 for a, b, c in zip(row, row[1:], row[2:])] for row in rows)))


def residuals(sweep, engine, algorithms, side):
    """Of each algorithm, the norm of X - V * [1 4 1] / 6 over that of X: V is the cubic B-spline inverse of X.

    The papers' filters begin and end at zero. Then the equation holds everywhere but in the outermost pixels.
    """
    random.seed(1)
    image = [[random.random() for _ in range(side)] for _ in range(side)]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        npy.write(f"{folder}/in.npy", image, "f4")
        image = [row[1:-1] for row in npy.read(f"{folder}/in.npy")[1:-1]]
        norm = math.sqrt(sum(x * x for row in image for x in row))
        for algorithm in algorithms:
            try:
                v = filtered(sweep, folder, "--filter", "bspline3", "--boundary", "none", "--engine", engine,
                             "--algorithm", algorithm)
            except Unable as reason:
                found[algorithm] = str(reason)
                continue
            back = smoothed(smoothed(v))
            found[algorithm] = math.sqrt(sum((a - b) ** 2 for x, y in zip(image, back) for a, b in zip(x, y))) / norm
    return found


# ---- [N16] section 6, numerical behaviour --------------------------------------------------------------------------


def extended(line, boundary, count):
    """The line with `count` samples of its extension before it, and as many behind it."""
    n = len(line)

    def at(i):
        if boundary == "clamp":
            return line[min(max(i, 0), n - 1)]
        if boundary == "repeat":
            return line[i % n]
        return line[min(i % (2 * n), 2 * n - 1 - i % (2 * n))]

    return [at(i) for i in range(-count, n + count)]


def both_ways(line, feedback, gain):
    d1, d2 = feedback
    for _ in range(2):
        y1 = y2 = 0.0
        out = []
        for x in line:
            y1, y2 = gain * x - d1 * y1 - d2 * y2, y1
            out.append(y1)
        line = out[::-1]
    return line


def boundary_errors(sweep, samples, lengths, each):
    """The largest error at each boundary, relative to the largest output, over filters of order 2, in double.

    `each` angles for each length, stratified over [0, pi]. The truth is the same recurrence on a line so long that
    both ends have decayed to nothing.
    """
    random.seed(2)
    line = [random.random() for _ in range(samples)]
    errors, count = dict.fromkeys(BOUNDARIES, 0.0), 0
    with tempfile.TemporaryDirectory() as folder:
        npy.write(f"{folder}/in.npy", [line])
        for n in lengths:
            for k in range(each):
                theta = math.pi * (k + random.random()) / each
                rho = (TOLERANCE * math.sin(theta)) ** (2 / n)
                feedback = (-2 * rho * math.cos(theta), rho * rho)
                gain = 1 + sum(feedback)
                count += 1
                for boundary in BOUNDARIES:
                    got = filtered(sweep, folder, "--filter", "iir", f"--causal={feedback[0]!r},{feedback[1]!r}",
                                   "--axes", "x", "--boundary", boundary, "--engine", "cpu", "--algorithm", "6")[0]
                    more = 4 * n
                    truth = both_ways(extended(line, boundary, more), feedback, gain)[more:-more]
                    worst = max(abs(a - b) for a, b in zip(got, truth))
                    errors[boundary] = max(errors[boundary], worst / max(map(abs, truth)))
    return errors, count
