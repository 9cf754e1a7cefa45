// Filters with poles rho e^(+-i theta), the whole space of second-order filters that ring or not ([N16]
// section 6, "Numerical behavior"), and the accuracy that an engine must reach with each of them.
//
// theta is stratified in (0, pi), and rho is such that the response needs n samples to fall to eps: rho^(n/2)
// = eps sin theta ([N16] (77)), eps = 1e-10, n up to 4096.
//
// float32 limits the accuracy as follows. A section has two coefficients that determine its poles: a = rho^2,
// and g, the square of their distance from z = 1 or, where they lie to the left and the section alternates,
// from z = -1 (core/filter/recurrence.h). Rounding each of them moves the poles by about 2^-24 / sin theta.
// In a response of length 1 / (1 - rho) this becomes 2^-24 / ((1 - rho) sin theta) of the result, in each of
// four passes. conditioning() computes the change itself: it runs the reference with either coefficient off
// by half a unit in the last place, 2^-24 relative, and adds up both changes. Any program whose coefficients
// are float32 may be off by this sum. Rounding the states at every sample comes on top, and is worth up to
// 5.5 times the sum along responses of hundreds of samples. So the tests permit 8 conditioning(), and 1e-5
// where that is more.
#pragma once

#include <numbers>

#include "tests/support/accuracy.h"
#include "tests/support/cases.h"

namespace sweep::test {

struct TwoPole {
    double rho, theta;
    int n;

    // The filter whose a, and whose squared distance g from 1 or -1, are off by these relative errors.
    FilterSpec filter(double a_error = 0, double distance_error = 0) const {
        const bool left = std::cos(theta) < 0;
        const double a = rho * rho * (1 + a_error),
                     squared = (1 - 2 * rho * std::abs(std::cos(theta)) + rho * rho) * (1 + distance_error),
                     d = squared - 1 - a;
        FilterSpec f = of_kind(FilterKind::iir);
        f.causal = {left ? -d : d, a};
        return f;
    }
    std::string text() const {
        return "poles " + std::to_string(rho) + " e^(+-" + std::to_string(theta) + " i), n " +
               std::to_string(n);
    }
};

inline std::vector<TwoPole> two_pole_filters() {
    constexpr int strata = 16;
    constexpr double eps = 1e-10;
    std::mt19937 generator(20160);
    std::vector<TwoPole> all;
    for (int n : {32, 256, 1024, 4096})
        for (int i = 0; i < strata; ++i) {
            const double within = double(generator() >> 5) * 0x1p-27,
                         theta = std::numbers::pi * (i + std::clamp(within, 0.01, 0.99)) / strata;
            all.push_back({std::pow(eps * std::sin(theta), 2.0 / n), theta, n});
        }
    return all;
}

// Returns the sum of two changes of the result, relative to its largest value: when a is half a unit off, and
// when g is.
inline double conditioning(Problem p, const TwoPole& poles, ConstImageView in, ConstImageView want) {
    constexpr double half_unit = 0x1p-24;
    p.filter = poles.filter(half_unit, 0);
    const double of_a = largest_error(reference(p, in).view(), want);
    p.filter = poles.filter(0, half_unit);
    return of_a + largest_error(reference(p, in).view(), want);
}

// Runs every boundary, in float32 (within 1e-5 or what the conditioning permits) or float64 (within 1e-9), or
// refuses what is beyond double.
inline void expect_two_poles(const Run& run, Sample sample, int size = 512) {
    for (BoundaryKind boundary : all_boundaries())
        for (const TwoPole& poles : two_pole_filters()) {
            Problem p = problem({size, size, 1}, poles.filter(), boundary);
            p.input = sample;
            SCOPED_TRACE(text(p) + ", " + poles.text());
            const Image in = random_image(p.shape, sample, 77), want = reference(p, in.view());
            Image out(p.shape, output_sample(p));
            try {
                run(p, in.view(), out.view());
            } catch (const Error&) {
                EXPECT_GT(resonance(p.filter), beyond_double);
                continue;
            }
            const double error = largest_error(out.view(), want.view()),
                         asked = sample == Sample::f64 ? 1e-9 : 1e-5;
            if (error <= asked || sample == Sample::f64)
                EXPECT_LE(error, asked);
            else
                EXPECT_LE(error, 8 * conditioning(p, poles, in.view(), want.view()));
        }
}

}  // namespace sweep::test
