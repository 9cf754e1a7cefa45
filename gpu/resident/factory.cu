// Chooses the order. The plans of the orders are defined elsewhere: this file compiles no kernel.
#include "gpu/resident/factory.cuh"

#include "core/filter/dispatch.h"
#include "gpu/plan/orders.h"

namespace sweep::gpu {

std::unique_ptr<Plan> make_resident_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    return dispatch_order<most_resident_order>(
        job.design.order(), [&]<int R>() { return make_resident_plan_of_order<R>(job, limits, stream); });
}

}  // namespace sweep::gpu
