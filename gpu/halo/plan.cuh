// Algorithm `halo` for one order: which shape its tiles have, the numbers of the passes, and the one launch.
#pragma once

#include "core/problem/halo.h"
#include "gpu/halo/factory.cuh"
#include "gpu/halo/halo.cuh"

namespace sweep::gpu {

template <int R>
class HaloPlan final : public Plan {
  public:
    HaloPlan(const Job& job, const DeviceLimits& limits) : shape_(job.problem.shape), limits_(limits) {
        adopt(job, nullptr);
    }

    int block() const override {
        int width = 0;
        for_each_choice([&]<class Choice>(int i) {
            if (i == choice_) width = Choice::Tile::own_width;
        });
        return width;
    }

    bool adopt(const Job& job, cudaStream_t) override {
        if (job.problem.shape != shape_ || job.design.order() != R) return false;
        job_ = job;
        choice_ = choice(halo_of(job.design, job.problem.passes));
        return true;
    }

    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        for_each_choice([&]<class Choice>(int i) {
            if (i == choice_) launch_tiles<typename Choice::Tile>(in, out, on);
        });
    }

  private:
    using Choices = tuning::Halo::Choices<R>;
    static constexpr int most_tiles_down = 65535;  // of a grid

    // Calls use<Choice>(i) for each choice in turn.
    template <class Use>
    static void for_each_choice(const Use& use) {
        [&]<class... C>(tuning::HaloChoices<C...>) {
            int i = 0;
            (use.template operator()<C>(i++), ...);
        }(Choices());
    }

    // The first tile that is wide enough, for images of this size, and for which the device has room.
    int choice(int halo) const {
        int found = -1;
        bool is_last = false;
        for_each_choice([&]<class Choice>(int i) {
            using Tile = typename Choice::Tile;
            constexpr int reach = std::min(Tile::halo, Tile::rows_above);
            constexpr int bytes = Tile::template shared_bytes<R>;
            if (is_last || reach < halo || bytes > limits_.shared_bytes_per_block) return;
            if (shape_.height > most_tiles_down * Tile::own_height) return;
            found = i;
            is_last = shape_.pixels() < Choice::most_pixels;
        });
        if (found < 0)
            throw Error(ExitCode::usage,
                        "algorithm halo has no tile for this image on this GPU: use --algorithm 7");
        return found;
    }

    template <class S>
    void launch_tiles(const PixelSource& in, const PixelSink& out, LaunchOn on) const {
        const Problem& p = job_.problem;
        const FilterDesign& design = job_.design;
        const auto tiles = [](int length, int own) { return unsigned((length + own - 1) / own); };
        const dim3 grid(tiles(shape_.width, S::own_width), tiles(shape_.height, S::own_height));
        const auto is_word = [](const void* memory) {
            return reinterpret_cast<std::uintptr_t>(memory) % 16 == 0;
        };
        const Datum datum = make_datum(p, nullptr);
        double scale = 1, gain = 1;
        for (int i = 0; i < p.passes; ++i)
            gain *= design.pass(i).gain, scale *= design.pass(i).gain * design.pass(i).unit_gain;
        const HaloImage image{
            shape_.width,     shape_.height,     p.boundary.kind, p.boundary_of_columns().kind,
            datum.from_image, datum.constant[0], float(scale),    float(gain)};
        const HaloFilter<R, S::each> filter{column_pass<R>(design.pass(0), true, S::rows),
                                            column_pass<R>(design.pass(1), p.passes > 1, S::rows),
                                            row_pass<R, S::each>(design.pass(2), p.passes > 2),
                                            row_pass<R, S::each>(design.pass(3), p.passes > 3)};
        constexpr std::size_t bytes = std::size_t(S::template shared_bytes<R>);
        on.cover = {Cover::pixels, S::own_width, S::own_height};
        const auto start = [&](auto kernel) {
            if constexpr (bytes > 48 * 1024)
                check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
            launch(on, kernel, grid, S::threads, bytes, static_cast<const float*>(in.data),
                   static_cast<float*>(out.data), image, filter);
        };
        if (shape_.width % 4 == 0 && is_word(in.data) && is_word(out.data))
            start(halo_kernel<R, S, true>);
        else
            start(halo_kernel<R, S, false>);
    }

    Shape shape_;
    DeviceLimits limits_;
    Job job_;
    int choice_ = 0;
};

template <int R>
std::unique_ptr<Plan> make_halo_plan_of_order(const Job& job, const DeviceLimits& limits) {
    return std::make_unique<HaloPlan<R>>(job, limits);
}

}  // namespace sweep::gpu
