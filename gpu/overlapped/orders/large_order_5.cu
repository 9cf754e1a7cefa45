// The kernels of order 5 for blocks of 64 and of 128, without zeros and with them. Each order has a file, so that
// they compile side by side.
#include "gpu/overlapped/large_blocks.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_large_recursive_plan<5, 64>(const Job&,
                                                                                        const DeviceLimits&,
                                                                                        cudaStream_t);
template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_large_recursive_plan<5, 128>(const Job&,
                                                                                         const DeviceLimits&,
                                                                                         cudaStream_t);
template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_large_zeros_plan<5, 64>(const Job&,
                                                                                    const DeviceLimits&,
                                                                                    cudaStream_t);
template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_large_zeros_plan<5, 128>(const Job&,
                                                                                     const DeviceLimits&,
                                                                                     cudaStream_t);
