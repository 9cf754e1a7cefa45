// Makes the plans of summed-area tables: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Makes the plan of the algorithm that the problem names.
std::unique_ptr<Plan> make_table_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

}  // namespace sweep::gpu
