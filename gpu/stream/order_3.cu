// The kernels of order 3; one order a file, so that they compile side by side.
#include "gpu/stream/plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_stream_plan_of_order<3>(const Job&,
                                                                                    const DeviceLimits&,
                                                                                    cudaStream_t);
