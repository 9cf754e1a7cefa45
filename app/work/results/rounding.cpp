#include "app/work/results/rounding.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/work/options/describe.h"
#include "core/base/error.h"
#include "core/base/largest.h"
#include "core/base/memory.h"
#include "core/engine/small_samples.h"
#include "core/families/algorithms.h"
#include "core/families/family.h"
#include "core/plan/planner.h"
#include "core/problem/accuracy.h"
#include "core/problem/datum.h"
#include "core/problem/missing.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

// The largest magnitude of a channel's datum.
double largest_datum_of(const Problem& problem, const Image& input) {
    const int channels = problem.shape.channels;
    const DatumLattice lattice = datum_lattice(problem, design(problem.filter));
    double largest = 0;
    for (int k = 0; k < channels; ++k) {
        double least = std::abs(constant_outside(problem, std::size_t(k)).value_or(largest_datum));
        for (int j = 0; j < lattice.rows; ++j) {
            const float* const row = input.view().row<float>(lattice.y(j));
            for (int i = 0; i < lattice.columns; ++i)
                least = std::min(least, std::abs(double(row[lattice.x(i) * channels + k])));
        }
        largest = std::max(largest, least);
    }
    return largest;
}

// The largest mean of the magnitudes: of |x| filtered, with the constants outside.
double largest_mean_of_magnitudes(Engine& engine, const Problem& problem, const Image& input) {
    Problem of = problem;
    for (double& value : of.boundary.value) value = std::abs(value);
    if (of.boundary_y)
        for (double& value : of.boundary_y->value) value = std::abs(value);
    Image magnitudes(input.shape(), input.sample()), means(input.shape(), output_sample(problem));
    std::transform(input.data<float>(), input.data<float>() + input.shape().samples(),
                   magnitudes.data<float>(), [](float x) { return std::abs(x); });
    engine.prepare(of);
    engine.run(std::as_const(magnitudes).view(), means.view());
    engine.prepare(problem);
    return largest_magnitude(samples_of<float>(std::as_const(means)));
}

double largest_before(const Problem& problem, const Image& input) {
    return std::max(largest_magnitude(samples_of<float>(input)), largest_outside(problem));
}

}  // namespace

void require_box_fits(const Problem& problem, const Image& input) {
    const Quantisation to_integers = quantisation(problem);
    if (problem.filter.kind != FilterKind::box || to_integers.scale == 0 || input.sample() != Sample::f32)
        return;
    const float* samples = input.data<float>();
    float largest = 0;
    for (std::size_t i = 0; i < input.shape().samples(); ++i) largest = std::max(largest, samples[i]);
    largest = std::min(largest, to_integers.limit);
    if (!box_fits(problem, double(largest) * double(to_integers.scale)))
        throw Error(ExitCode::usage,
                    fmt::format("a {} of samples up to {} may not fit into sums of 32 bits: use "
                                "--precision auto or double",
                                filter_text(problem.filter), largest));
}

void note_clamped(const Problem& problem, const Image& input, const Say& say) {
    const Quantisation to_integers = quantisation(problem);
    if (to_integers.scale == 0 || input.sample() == Sample::u8) return;
    const Misfits misfits = count_misfits(input.view(), 0, double(to_integers.limit));
    if (const std::size_t count = misfits.outside + misfits.not_finite; count > 0)
        say(
            fmt::format("{} of {} samples are outside [0, {}] and are clamped by --precision fixed: "
                        "--precision double keeps them",
                        count, input.shape().samples(), to_integers.limit));
}

void note_lost_digits(const Problem& problem, bool asked_by_name, const Say& say) {
    // The worst sample of an image loses up to so many times as much as a line of noise.
    constexpr double image_of_line = 10;
    const bool is_direct = problem.method.realisation == Realisation::direct;
    const double on_line = expected_error(problem), error = image_of_line * on_line;
    const double limit = problem.input == Sample::f64 ? float64_tolerance : float32_tolerance;
    if (asked_by_name || is_direct ? error <= limit : on_line <= tried_tolerance(problem)) return;
    say(fmt::format("algorithm {}{} may be off by {} the largest output for this filter{}",
                    algorithm_name(problem), is_direct ? " by direct feedback" : "",
                    error < 1 ? fmt::format("{:.0e} of", error) : "more than",
                    is_direct       ? ": --realisation delta is right"
                    : asked_by_name ? ": --algorithm auto is right"
                                    : ""));
}

bool is_little_left(const Problem& problem, const Image& input, double after) {
    if (!is_recursive(problem.filter.kind) || !is_mean(problem) || input.sample() != Sample::f32)
        return false;
    // Where half of it is left, what is lost is the algorithm's, of which FilterRun::warn() tells.
    return 2 * after < largest_before(problem, input);
}

void note_rounding(Engine& engine, const Problem& problem, const Image& input, const Image& result,
                   const Say& say) {
    // Of what is added up engines lose at most so many roundings, or so many times what is lost in the trial of a line.
    constexpr double roundings = 16 * 0x1p-24, trials = 2;
    if (result.sample() != Sample::f32 || family_of(engine.resolved()).in_double) return;
    const double after = largest_magnitude(samples_of<float>(result));
    if (!is_little_left(problem, input, after)) return;
    const double before = largest_before(problem, input);
    const double datum = largest_datum_of(problem, input),
                 lost = std::max(roundings, trials * expected_error(engine.resolved()));
    if (lost * (before + datum) <= float32_tolerance * after) return;
    double mean = before;
    if (available_memory() >= 2 * input.bytes()) mean = largest_mean_of_magnitudes(engine, problem, input);
    const double error = lost * (mean + datum);
    if (error <= float32_tolerance * after) return;
    // What is left may itself be less by its error.
    const std::string right_to = 2 * error < after
                                     ? fmt::format("is right to about {:.1g} of it", error / (after - error))
                                     : "may have none of its digits";
    say(
        fmt::format("little is left of the samples: the largest result is {:.1g} of the largest sample, and "
                    "float32 {}: --engine reference is right",
                    after / before, right_to));
}

}  // namespace sweep::app
