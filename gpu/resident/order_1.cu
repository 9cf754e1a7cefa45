// The kernel of order 1; one order a file, so that they compile side by side.
#include "gpu/resident/plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_resident_plan_of_order<1>(const Job&,
                                                                                      const DeviceLimits&,
                                                                                      cudaStream_t);
template int sweep::gpu::held_tiles_of_order<1>(bool, int);
