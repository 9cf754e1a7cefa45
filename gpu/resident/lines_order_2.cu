// The kernels of order 2; one order a file, so that they compile side by side.
#include "gpu/resident/lines_plan.cuh"

template std::unique_ptr<sweep::gpu::Plan> sweep::gpu::make_chip_lines_plan_of_order<2>(const Job&,
                                                                                        const DeviceLimits&);
