// Makes the plans of algorithms 1, 3, rt and rt64, of whole lines: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Algorithms 1 and 3, for signals.
std::unique_ptr<Plan> make_signal_plan(const Job& job, cudaStream_t stream);
// Algorithm rt, one pass after the other.
std::unique_ptr<Plan> make_rt_plan(const Job& job, cudaStream_t stream);
// Algorithm rt64, in double.
std::unique_ptr<Plan> make_rt64_plan(const Job& job, cudaStream_t stream);

}  // namespace sweep::gpu
