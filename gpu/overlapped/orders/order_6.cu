// The kernels of order 6 for blocks of 32 and for columns in chunks. Each order has a file, so that they
// compile side by side.
#include "gpu/overlapped/columns_in_chunks.cuh"
#include "gpu/overlapped/plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_recursive_plan_of_order<6>(const Job&,
                                                                                       const DeviceLimits&,
                                                                                       cudaStream_t);
template void sweep::gpu::launch_columns_in_chunks<6>(LaunchOn, dim3, dim3, std::size_t, const PixelSource&,
                                                      const Tiling&, const AxisMatrices<6>&,
                                                      const BlockDatums&, const DatumSteps<6>&, bool, int,
                                                      const float*, const float*, float*, int, Eviction);
