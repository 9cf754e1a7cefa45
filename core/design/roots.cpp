// The roots of a polynomial, which core/design/design.h declares; the only file of core that needs Eigen. The
// imaginary part of a real root is 0, and the roots of a pair are conjugates to the last bit:
// core/design/sections.cpp tells by that which poles and zeros go together.
#include <cmath>

#include <Eigen/Eigenvalues>

#include "core/design/design.h"

namespace sweep {

using Complex = std::complex<double>;

std::vector<Complex> roots(std::span<const double> d) {
    std::size_t order = d.size();
    while (order > 0 && d[order - 1] == 0) --order;  // these roots are zero, and are added below
    const Eigen::Index n = Eigen::Index(order);
    Eigen::MatrixXd companion = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index k = 0; k < n; ++k) {
        companion(0, k) = -d[std::size_t(k)];
        if (k > 0) companion(k, k - 1) = 1;
    }
    std::vector<Complex> real, pairs;
    if (n > 0) {
        const Eigen::VectorXcd values = companion.eigenvalues();
        for (Eigen::Index k = 0; k < n; ++k) {
            if (values[k].imag() < 0) continue;
            std::complex<long double> z = values[k];
            for (int newton = 0; newton < 4; ++newton) {  // eigenvalues alone lose digits near z = 1
                std::complex<long double> p = 1, dp = 0;
                for (std::size_t i = 0; i < order; ++i) {
                    dp = dp * z + p;
                    p = p * z + std::complex<long double>(d[i]);
                }
                if (std::abs(dp) < 1e-6L) break;  // a multiple root: Newton's step would not help
                z -= p / dp;
            }
            const Complex root(double(z.real()), double(z.imag()));
            if (values[k].imag() == 0)
                real.push_back(root.real());
            else
                pairs.insert(pairs.end(), {root, std::conj(root)});
        }
    }
    real.resize(real.size() + d.size() - order, 0.0);
    pairs.insert(pairs.end(), real.begin(), real.end());
    return pairs;
}

}  // namespace sweep
