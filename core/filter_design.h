// Filter design, in double: from what a user asks for to poles, feedback coefficients and gains.
// A new filter is one function here.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/filter_spec.h"
#include "core/recurrence.h"

namespace sweep {

// One pass: H(z) = gain * B(z) * unit_gain / (1 + sum_k d_k z^-k).
struct PassDesign {
    std::vector<std::complex<double>> poles;  // r of them, inside the unit circle, conjugates adjacent
    std::vector<double> d;                    // feedback coefficients d_1..d_r
    double unit_gain = 1;                     // prod (1 - pole) = 1 + sum d_k
    double gain = 1;                          // applied to the output
    // What is fed forward: B(z) = sum_k numerator_k (1 - z^-1)^k, at most r + 1 of them; empty: 1. Written in differences,
    // a zero at z = 1 is exact and slow filters keep their digits.
    std::vector<double> numerator;
    int order() const { return int(poles.size()); }
    bool feeds_forward() const { return !numerator.empty(); }
    // What becomes of the constant 1, before the gain.
    double response() const { return numerator.empty() ? 1 : numerator.front(); }
};

// The causal and the anticausal pass of one axis; both have the same order.
struct AxisDesign {
    PassDesign causal, anticausal;
    int order() const { return causal.order(); }
    bool feeds_forward() const { return causal.feeds_forward() || anticausal.feeds_forward(); }
};

// Down and up the columns, right and left along the rows; all passes have the same order.
struct FilterDesign {
    AxisDesign columns, rows;
    int order() const { return columns.order(); }
    bool feeds_forward() const { return columns.feeds_forward() || rows.feeds_forward(); }
    const PassDesign& pass(int index) const;  // 0..3: down, up, right, left
    // The product of the gains of the first `passes` of down, up, right, left.
    double gain_after(int passes) const;
    // What becomes of the constant 1 in them, gains left out.
    double response_after(int passes) const;
};

// The design of a recursive filter. Throws Error(usage): a parameter that the filter cannot have (says which ones it can
// have), coefficients that are not stable (names the pole), a filter that is not recursive.
FilterDesign design(const FilterSpec& spec);

// Beyond this, float32 carries no longer meet the tolerance of the tests (4e-6 of the largest output).
inline constexpr double max_sigma = 8192;

// Whether the kind is a recursive filter, as opposed to none, box and sat.
bool is_recursive(FilterKind kind);

// A filter's delta cascade, with an output row where it feeds forward. What the user asked for (delta or direct) comes
// first: direct feedback has no feedforward.
Realisation form_of(const FilterDesign& filter, Realisation asked);

// Roots of z^r + d_1 z^(r-1) + ... + d_r, conjugates adjacent (companion matrix, then Newton steps).
std::vector<std::complex<double>> roots(std::span<const double> d);

// The scale q at which van Vliet's poles of the given order have variance sigma^2 (gaussian.md; monotone in
// q).
double gaussian_scale(double sigma, int order);

// Impulse response of the whole filter along one axis, `2 half + 1` samples, centred; for plots and tests.
std::vector<double> impulse_response(const AxisDesign& filter, int half);

namespace detail {
// How the poles share out among sections: a lone real one when their number is odd, then pairs.
struct SectionPoles {
    std::optional<double> first;
    std::vector<std::pair<std::complex<double>, std::complex<double>>> pairs;
};
SectionPoles section_poles(const PassDesign& pass);

struct Sections {
    double first = 1;  // 1 - pole of the lone real pole, when the order is odd
    std::vector<double> pair_a, pair_g;
};
Sections sections(const PassDesign& pass);

// The output row of the cascade of these sections for the pass's numerator: D, C_1..C_r.
std::vector<double> output_row(const PassDesign& pass, const Sections& sections);
}  // namespace detail

// The coefficients of one pass for a realisation, but for parallel (core/parallel_form.h). R must be the pass's order.
template <class S, int R, Realisation K>
Recurrence<S, R, K> make_recurrence(const PassDesign& pass) {
    static_assert(K != Realisation::parallel);
    Recurrence<S, R, K> recurrence{};
    if constexpr (K == Realisation::direct) {
        recurrence.g = S(pass.unit_gain);
        for (int k = 0; k < R; ++k) recurrence.d[k] = S(pass.d[std::size_t(k)]);
    } else if constexpr (K == Realisation::pole_zero) {
        recurrence.poles = make_recurrence<S, R, Realisation::delta>(pass);
        const std::vector<double> row = detail::output_row(pass, detail::sections(pass));
        recurrence.row.D = S(row[0]);
        for (int k = 0; k < R; ++k) recurrence.row.C[k] = S(row[std::size_t(k) + 1]);
        recurrence.row.constant = S(pass.response());
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
