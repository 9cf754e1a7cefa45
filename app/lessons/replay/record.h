// Runs a problem with a record of when and where each block ran.
#pragma once

#include <optional>

#include "core/engine/engine.h"
#include "core/engine/trace.h"

namespace sweep::app {

struct RecordedRun {
    Trace trace;
    bool was_alone = true;  // no other program took a processor, as far as the record shows
};

// Whether all processors did their part, as far as there were blocks for them; whether there was no time in which none
// of them worked; and, on a CPU, whether its threads had a processor while they worked: `cpu_milliseconds` is what the
// program took of all processors together.
bool was_alone(const Trace& trace, std::optional<double> cpu_milliseconds);

// The engine prepares the problem. A run of which another program took a processor says nothing about the algorithm,
// and is repeated, up to so many times; of those that were alone, the shortest was disturbed least.
inline constexpr int most_attempts = 50;
RecordedRun record(Engine& engine, const Problem& problem, const ConstImageView& in);

}  // namespace sweep::app
