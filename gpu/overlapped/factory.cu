// Chooses the order. The plans of the orders are defined elsewhere: this file compiles no kernel.
#include "gpu/overlapped/factory.cuh"

#include "core/filter/design.h"
#include "core/filter/dispatch.h"

namespace sweep::gpu {

std::unique_ptr<Plan> make_recursive_plan(const Problem& problem, const DeviceLimits& limits,
                                          cudaStream_t stream) {
    return dispatch_order(design(problem.filter).order(),
                          [&]<int R>() { return make_recursive_plan_of_order<R>(problem, limits, stream); });
}

}  // namespace sweep::gpu
