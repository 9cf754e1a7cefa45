// What the thread blocks of a run note of themselves (gpu/device/block_trace.cuh), collected and put in order.
#pragma once

#include <functional>
#include <vector>

#include "core/engine/job.h"
#include "core/engine/trace.h"
#include "gpu/device/block_trace.cuh"

namespace sweep::gpu {

// Calls `run`, which launches kernels on the stream with this log, and returns what they have noted; calls it again where that was more
// than there was room for. Waits for the stream. Throws Error(failed) as launches do.
std::vector<TraceEvent> events_of(cudaStream_t stream, int multiprocessors,
                                  const std::function<void(const TraceLog&)>& run);

// Makes pieces of the events. `stages` has the stage of each launch, in the order of the launches, as an index of
// job.stages. Throws Error(failed) where the events are of other launches.
Trace trace_of(const Job& job, const std::vector<int>& stages, const std::vector<TraceEvent>& events);

}  // namespace sweep::gpu
