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
    // Its roots, as values of 1 - z^-1, conjugates adjacent: B = numerator.back() prod (1 - z^-1 - root).
    std::vector<std::complex<double>> zeros;
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

// The design of a recursive filter. butterworth to elliptic are designed as one causal pass, whose edges, ripple and
// attenuation are what is asked for, and run both ways: together they have no phase and |H|^2, so that a Butterworth filter
// is 6 dB down at its cutoff, and dB of ripple and attenuation count twice (as of scipy.signal.sosfiltfilt). Throws Error(usage): a parameter that the filter cannot have (says which ones it can
// have), coefficients that are not stable (names the pole), a filter that is not recursive.
FilterDesign design(const FilterSpec& spec);

// The pass with these poles, conjugates adjacent, and unit response to a constant.
PassDesign all_pole_pass(std::vector<std::complex<double>> poles);

// Beyond this, float32 carries no longer meet the tolerance of the tests (4e-6 of the largest output).
inline constexpr double max_sigma = 8192;

// Beyond these the same is true: poles come as near to 1 (or to -1) as those of the slowest Gaussian.
inline constexpr double min_cutoff = 1e-5, min_alpha = 1e-4;

// Whether the kind is a recursive filter, as opposed to none, box and sat.
bool is_recursive(FilterKind kind);

// A filter's delta cascade, with an output row where it feeds forward. What the user asked for (delta or direct) comes
// first: direct feedback has no feedforward.
Realisation form_of(const FilterDesign& filter, Realisation asked);

// Whether poles of a pass lie so near to -1 that a second-order section alternates (core/recurrence.h).
bool alternates(const FilterDesign& filter);

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

// Which second-order sections alternate: sign -1, otherwise 1; and k of an all-pole cascade (core/recurrence.h).
struct Alternation {
    std::vector<double> k, sign;
};
Alternation alternation(const PassDesign& pass);

template <class S, int R>
DeltaSections<S, R> rounded(const Sections& s) {
    DeltaSections<S, R> rounded{};
    rounded.first = S(s.first);
    for (int k = 0; k < R / 2; ++k) {
        rounded.a[k] = S(s.pair_a[std::size_t(k)]);
        rounded.g[k] = S(s.pair_g[std::size_t(k)]);
    }
    return rounded;
}

// The sections that put out the pass's B (core/recurrence.h), zeros with the poles that they are nearest to: of each its
// K and D, of the pairs C, a, g and sign too. `held` is the state that the constant 1 leaves unchanged.
struct PoleZeroSections {
    double first = 1;
    std::vector<double> K, D, C, a, g, sign, held;
};
PoleZeroSections pole_zero_sections(const PassDesign& pass);
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
        const detail::PoleZeroSections s = detail::pole_zero_sections(pass);
        auto round = [](const std::vector<double>& from, auto& to) {
            for (std::size_t k = 0; k < from.size(); ++k) to[int(k)] = S(from[k]);
        };
        recurrence.first = S(s.first);
        round(s.K, recurrence.K), round(s.D, recurrence.D), round(s.C, recurrence.C);
        round(s.a, recurrence.a), round(s.g, recurrence.g), round(s.sign, recurrence.sign);
        round(s.held, recurrence.held);
        recurrence.constant = S(pass.response());
    } else {
        const detail::Sections s = detail::sections(pass);
        const detail::Alternation alternates = detail::alternation(pass);
        recurrence.first = S(s.first);
        for (int i = 0; i < R / 2; ++i) {
            recurrence.sign[i] = S(alternates.sign[std::size_t(i)]);
            recurrence.k[i] = S(alternates.k[std::size_t(i)]);
            recurrence.a[i] = recurrence.sign[i] * S(s.pair_a[std::size_t(i)]);
            recurrence.g[i] = S(s.pair_g[std::size_t(i)]);
        }
    }
    return recurrence;
}

}  // namespace sweep
