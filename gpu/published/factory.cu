// Chooses the order. The plans of the orders are defined elsewhere: this file compiles no kernel.
#include "gpu/published/factory.cuh"

#include "core/filter/dispatch.h"
#include "gpu/plan/orders.h"

namespace sweep::gpu {

std::unique_ptr<Plan> make_published_plan(const Job& job, cudaStream_t stream) {
    return dispatch_order<most_published_order>(
        job.design.order(), [&]<int R>() { return make_published_plan_of_order<R>(job, stream); });
}

}  // namespace sweep::gpu
