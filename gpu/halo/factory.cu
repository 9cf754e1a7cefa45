// Chooses the order. The plans of the orders are defined elsewhere: this file compiles no kernel.
#include "gpu/halo/factory.cuh"

#include "core/families/halo.h"
#include "core/filter/dispatch.h"
#include "gpu/tuning/fits.h"
#include "gpu/tuning/halo_tiles.h"

namespace sweep::gpu {

std::unique_ptr<Plan> make_halo_plan(const Job& job, const DeviceLimits& limits) {
    if (products_fit(job, limits)) return make_halo_plan_of_products(job, limits);
    if (job.design.feeds_forward()) return make_halo_plan_of_taps(job);
    if (!is_plane_of_floats(job.problem)) return make_halo_plan_of_pixels(job, limits);
    return dispatch_order<most_halo_order>(job.design.order(),
                                           [&]<int R>() { return make_halo_plan_of_order<R>(job, limits); });
}

}  // namespace sweep::gpu
