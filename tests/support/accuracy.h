// How far an engine is from the reference, for filters of every kind.
#pragma once

#include "core/base/error.h"
#include "core/problem/accuracy.h"
#include "tests/support/cases.h"
#include "tests/support/generators.h"
#include "tests/support/properties.h"

namespace sweep::test {

inline constexpr BoundaryKind any_boundary[] = {BoundaryKind::none,     BoundaryKind::zero,
                                                BoundaryKind::constant, BoundaryKind::clamp,
                                                BoundaryKind::repeat,   BoundaryKind::mirror};

inline FilterSpec of_poles(const std::vector<std::complex<double>>& poles) {
    FilterSpec f = of_kind(FilterKind::iir);
    f.causal = feedback(poles);
    return f;
}

// Returns the error relative to the largest output, but at least to 1e-20: outputs that small, of samples of
// size one, are rounding errors. `run` takes the input and fills the output.
template <class Run>
double error_on(const Problem& p, unsigned seed, const Run& run) {
    const Image in = random_image(p.shape, p.input, seed);
    GuardedOutput out(p);
    run(in.view(), out.view());
    const Image want = reference(p, in.view());
    double largest = 0;
    for (std::size_t i = 0; i < p.shape.samples(); ++i)
        largest = std::max(largest, std::abs(want.data<double>()[i]));
    return largest_error(out.view(), want.view()) * largest / std::max(largest, 1e-20);
}

// Runs random filters, with coefficients of their own or classic ones, on images of up to 200 x 200, by
// --algorithm auto. `error_of` takes a problem and a seed, and returns the error or throws the refusal.
template <class ErrorOf>
void expect_right_or_refused(const std::vector<Sample>& samples, int cases, const ErrorOf& error_of) {
    int refused = 0, all = 0;
    const std::vector<BoundaryKind> boundaries(std::begin(any_boundary), std::end(any_boundary));
    check_property(
        [&] {
            Problem p = problem({*integer(1, 200), *integer(1, 200), 1}, *iir_filters(),
                                *rc::gen::elementOf(boundaries));
            if (*rc::gen::arbitrary<bool>()) p.filter = *classic_filters();
            p.input = *rc::gen::elementOf(samples);
            ++all;
            try {
                RC_ASSERT(error_of(p, 7) <= (p.input == Sample::f32 ? float32_tolerance : 1e-7));
            } catch (const Error& error) {
                RC_ASSERT(error.code() == ExitCode::usage);
                ++refused;
            }
        },
        cases);
    EXPECT_LT(5 * refused, all);
}

}  // namespace sweep::test
