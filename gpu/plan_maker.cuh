// Makes the plan of a job.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Returns null where no family of this engine solves the problem.
std::unique_ptr<Plan> make_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

}  // namespace sweep::gpu
