// Chooses between the two ways of algorithm 8, and the order. The plans of the orders are defined elsewhere: this file
// compiles no kernel.
#include "gpu/stream/factory.cuh"

#include "core/filter/dispatch.h"
#include "gpu/plan/orders.h"
#include "gpu/resident/factory.cuh"
#include "gpu/tuning/stream_fits.h"

namespace sweep::gpu {

std::unique_ptr<Plan> make_on_chip_plan(const Job& job, const DeviceLimits& limits, cudaStream_t stream) {
    if (stays_on_chip(job, limits)) return make_resident_plan(job, limits, stream);
    if (!stream_fits(job, limits))
        throw Error(
            ExitCode::usage,
            "the image is too large to stay on this chip, and cannot stream through it (float32 of one channel, "
            "rows of whole 16 bytes, constants around it or a mirror, a filter of order 1 to 3 without zeros "
            "and with a short memory): use --algorithm 7");
    return dispatch_order<most_resident_order>(job.design.order(), [&]<int R>() -> std::unique_ptr<Plan> {
        if constexpr (R <= most_stream_order) return make_stream_plan_of_order<R>(job, limits, stream);
        return nullptr;  // stream_fits() refuses it
    });
}

}  // namespace sweep::gpu
