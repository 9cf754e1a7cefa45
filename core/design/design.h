// Filter design, in double: from a user's request to poles, feedback coefficients and gains. A new filter is a
// function in designs.cpp and a row of the table in kinds.cpp.
#pragma once

#include <complex>
#include <optional>
#include <utility>
#include <vector>

#include "core/design/designs.h"
#include "core/design/kinds.h"
#include "core/filter/pass_design.h"
#include "core/filter/recurrence.h"
#include "core/filter/spec.h"

namespace sweep {

// Designs a recursive filter.
//
// gaussian: the recursive approximation of van Vliet, Young and Verbeek (Recursive Gaussian derivative
// filters, 1998) or, to an accuracy, rational_gaussian(); bspline2 to bspline5: the inverse of the sampled B-spline
// ([N11] section 1); butterworth to elliptic: one causal pass with the edge, ripple and attenuation that are asked
// for, run both ways, so that the pair has no phase and the response |H|^2: a Butterworth filter is 6 dB down at its
// cutoff, and dB of ripple and attenuation count twice, as in scipy.signal.sosfiltfilt; iir: the coefficients as
// given ([N11] (46)).
//
// Throws Error(usage) when a parameter is out of its range (the message says the range), when the
// coefficients are not stable (it names the pole), and when the filter is not recursive.
FilterDesign design(const FilterSpec& spec);

// The realisation in which a filter runs when the user asks for `asked` (delta or direct): pole_zero in place
// of delta where it feeds forward. Direct feedback is left as it is, and has no feedforward.
Realisation form_of(const FilterDesign& filter, Realisation asked);

// True when a second-order section of any pass alternates, its poles being near -1, or has no memory, its poles
// being 0 (core/filter/recurrence.h).
bool alternates(const FilterDesign& filter);

// The impulse response of both passes of an axis, 2 half + 1 samples with the impulse in the middle, gains
// included.
std::vector<double> impulse_response(const AxisDesign& filter, int half);

// exp(-i^2 / (2 sigma^2)) for i from -half to half, scaled to sum 1; or its derivative of order 1 or 2.
std::vector<double> sampled_gaussian(double sigma, int half, int derivative = 0);

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
    double kept = 1;   // 0 where that section has no memory
    std::vector<double> pair_a, pair_g;
};
Sections sections(const PassDesign& pass);

// sign: -1 for each second-order section that alternates, 0 without memory, otherwise 1; k: its coefficient
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
    double first = 1, kept = 1;
    std::vector<double> K, D, C, a, g, sign, held;
};
PoleZeroSections pole_zero_sections(const PassDesign& pass);
}  // namespace detail

// The coefficients of one pass in any realisation but parallel (core/design/parallel_form.h). R is the pass's
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
        recurrence.kept = S(s.kept);
        round(s.K, recurrence.K), round(s.D, recurrence.D), round(s.C, recurrence.C);
        round(s.a, recurrence.a), round(s.g, recurrence.g), round(s.sign, recurrence.sign);
        round(s.held, recurrence.held);
        recurrence.constant = S(pass.response());
    } else {
        const detail::Sections s = detail::sections(pass);
        const detail::Alternation alternates = detail::alternation(pass);
        recurrence.first = S(s.first);
        recurrence.kept = S(s.kept);
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
