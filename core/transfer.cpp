#include "core/transfer.h"

#include <cmath>

namespace sweep {

std::complex<double> transfer(const PassDesign& pass, double omega) {
    using Complex = std::complex<double>;
    // 1 - z^-1, and with it 1 - p z^-1 = (1 - p) + p (1 - z^-1): both keep their digits near z = 1.
    const double half = std::sin(omega / 2);
    const Complex u(2 * half * half, std::sin(omega));
    Complex h = pass.gain;
    for (const Complex& p : pass.poles) h *= (1.0 - p) / (1.0 - p + p * u);
    if (!pass.feeds_forward()) return h;
    Complex b = 0;
    for (std::size_t k = pass.numerator.size(); k-- > 0;) b = b * u + pass.numerator[k];
    return h * b;
}

std::complex<double> transfer(const AxisDesign& axis, bool both, double omega) {
    const std::complex<double> h = transfer(axis.causal, omega);
    return both ? h * transfer(axis.anticausal, -omega) : h;
}

}  // namespace sweep
