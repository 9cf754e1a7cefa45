// The kernels of order 7 with zeros for blocks of 128.
#include "gpu/overlapped/large_blocks.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_large_zeros_plan<7, 128>(const Job&,
                                                                                     const DeviceLimits&,
                                                                                     cudaStream_t);
