// The kernels of order 5 for blocks of 32; one order a file, so that they compile side by side.
#include "gpu/recursive_plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_recursive_plan_of_order<5>(const Problem&,
                                                                                       const DeviceLimits&,
                                                                                       cudaStream_t);
