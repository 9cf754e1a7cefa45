// Algorithm `halo` on one channel of float32.
#pragma once

#include "gpu/halo/halo.cuh"
#include "gpu/halo/plan.cuh"

namespace sweep::gpu {

// Kernels for one channel of float32 in linear memory.
struct HaloOfPlane {
    template <int R>
    using Choices = tuning::Halo::Choices<R>;

    static bool take(const Problem& p) { return is_plane_of_floats(p); }
    template <class S>
    static HaloBlocks blocks(const Shape&, const DeviceLimits&) {
        return {S::own_width, S::own_height, S::threads};
    }
    template <int R, class S, class Launch>
    static void start(const PixelSource& in, const PixelSink& out, const HaloImage& p, const Launch& launch) {
        const auto is_word = [](const void* memory) {
            return reinterpret_cast<std::uintptr_t>(memory) % 16 == 0;
        };
        const auto* from = static_cast<const float*>(in.data);
        auto* to = static_cast<float*>(out.data);
        if (p.width % 4 == 0 && is_word(in.data) && is_word(out.data))
            launch(halo_kernel<R, S, true>, from, to);
        else
            launch(halo_kernel<R, S, false>, from, to);
    }
};

template <int R>
std::unique_ptr<Plan> make_halo_plan_of_order(const Job& job, const DeviceLimits& limits) {
    return std::make_unique<HaloPlan<R, HaloOfPlane>>(job, limits);
}

}  // namespace sweep::gpu
