// Makes the plan of a job.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

std::unique_ptr<Plan> make_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

}  // namespace sweep::gpu
