// The kernels of order 2 for blocks of 32 and for columns in chunks. Each order has a file, so that they
// compile side by side.
#include "gpu/overlapped/columns_in_chunks.cuh"
#include "gpu/overlapped/plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_recursive_plan_of_order<2>(const Job&,
                                                                                       const DeviceLimits&,
                                                                                       cudaStream_t);
template void sweep::gpu::launch_columns_in_chunks<2>(LaunchOn, dim3, dim3, std::size_t, const PixelSource&,
                                                      const Tiling&, const AxisMatrices<2>&,
                                                      const BlockDatums&, const DatumSteps<2>&, bool, int,
                                                      const float*, const float*, float*, int, Eviction);
