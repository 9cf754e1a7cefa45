// Makes the plans of the algorithms as they were published: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Each order is compiled in a file of its own (gpu/orders.cmake).
template <int R>
std::unique_ptr<Plan> make_published_plan_of_order(const Job& job, cudaStream_t stream);

// Algorithms 2, 4, 5, 6 and 6b.
std::unique_ptr<Plan> make_published_plan(const Job& job, cudaStream_t stream);
std::unique_ptr<Plan> make_cascade_plan(const Job& job, cudaStream_t stream);
// Algorithm 5v, for filters that vary from sample to sample.
std::unique_ptr<Plan> make_varying_plan(const Job& job, cudaStream_t stream);

}  // namespace sweep::gpu
