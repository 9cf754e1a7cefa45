// Which engines have the bilateral filter (core/bilateral/bilateral_filter.h), the CPU and the reference, and how long
// they take.
#pragma once

#include "core/bilateral/bilateral_filter.h"
#include "core/problem/problem.h"

namespace sweep {

// The engine that does it: `automatic` is the CPU. Throws Error(usage) for one that does not.
EngineKind bilateral_engine(EngineKind asked);

// What an engine gets through in a few seconds on two cores, and what takes it some minutes.
double taps_in_seconds(EngineKind engine);
double taps_in_minutes(EngineKind engine);
// Throws Error(usage) where it would take longer than these, and says how it can be done.
void require_bilateral_time(EngineKind engine, const BilateralFilter& filter, const Shape& image);

}  // namespace sweep
