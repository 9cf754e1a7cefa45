// Filter design, in double: from a user's request to poles, feedback coefficients and gains. A new filter is
// one function in design.cpp.
#pragma once

#include <complex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/filter/recurrence.h"
#include "core/filter/spec.h"

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
    const PassDesign& pass(int index) const;  // 0 to 3: down, up, right, left
    // The product of the gains of the first `passes` passes.
    double gain_after(int passes) const;
    // The response of the first `passes` passes to the constant 1, without their gains.
    double response_after(int passes) const;
};

// Designs a recursive filter.
//
// gaussian: the recursive approximation of van Vliet, Young and Verbeek (Recursive Gaussian derivative
// filters, 1998); bspline3, bspline5: the inverse of the sampled B-spline ([N11] section 1); butterworth to
// elliptic: one causal pass with the edge, ripple and attenuation that are asked for, run both ways, so that
// the pair has no phase and the response |H|^2: a Butterworth filter is 6 dB down at its cutoff, and dB of
// ripple and attenuation count twice, as in scipy.signal.sosfiltfilt; iir: the coefficients as given ([N11]
// (46)).
//
// Throws Error(usage) when a parameter is out of its range (the message says the range), when the
// coefficients are not stable (it names the pole), and when the filter is not recursive.
FilterDesign design(const FilterSpec& spec);

// A pass with these poles, conjugates adjacent, whose response to a constant is that constant.
PassDesign all_pole_pass(std::vector<std::complex<double>> poles);

// The slowest Gaussian: for larger sigmas float32 carries miss the tolerance of the tests (4e-6 of the
// largest output).
inline constexpr double max_sigma = 8192;

// The limits of the other filters, for the same reason: there poles are as near to 1 (or -1) as those of that
// Gaussian.
inline constexpr double min_cutoff = 1e-5, min_alpha = 1e-4;

// True for recursive filters; false for none, box and sat.
bool is_recursive(FilterKind kind);

// The realisation in which a filter runs when the user asks for `asked` (delta or direct): pole_zero in place
// of delta where it feeds forward. Direct feedback is left as it is, and has no feedforward.
Realisation form_of(const FilterDesign& filter, Realisation asked);

// True when a second-order section of any pass alternates, its poles being near -1
// (core/filter/recurrence.h).
bool alternates(const FilterDesign& filter);

// The roots of z^r + d_1 z^(r-1) + ... + d_r, conjugates adjacent (eigenvalues of the companion matrix, then
// Newton).
std::vector<std::complex<double>> roots(std::span<const double> d);

// The scale q at which the Gaussian of this order, 3 to 5, has the variance sigma^2: a pole 1 / d at q = 1
// becomes 1 / d^(1/q), and the variance, sum 2 d / (d - 1)^2 over all poles, grows with q. Throws
// Error(usage) for other orders.
double gaussian_scale(double sigma, int order);

// The impulse response of both passes of an axis, 2 half + 1 samples with the impulse in the middle, gains
// included.
std::vector<double> impulse_response(const AxisDesign& filter, int half);

namespace detail {
// The poles of each section: the slowest real pole alone when the number of real poles is odd, the others in
// pairs.
struct SectionPoles {
    std::optional<double> first;
    std::vector<std::pair<std::complex<double>, std::complex<double>>> pairs;
};
SectionPoles section_poles(const PassDesign& pass);

struct Sections {
    double first = 1;  // 1 - pole of the section with one pole
    std::vector<double> pair_a, pair_g;
};
Sections sections(const PassDesign& pass);

// sign: -1 for each second-order section that alternates, otherwise 1; k: its coefficient
// (core/filter/recurrence.h).
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

// The sections of the realisation pole_zero (core/filter/recurrence.h): K and D of each, and C, a, g and sign
// of each pair. Zeros go with the poles that they are nearest to. `held` is the state that the constant 1
// leaves unchanged.
struct PoleZeroSections {
    double first = 1;
    std::vector<double> K, D, C, a, g, sign, held;
};
PoleZeroSections pole_zero_sections(const PassDesign& pass);
}  // namespace detail

// The coefficients of one pass in any realisation but parallel (core/filter/parallel_form.h). R is the pass's
// order.
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
