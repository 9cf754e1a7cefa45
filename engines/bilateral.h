// Which engines have the bilateral filter (core/bilateral/bilateral_filter.h), the CPU and the reference, and how long
// they take.
#pragma once

#include "core/problem/problem.h"

namespace sweep {

// The engine that does it: `automatic` is the CPU. Throws Error(usage) for one that does not.
EngineKind bilateral_engine(EngineKind asked);

// The taps that an engine gets through in a few seconds on two cores, and in some minutes.
double taps_in_seconds(EngineKind engine);
double taps_in_minutes(EngineKind engine);

}  // namespace sweep
