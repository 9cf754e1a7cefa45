// What an engine's arithmetic costs, known before it runs: whether the block algorithms' float32 holds a filter.
//
// What is lost depends on residues that cancel, on how near I - A^n is to singular, on gains that differ by orders of
// magnitude between waves. All of these come together in one number when a line is run: the design is tried on a line of
// noise of the same length, by blocks and by whole lines in double, and the two are compared; whole lines with the reference.
#pragma once

#include "core/filter_design.h"
#include "core/problem.h"

namespace sweep {

// What the engines promise of float32 samples: the largest error, relative to the largest output. Filters whose plain
// float32 recurrence, from exact states, is further off are as far off as that.
inline constexpr double float32_tolerance = 1e-5;
// The same of float64 samples.
inline constexpr double float64_tolerance = 1e-9;

// What an error that is known from one line may be, so that images of many lines keep what is promised.
constexpr double tried_tolerance(const Problem& problem) {
    return problem.input == Sample::f64 ? 1e-10 : float32_tolerance / 8;
}

// Beyond this an algorithm that was asked for by name is refused: what comes out is not the filter.
inline constexpr double largest_block_error = 1e-2;

// The largest error of the block algorithms on lines of n samples, relative to the largest output; infinity where they
// overflow. Their numbers are doubles where the samples are f64, and otherwise floats. `form` is delta, direct, pole_zero or
// parallel.
double block_error(const AxisDesign& filter, Realisation form, BoundaryKind boundary, long long n,
                   Sample sample = Sample::f32);

// The same of a recursive problem, both axes together.
double block_error(const Problem& problem);

// The largest error of algorithm rt64, whose numbers are doubles, likewise.
double line_error(const AxisDesign& filter, BoundaryKind boundary, long long n);
double line_error(const Problem& problem);

}  // namespace sweep
