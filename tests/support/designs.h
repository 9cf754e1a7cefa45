// Filters for the tests of designs, and the response of a pass according to its design.
#pragma once

#include <complex>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/design/design.h"
#include "tests/support/cases.h"

namespace sweep::test {

using Complex = std::complex<double>;

inline FilterSpec classic(FilterKind kind, int order, double cutoff, Band band = Band::low, double ripple = 1,
                          double attenuation = 40) {
    FilterSpec f = of_kind(kind);
    f.order = order;
    f.cutoff = cutoff;
    f.band = band;
    f.ripple = ripple;
    f.attenuation = attenuation;
    return f;
}

inline FilterSpec derivative(double sigma, int order, int dx, int dy) {
    FilterSpec f = gaussian(sigma, order);
    f.derivative_x = dx;
    f.derivative_y = dy;
    return f;
}

inline Complex delay(double frequency) {
    return std::polar(1.0, -2 * std::numbers::pi * frequency);
}

// H of a pass according to its design, at the delay t: from its poles and its numerator.
inline Complex designed(const PassDesign& pass, Complex t) {
    // Computes 1 - t without cancellation, for slow filters.
    const double half = std::arg(t) / 2;
    const Complex delta = Complex(0, -2 * std::sin(half)) * std::polar(1.0, half);
    Complex h = pass.gain * pass.unit_gain;
    if (!pass.numerator.empty()) h *= pass.numerator.back();
    for (Complex zero : pass.zeros) h *= delta - zero;
    for (Complex p : pass.poles) h /= (1.0 - p) + p * delta;
    return h;
}

inline std::string refusal(const FilterSpec& spec) {
    try {
        design(spec);
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::usage);
        EXPECT_EQ(std::string_view(e.what()).find('\n'), std::string_view::npos);
        return e.what();
    }
    return "";
}

}  // namespace sweep::test
