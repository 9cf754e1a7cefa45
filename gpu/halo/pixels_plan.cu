// Algorithm `halo` on all images but one channel of float32.
#include "core/filter/dispatch.h"
#include "gpu/halo/plan.cuh"
#include "gpu/halo/strips.cuh"

namespace sweep::gpu {
namespace {

struct HaloOfPixels {
    template <int R>
    using Choices = tuning::HaloOfPixels::Choices<R>;

    static bool take(const Problem& p) { return !is_plane_of_floats(p); }
    // All thread blocks are on the GPU at once.
    template <class S>
    static HaloBlocks blocks(const Shape& shape, const DeviceLimits& limits) {
        static_assert(S::bytes_of_tables == sizeof(LaneTables));
        const int strips = (shape.width + S::own_width - 1) / S::own_width,
                  pieces = std::max(S::thread_blocks * limits.multiprocessors / strips, 1),
                  steps = (shape.height + S::step - 1) / S::step;
        return {S::own_width, (steps + pieces - 1) / pieces * S::step, S::threads};
    }
    template <int R, class S, class Launch>
    static void start(const PixelSource& in, const PixelSink& out, const HaloImage&, const Launch& launch) {
        launch(halo_strips_kernel<R, S>, in, out);
    }
};

}  // namespace

std::unique_ptr<Plan> make_halo_plan_of_pixels(const Job& job, const DeviceLimits& limits) {
    return dispatch_order<most_halo_order>(job.design.order(), [&]<int R>() -> std::unique_ptr<Plan> {
        return std::make_unique<HaloPlan<R, HaloOfPixels>>(job, limits);
    });
}

}  // namespace sweep::gpu
