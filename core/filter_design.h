// Filter design, in double: from what a user asks for to poles, feedback coefficients and gains.
// A new filter is one function here.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "core/filter_spec.h"
#include "core/recurrence.h"

namespace sweep {

// One pass: H(z) = gain * unit_gain / (1 + sum_k d_k z^-k), so that a constant c becomes gain * c.
struct PassDesign {
    std::vector<std::complex<double>> poles;  // r of them, inside the unit circle, conjugates adjacent
    std::vector<double> d;                    // feedback coefficients d_1..d_r
    double unit_gain = 1;                     // prod (1 - pole) = 1 + sum d_k
    double gain = 1;                          // response to a constant
    int order() const { return int(poles.size()); }
};

// The causal and the anticausal pass of each axis; both have the same order.
struct FilterDesign {
    PassDesign causal, anticausal;
    int order() const { return causal.order(); }
    // What the first `passes` of down, up, right, left do to a constant.
    double gain_after(int passes) const;
};

// The design of a recursive filter (gaussian, bspline3, bspline5, iir).
// Throws Error(usage): sigma not a positive finite number or beyond max_sigma, an order that the filter does
// not have, coefficients that are not stable (names the pole), a filter that is not recursive.
FilterDesign design(const FilterSpec& spec);

// Beyond this, float32 carries no longer meet the tolerance of the tests (4e-6 of the largest output).
inline constexpr double max_sigma = 8192;

// Whether the kind is a recursive filter, as opposed to none, box and sat.
bool is_recursive(FilterKind kind);

// Roots of z^r + d_1 z^(r-1) + ... + d_r, conjugates adjacent (companion matrix, then Newton steps).
std::vector<std::complex<double>> roots(std::span<const double> d);

// The scale q at which van Vliet's poles of the given order have variance sigma^2 (gaussian.md; monotone in
// q).
double gaussian_scale(double sigma, int order);

// Impulse response of the whole filter along one axis, `2 half + 1` samples, centred; for plots and tests.
std::vector<double> impulse_response(const FilterDesign& filter, int half);

namespace detail {
struct Sections {
    double first = 1;  // 1 - pole of the lone real pole, when the order is odd
    std::vector<double> pair_a, pair_g;
};
Sections sections(const PassDesign& pass);
}  // namespace detail

// The coefficients of one pass for a realisation. R must be the pass's order.
template <class S, int R, Realisation K>
Recurrence<S, R, K> make_recurrence(const PassDesign& pass) {
    Recurrence<S, R, K> recurrence{};
    if constexpr (K == Realisation::direct) {
        recurrence.g = S(pass.unit_gain);
        for (int k = 0; k < R; ++k) recurrence.d[k] = S(pass.d[std::size_t(k)]);
    } else {
        const detail::Sections s = detail::sections(pass);
        recurrence.first = S(s.first);
        for (int k = 0; k < R / 2; ++k) {
            recurrence.a[k] = S(s.pair_a[std::size_t(k)]);
            recurrence.g[k] = S(s.pair_g[std::size_t(k)]);
        }
    }
    return recurrence;
}

}  // namespace sweep
