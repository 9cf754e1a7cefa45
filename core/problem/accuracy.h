// Rounding errors, known before an engine runs: does the arithmetic of the block algorithms hold a filter?
//
// Digits are lost where residues cancel, where I - A^n is nearly singular, and where the filter amplifies
// some waves far more than others. No formula covers all of these, but a trial does: a line of noise, a smooth one
// and one of noise with spikes, as long as the image's up to 2048 samples, are filtered by blocks in the engine's
// arithmetic and along the whole line in double, and the two results are compared. The whole line in double is itself
// compared with the reference.
#pragma once

#include <optional>

#include "core/problem/designed_problem.h"

namespace sweep {

// The error that the engines promise for float32 samples: the largest, relative to the largest output. Where
// the plain float32 recurrence, from exact states, is further off, the promise is as much weaker.
inline constexpr double float32_tolerance = 1e-5;
// The promise for float64 samples.
inline constexpr double float64_tolerance = 1e-9;

// The limit for an error that was tried on one line: well below the promise, because an image has many lines.
constexpr double tried_tolerance(const Problem& problem) {
    return problem.input == Sample::f64 ? 1e-10 : float32_tolerance / 8;
}

// Above this error on noise an algorithm is refused even when it is asked for by name: its result is another
// filter's.
inline constexpr double largest_block_error = 1e-2;

// The largest error of the block algorithms on lines of n samples, relative to the largest output; infinity
// where they overflow. They run in double for f64 samples and otherwise in float. `form` is any realisation.
double block_error(const AxisDesign& filter, Realisation form, BoundaryKind boundary, long long n,
                   Sample sample = Sample::f32);

// The largest error of a recursive problem's blocks: the errors of both axes added up, those of the columns as
// the rows amplify them.
enum class TrialLines { noise, all };
double block_error(const DesignedProblem& asked, Trials& trials, TrialLines lines);

// For filters whose zeros take smooth images out (high-pass filters, derivatives), what they make of the waves that
// they pass, relative to the range of the input; 0 for others. Where the output of such a filter is smaller, its
// error is relative to this: no algorithm in floating point leaves nothing at all.
double gain_of_passed_waves(const Problem& problem);

// The largest error of algorithm rt64, which runs whole lines in double: along one axis, and of a problem.
double line_error(const AxisDesign& filter, BoundaryKind boundary, long long n);
double line_error(const DesignedProblem& asked, Trials& trials);

// How far a Gaussian is from the true one: sum |h - g| of its response h and the sampled Gaussian g of sum 1, the
// larger one of the axes that are filtered. It bounds the error of an image within [0, 1]: at most half of it comes
// from each axis. A derivative's is sum |h - d| / sum |d|, relative to its largest output. Nothing for other filters,
// and where a gain is given or passes are left out.
std::optional<double> distance_from_gaussian(const Problem& problem);

}  // namespace sweep
