// What the thread blocks of a run have noted, as the trace of the run.
#pragma once

#include <functional>

#include "core/engine/trace.h"
#include "core/plan/job.h"
#include "gpu/device/check.h"
#include "gpu/device/launch_record.cuh"

namespace sweep::gpu {

// Calls `run`, which launches the stages of the job on the stream with this record, twice: to count the thread
// blocks, and to note their times. Waits for the stream. Throws Error(failed) as launches do.
Trace recorded(const Job& job, cudaStream_t stream, const std::function<void(LaunchRecord&)>& run);

}  // namespace sweep::gpu
