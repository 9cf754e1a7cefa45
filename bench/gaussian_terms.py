#!/usr/bin/env python3
"""The exponentials of core/design/rational_gaussian.cpp: fits the kernels of the Gaussian's derivatives, and says their error.

    bench/gaussian_terms.py [--order 3,5,7] [--derivative 1,2]

x exp(-x^2 / 2) and (x^2 - 1) exp(-x^2 / 2), x > 0, become sums of n damped exponentials, sum Re r exp(-a x), conjugate
pairs twice, with the least sum of absolute errors: least squares whose weights are the errors of the step before (iteratively
reweighted). The linear factors r follow from each choice of a, so that only the a are searched (variable projection); they
begin as those of exp(-x^2 / 2) itself, from the method of Caratheodory and Fejer (Trefethen, Weideman, Schmelzer 2006). The
second derivative's integral is kept at 0: a constant stays nothing. Needs NumPy and SciPy (Debian: python3-scipy).
"""

import argparse

import numpy as np
from scipy.optimize import least_squares

# The exponents a of exp(-x^2 / 2), the real one last.
GAUSSIAN = {
    3: [1.6177048818644 + 1.4901777161049j, 1.6545714981292],
    5: [1.9976153864474 + 2.4636317063888j, 2.0584390218703 + 1.1644662548879j, 2.0762534958105],
    7: [2.3100327569879 + 3.2384724177482j, 2.3791005143232 + 2.0359032546770j, 2.4143009171963 + 0.9911893259570j, 2.4253234392852],
}
KERNELS = {1: lambda x: x * np.exp(-x * x / 2), 2: lambda x: (x * x - 1) * np.exp(-x * x / 2)}
X = np.linspace(0, 11, 2201)
ENDS = np.where(X == 0, 0.5, 1.0)  # of the trapezium rule
SCALES = (0.9, 1.0, 1.1, 1.2)  # of the exponents that the search begins with
STEPS = 25


def packed(exponents):
    return [part for a in exponents[:-1] for part in (a.real, a.imag)] + [exponents[-1].real]


def exponents_of(values):
    return [complex(*pair) for pair in zip(values[0:-1:2], values[1:-1:2])] + [complex(values[-1])]


def columns(exponents, of_pair, of_real):
    """Two columns, for the real and the imaginary part of r, for each pair, and one for the real exponent."""
    parts = [(2 * value.real, -2 * value.imag) for value in map(of_pair, exponents[:-1])]
    return np.array([column for pair in parts for column in pair] + [of_real(exponents[-1].real)]).T


def factors_of(exponents, target, weights, derivative):
    """Returns the best r, as real numbers, and the errors at X."""
    basis = columns(exponents, lambda a: np.exp(-a * X), lambda a: np.exp(-a * X))
    free = np.eye(basis.shape[1])
    if derivative == 2:  # r is orthogonal to the integrals of the exponentials
        integrals = columns(exponents, lambda a: 1 / a, lambda a: 1 / a)
        free = np.linalg.qr(np.c_[integrals, free])[0][:, 1:]
    r = free @ np.linalg.lstsq((basis @ free) * weights[:, None], target * weights, rcond=None)[0]
    return r, basis @ r - target


def fit(order, derivative):
    """Returns sum |error| / sum |kernel|, the exponents and the r of the best fit."""
    target, best = KERNELS[derivative](X), (np.inf,)
    for scale in SCALES:
        values = np.array(packed(GAUSSIAN[order])) * scale
        weights = np.sqrt(ENDS)
        for _ in range(STEPS):
            values = least_squares(
                lambda v, w=weights: factors_of(exponents_of(v), target, w, derivative)[1] * w,
                values, xtol=1e-15, ftol=1e-15, gtol=1e-15, max_nfev=60,
            ).x  # fmt: skip
            r, error = factors_of(exponents_of(values), target, weights, derivative)
            size = np.abs(error)
            best = min(best, ((size @ ENDS) / (np.abs(target) @ ENDS), exponents_of(values), r), key=lambda one: one[0])
            weights = np.sqrt(ENDS / np.maximum(size, 1e-3 * size.max()))
            weights /= weights.mean()
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, known in (("order", GAUSSIAN), ("derivative", KERNELS)):
        parser.add_argument(f"--{name}", default=list(known), type=lambda text: [int(word) for word in text.split(",")])
    options = parser.parse_args()
    for derivative in options.derivative:
        for order in options.order:
            error, exponents, r = fit(order, derivative)
            print(f"derivative {derivative}, order {order}: {error:.3g} of the kernel")
            for k, a in enumerate(exponents[:-1]):
                print(f"    {{{{{a.real:.13f}, {a.imag:.13f}}}, {{{r[2 * k]:.13f}, {r[2 * k + 1]:.13f}}}}},")
            print(f"    {{{exponents[-1].real:.13f}, {r[-1]:.13f}}}", flush=True)


if __name__ == "__main__":
    main()
