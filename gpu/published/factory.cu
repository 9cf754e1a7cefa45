// Chooses the order. The plans of the orders are defined elsewhere: this file compiles no kernel.
#include "gpu/published/factory.cuh"

#include "core/filter/design.h"
#include "core/filter/dispatch.h"
#include "core/problem/algorithms.h"

namespace sweep::gpu {

std::unique_ptr<Plan> make_published_plan(const Problem& problem, cudaStream_t stream) {
    return dispatch_order<most_published_order>(design(problem.filter).order(), [&]<int R>() {
        return make_published_plan_of_order<R>(problem, stream);
    });
}

}  // namespace sweep::gpu
