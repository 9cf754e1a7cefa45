// The plans of the algorithms for tables, by family; make_table_plan() chooses (overlapped_plan.cu).
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// sat-1pass
std::unique_ptr<Plan> make_one_pass_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);
// The same where all of the image is on the chip at once (takes_at_once()).
std::unique_ptr<Plan> make_at_once_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);
std::unique_ptr<Plan> make_doubling_plan(const Job& job, cudaStream_t stream);  // sat-doubling
std::unique_ptr<Plan> make_multiwave_plan(const Job& job,
                                          cudaStream_t stream);                  // sat-multiwave, -fused
std::unique_ptr<Plan> make_transpose_plan(const Job& job, cudaStream_t stream);  // sat-transpose
std::unique_ptr<Plan> make_ha_plan(const Job& job, cudaStream_t stream);         // sat-ha

}  // namespace sweep::gpu
