// A designed filter: the poles, feedback coefficients and gains of its passes, in double.
#pragma once

#include <complex>
#include <span>
#include <vector>

namespace sweep {

// One pass: H(z) = gain * B(z) * unit_gain / (1 + sum_k d_k z^-k), of order r.
struct PassDesign {
    std::vector<std::complex<double>> poles;  // r of them, inside the unit circle, conjugates adjacent
    std::vector<double> d;                    // feedback coefficients d_1..d_r
    double unit_gain = 1;                     // prod (1 - pole) = 1 + sum d_k
    double gain = 1;                          // applied to the output
    // The feedforward part, in differences: B(z) = sum_k numerator_k (1 - z^-1)^k, at most r + 1 of them;
    // empty: B = 1. In differences a zero at z = 1 is exact, and slow filters keep their digits.
    std::vector<double> numerator;
    // The roots of B as values of 1 - z^-1, conjugates adjacent: B = numerator.back() prod (1 - z^-1 - root).
    std::vector<std::complex<double>> zeros;
    int order() const { return int(poles.size()); }
    bool feeds_forward() const { return !numerator.empty(); }
    // The response to the constant 1, before the gain.
    double response() const { return numerator.empty() ? 1 : numerator.front(); }
    friend bool operator==(const PassDesign&, const PassDesign&) = default;
};

// The causal and the anticausal pass of one axis; both have the same order.
struct AxisDesign {
    PassDesign causal, anticausal;
    int order() const { return causal.order(); }
    bool feeds_forward() const { return causal.feeds_forward() || anticausal.feeds_forward(); }
    // True where both passes leave their lines as they are: an axis along which nothing runs.
    bool is_identity() const;
    friend bool operator==(const AxisDesign&, const AxisDesign&) = default;
};

// Down and up the columns, right and left along the rows; all passes have the same order.
struct FilterDesign {
    AxisDesign columns, rows;
    int order() const { return columns.order(); }
    bool feeds_forward() const { return columns.feeds_forward() || rows.feeds_forward(); }
    const PassDesign& pass(int index) const;  // 0 to 3: down, up, right, left
    // The product of the gains of the first `passes` passes.
    double gain_after(int passes) const;
    // The response of the first `passes` passes to the constant 1, without their gains.
    double response_after(int passes) const;
    friend bool operator==(const FilterDesign&, const FilterDesign&) = default;
};

// A pass with these poles, conjugates adjacent, whose response to a constant is that constant.
PassDesign all_pole_pass(std::vector<std::complex<double>> poles);

// Sets the pass's B = scale * prod (1 - z^-1 - zero); conjugates are adjacent.
void set_zeros(PassDesign& pass, std::vector<std::complex<double>> zeros, double scale);

// The roots of z^r + d_1 z^(r-1) + ... + d_r, conjugates adjacent (eigenvalues of the companion matrix, then
// Newton).
std::vector<std::complex<double>> roots(std::span<const double> d);

}  // namespace sweep
