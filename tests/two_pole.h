// Filters with poles rho e^(+-i theta), the whole space of second-order filters that ring or not ([N16] section 6,
// "Numerical behavior"): what an engine must make of each of them.
//
// theta is stratified in (0, pi), and rho is such that the response needs n samples to fall to eps: rho^(n/2) = eps sin
// theta ([N16] (77)), eps = 1e-10, n up to 4096.
//
// How right can float32 be? The section v = a v + g (x - y), y += v has two coefficients, and rounding each moves the
// poles: by about 2^-24 / sin theta, which a response of length 1 / (1 - rho) makes 2^-24 / ((1 - rho) sin theta) of the
// result, in each of four passes. conditioning() takes the change itself: the reference with a, and with g, off by half
// a unit in the last place, 2^-24 relative; of the sum of the two any program whose coefficients are float32 may be off.
// And x - y, v and y are rounded at every sample, which is worth as much each: near theta = pi a step takes back almost
// all of the one before (g is 4, v about -2 y), and the little that is left keeps the error of what was rounded. So
// 4 conditioning() is permitted, and 1e-5 where that is more. (Measured at 512 x 512, theta up to 3.02, n up to 4096: at
// most 1.4 conditioning() on the CPU, with blocks of 64; 2.4 with blocks of 32 on a GPU's arithmetic, at 256 x 256.)
#pragma once

#include <numbers>

#include "tests/cases.h"

namespace sweep::test {

struct TwoPole {
    double rho, theta;
    int n;

    // With a and g off by these relative errors.
    FilterSpec filter(double a_error = 0, double g_error = 0) const {
        const double a = rho * rho * (1 + a_error),
                     g = (1 - 2 * rho * std::cos(theta) + rho * rho) * (1 + g_error);
        FilterSpec f = of_kind(FilterKind::iir);
        f.causal = {g - 1 - a, a};
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

// The largest change of the result, relative to its largest value, when a and when g is half a unit off; the sum of both.
inline double conditioning(Problem p, const TwoPole& poles, ConstImageView in, ConstImageView want) {
    constexpr double half_unit = 0x1p-24;
    p.filter = poles.filter(half_unit, 0);
    const double of_a = largest_error(reference(p, in).view(), want);
    p.filter = poles.filter(0, half_unit);
    return of_a + largest_error(reference(p, in).view(), want);
}

// Every boundary; float32 (within 1e-5 or what the conditioning permits) or float64 (within 1e-9).
inline void expect_two_poles(const Run& run, Sample sample, int size = 512) {
    for (BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::constant,
                                  BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror})
        for (const TwoPole& poles : two_pole_filters()) {
            Problem p = problem({size, size, 1}, poles.filter(), boundary);
            p.input = sample;
            SCOPED_TRACE(text(p) + ", " + poles.text());
            const Image in = random_image(p.shape, sample, 77), want = reference(p, in.view());
            Image out(p.shape, output_sample(p));
            run(p, in.view(), out.view());
            const double error = largest_error(out.view(), want.view()),
                         asked = sample == Sample::f64 ? 1e-9 : 1e-5;
            if (error <= asked || sample == Sample::f64)
                EXPECT_LE(error, asked);
            else
                EXPECT_LE(error, 4 * conditioning(p, poles, in.view(), want.view()));
        }
}

}  // namespace sweep::test
