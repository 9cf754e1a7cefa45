// Makes the plans of algorithm 8: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Each order is compiled in a file of its own, order_*.cu.
template <int R>
std::unique_ptr<Plan> make_resident_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                  cudaStream_t stream);

template <int R>
std::unique_ptr<Plan> make_chip_lines_plan_of_order(const Job& job, const DeviceLimits& limits);

// Throws Error(usage) when the lines do not fit on the chip.
std::unique_ptr<Plan> make_chip_lines_plan(const Job& job, const DeviceLimits& limits);

// Returns null when the image does not fit on the chip.
std::unique_ptr<Plan> make_resident_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

}  // namespace sweep::gpu
