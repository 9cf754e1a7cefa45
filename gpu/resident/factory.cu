// Chooses the order. The plans of the orders are defined elsewhere: this file compiles no kernel.
#include "gpu/resident/factory.cuh"

#include "core/families/chip/resident.h"
#include "core/filter/dispatch.h"
#include "gpu/plan/orders.h"

namespace sweep::gpu {

int held_tiles(int order, bool has_zeros, int shared_bytes_per_block) {
    return dispatch_order<most_resident_order>(
        order, [&]<int R>() { return held_tiles_of_order<R>(has_zeros, shared_bytes_per_block); });
}

std::unique_ptr<Plan> make_resident_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    return dispatch_order<most_resident_order>(
        job.design.order(), [&]<int R>() { return make_resident_plan_of_order<R>(job, limits, stream); });
}

std::unique_ptr<Plan> make_chip_lines_plan(const Job& job, const DeviceLimits& limits) {
    return dispatch_order<most_chip_line_order>(job.design.order(), [&]<int R>() -> std::unique_ptr<Plan> {
        if constexpr (R <= most_chip_line_poles || has_chip_line_zeros(R))
            return make_chip_lines_plan_of_order<R>(job, limits);
        return nullptr;  // the family refuses it
    });
}

}  // namespace sweep::gpu
