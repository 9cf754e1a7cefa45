#include "core/design/transfer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sweep {

std::complex<double> transfer(const PassDesign& pass, double omega) {
    using Complex = std::complex<double>;
    // u = 1 - z^-1, by which 1 - p z^-1 = (1 - p) + p u: both keep their digits near z = 1.
    const double half = std::sin(omega / 2);
    const Complex u(2 * half * half, std::sin(omega));
    Complex h = pass.gain;
    for (const Complex& p : pass.poles) h *= (1.0 - p) / (1.0 - p + p * u);
    if (!pass.feeds_forward()) return h;
    Complex b = pass.numerator.back();  // from its zeros, because its powers cancel near z = -1
    for (const Complex& zero : pass.zeros) b *= u - zero;
    return h * b;
}

double peak(const PassDesign& pass) {
    constexpr int steps = 64;
    constexpr double pi = 3.141592653589793;
    double most = 0;
    for (int i = 0; i <= steps; ++i) most = std::max(most, std::abs(transfer(pass, pi * i / steps)));
    for (const std::complex<double>& p : pass.poles)
        most = std::max(most, std::abs(transfer(pass, std::arg(p))));
    return most;
}

double least_mirrored(const PassDesign& pass) {
    if (!pass.feeds_forward()) return 1;
    double least = std::numeric_limits<double>::infinity();
    for (const std::complex<double>& p : pass.poles) {
        std::complex<double> b = pass.numerator.back();
        for (const std::complex<double>& zero : pass.zeros) b *= 1.0 - p - zero;
        least = std::min(least, std::abs(b));
    }
    PassDesign without_gain = pass;
    without_gain.gain = 1;
    return least / peak(without_gain);
}

std::complex<double> transfer(const AxisDesign& axis, bool both, double omega) {
    const std::complex<double> h = transfer(axis.causal, omega);
    return both ? h * transfer(axis.anticausal, -omega) : h;
}

}  // namespace sweep
