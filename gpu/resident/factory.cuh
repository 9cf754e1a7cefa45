// Makes the plans of algorithm 8: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Each order is compiled in a file of its own (gpu/orders.cmake).
template <int R>
std::unique_ptr<Plan> make_resident_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                  cudaStream_t stream);

template <int R>
std::unique_ptr<Plan> make_chip_lines_plan_of_order(const Job& job, const DeviceLimits& limits);

// Throws Error(usage) when the lines do not fit on the chip.
std::unique_ptr<Plan> make_chip_lines_plan(const Job& job, const DeviceLimits& limits);

// The tiles that a multiprocessor holds of a filter of this order; asks the device.
template <int R>
int held_tiles_of_order(bool has_zeros, int shared_bytes_per_block);
int held_tiles(int order, bool has_zeros, int shared_bytes_per_block);

// Of an image that stays_on_chip().
std::unique_ptr<Plan> make_resident_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

}  // namespace sweep::gpu
