// What float32 is right to where a mean leaves little of the samples. Its rounding is that of what is added up,
// |x - c| with the datum c (core/problem/datum.h), and not of what is left.
#pragma once

#include "app/results/filter_samples.h"
#include "core/engine/engine.h"

namespace sweep::app {

// Says so where --check may call the result wrong. `engine` is prepared for `problem`, has made `result` of `input`,
// and may run once more.
void note_rounding(Engine& engine, const Problem& problem, const Image& input, const Image& result,
                   const Say& say);

}  // namespace sweep::app
