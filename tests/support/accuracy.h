// How far an engine is from the reference, for filters of every kind.
#pragma once

#include "core/base/error.h"
#include "core/design/transfer.h"
#include "core/problem/accuracy.h"
#include "tests/support/cases.h"
#include "tests/support/generators.h"
#include "tests/support/properties.h"

namespace sweep::test {

inline FilterSpec of_poles(const std::vector<std::complex<double>>& poles) {
    FilterSpec f = of_kind(FilterKind::iir);
    f.causal = feedback(poles);
    return f;
}

// By how much both axes together amplify the wave that they amplify most.
inline double resonance(const FilterSpec& filter) {
    const AxisDesign axis = design(filter).columns;
    return std::pow(peak(axis.causal) * peak(axis.anticausal), 2);
}

// In a smooth image not even double holds a filter that amplifies some wave so often: it may be refused.
inline constexpr double beyond_double = 1e12;

// Returns the error relative to the largest output, but at least to 1e-20: outputs that small, of samples of
// size one, are rounding errors. Lines of a few samples may have nothing of what the filter passes: there a
// hundredth of that is the least. `run` takes the input and fills the output.
template <class Run>
double error_on(const Problem& p, const Image& in, const Run& run) {
    GuardedOutput out(p);
    run(in.view(), out.view());
    const Image want = reference(p, in.view());
    double error = 0, largest = 0;
    for (int y = 0; y < p.shape.height; ++y)
        for (int i = 0; i < p.shape.width * p.shape.channels; ++i) {
            const double got = sample_at(out.view(), y, i), right = sample_at(want.view(), y, i);
            if (!std::isfinite(got)) return std::numeric_limits<double>::infinity();
            error = std::max(error, std::abs(got - right));
            largest = std::max(largest, std::abs(right));
        }
    const bool is_short = std::min(p.shape.width, p.shape.height) <= 3;
    return error / std::max({largest, 1e-20, is_short ? 0.01 * gain_of_passed_waves(p) : 0});
}

template <class Run>
double error_on(const Problem& p, unsigned seed, const Run& run) {
    return error_on(p, random_image(p.shape, p.input, seed), run);
}

// A smooth image of one channel of float32: a ramp to the right, or to the right and down.
inline Image ramp(const Shape& shape, bool down) {
    Image image(shape, Sample::f32);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            image.view().row<float>(y)[x] = float(x + (down ? y : 0)) / float(shape.width + shape.height);
    return image;
}

// Resonant filters keep constants, and amplify some waves by 80 to 10^4 along each axis: in a smooth image their
// output is small beside what they make of rounding errors.
inline const std::vector<std::vector<double>> resonant_feedback{{0, 0.98}, {0.9},        {-1.8, 0.99},
                                                                {0.8},     {-1.9, 0.95}, {0.5}};

// Runs them by --algorithm auto. `error_of` takes a problem and an image.
template <class ErrorOf>
void expect_smooth_images_right(const Shape& shape, const ErrorOf& error_of) {
    for (const std::vector<double>& feedback : resonant_feedback)
        for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::zero})
            for (bool down : {false, true}) {
                FilterSpec filter = of_kind(FilterKind::iir);
                filter.causal = feedback;
                const Problem p = problem(shape, filter, boundary);
                SCOPED_TRACE(text(p) + " " + std::to_string(feedback[0]) + (down ? " down" : ""));
                EXPECT_LE(error_of(p, ramp(shape, down)), float32_tolerance);
            }
}

// Runs random filters, with coefficients of their own or classic ones, on images of up to 200 x 200, by
// --algorithm auto. `error_of` takes a problem and a seed, and returns the error or throws the refusal.
template <class ErrorOf>
void expect_right_or_refused(const std::vector<Sample>& samples, int cases, const ErrorOf& error_of) {
    int refused = 0, all = 0;
    check_property(
        [&] {
            Problem p = problem({*integer(1, 200), *integer(1, 200), 1}, *iir_filters(),
                                *rc::gen::elementOf(all_boundaries()));
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
