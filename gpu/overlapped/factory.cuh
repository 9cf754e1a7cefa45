// Makes the plan of algorithm 7: the one header of this folder that the engine includes.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// What decides which kernels a problem takes. A plan takes on every problem of its choice, and no other.
struct KernelChoice {
    int order;
    Realisation form;
    bool alternates;  // the sections alternate (core/filter/recurrence.h)
    int block;        // T
    bool bulk_copies;
    friend bool operator==(const KernelChoice&, const KernelChoice&) = default;
};
KernelChoice kernel_choice(const Job& job, const DeviceLimits& limits);

// Each order is a translation unit, and another for blocks of 64 and 128 (gpu/orders.cmake).
template <int R>
std::unique_ptr<Plan> make_recursive_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                   cudaStream_t stream);
template <int R, int T>
std::unique_ptr<Plan> make_large_recursive_plan(const Job& job, const DeviceLimits& limits,
                                                cudaStream_t stream);

template <int R, int T>
std::unique_ptr<Plan> make_large_zeros_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

std::unique_ptr<Plan> make_recursive_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

}  // namespace sweep::gpu
