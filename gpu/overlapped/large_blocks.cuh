// Algorithm 7 for one order by large blocks, T x T, in the delta realisation and with zeros: the definition of what
// gpu/overlapped/factory.cuh declares.
#pragma once

#include "gpu/overlapped/plan.cuh"

namespace sweep::gpu {

template <int R, int T>
std::unique_ptr<Plan> make_large_recursive_plan(const Job& job, const DeviceLimits& limits,
                                                cudaStream_t stream) {
    return std::make_unique<RecursivePlan<R, T, Realisation::delta>>(job, limits, stream);
}

template <int R, int T>
std::unique_ptr<Plan> make_large_zeros_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    return std::make_unique<RecursivePlan<R, T, Realisation::pole_zero>>(job, limits, stream);
}

}  // namespace sweep::gpu
