// What the numbers of a result are right to, where the user has to know.
#pragma once

#include "app/work/results/steps/filter_samples.h"
#include "core/engine/engine.h"

namespace sweep::app {

// Throws Error(usage) for a box whose sum of these samples may be more than a table of 32 bits tells apart.
void require_box_fits(const Problem& problem, const Image& input);

// Says how many samples a table in fixed point clamps.
void note_clamped(const Problem& problem, const Image& input, const Say& say);

// Warns of lost digits if the algorithm was asked for by name, or if no algorithm is accurate enough for the
// filter.
void note_lost_digits(const Problem& problem, bool asked_by_name, const Say& say);

// Whether note_rounding() has to see a result whose largest magnitude is `after`.
bool is_little_left(const Problem& problem, const Image& input, double after);

// Where a mean leaves little of the samples, the rounding of float32 is that of what is added up, |x - c| with the
// datum c (core/problem/datum.h), and not of what is left. Says so where --check may call the result wrong. `engine` is
// prepared for `problem`, has made `result` of `input`, and may run once more.
void note_rounding(Engine& engine, const Problem& problem, const Image& input, const Image& result,
                   const Say& say);

}  // namespace sweep::app
