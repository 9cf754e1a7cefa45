// Runs a problem with a record of when and where each block ran.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/trace.h"

namespace sweep::app {

struct RecordedRun {
    Trace trace;
    bool had_all = true;  // all processors did their part, as far as there were blocks for them
};

// The engine prepares the problem. A run of which another program took a processor says nothing about the algorithm,
// and is repeated, up to so many times; of those that had all, the shortest was disturbed least.
inline constexpr int most_attempts = 50;
RecordedRun record(Engine& engine, const Problem& problem, const ConstImageView& in);

}  // namespace sweep::app
