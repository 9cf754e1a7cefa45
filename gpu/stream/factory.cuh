// Makes the plans of algorithm 8 beyond the chip: all that the engine sees of this folder.
#pragma once

#include "gpu/plan/plan.cuh"

namespace sweep::gpu {

// Each order is compiled in a file of its own (gpu/orders.cmake).
template <int R>
std::unique_ptr<Plan> make_stream_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                cudaStream_t stream);

// A plan of algorithm 8: the image stays on the chip (stays_on_chip()) or, where it is too large for that, streams
// through it. Throws Error(usage) where neither is possible.
std::unique_ptr<Plan> make_on_chip_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream);

}  // namespace sweep::gpu
