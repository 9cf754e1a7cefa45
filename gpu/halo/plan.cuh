// Algorithm `halo` for one order: which shape its tiles have, the numbers of the passes, and the one launch.
#pragma once

#include "core/families/halo.h"
#include "gpu/halo/edges.cuh"
#include "gpu/halo/factory.cuh"
#include "gpu/tuning/fits.h"
#include "gpu/tuning/halo_tiles.h"

namespace sweep::gpu {

// What one thread block has of a launch.
struct HaloBlocks {
    int columns, rows;  // of a thread block's own
    int threads;
};

// Kernels is one of the kernels of `halo`. It has
//     Choices<R>                           the tiles of each order
//     take(problem)                        whether it filters the problem
//     blocks<S>(shape, limits)             the thread blocks for tiles S
//     start<R, S>(in, out, image, launch)  calls launch(kernel, from, to) with its kernel for tiles S
template <int R, class Kernels>
class HaloPlan final : public Plan {
  public:
    HaloPlan(const Job& job, const DeviceLimits& limits) : shape_(job.problem.shape), limits_(limits) {
        adopt(job, nullptr);
    }

    int block() const override {
        int width = 0;
        for_each_choice(Choices(), [&]<class Choice>(int i) {
            if (i == choice_) width = Choice::Tile::own_width;
        });
        return width;
    }

    bool writes_halves() const override { return true; }

    bool adopt(const Job& job, cudaStream_t) override {
        if (job.problem.shape != shape_ || job.design.order() != R || job.design.feeds_forward() ||
            !Kernels::take(job.problem) || products_fit(job, limits_))
            return false;
        job_ = job;
        datum_ = part_datum(job.problem, job.design, false);
        choice_ = choice(halo_of(job.design, job.problem.passes));
        return true;
    }

    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        for_each_choice(Choices(), [&]<class Choice>(int i) {
            if (i == choice_) launch_tiles<typename Choice::Tile>(in, out, on);
        });
    }

  private:
    using Choices = typename Kernels::template Choices<R>;

    int choice(int halo) const {
        const int found = halo_tile<R>(Choices(), job_.problem, halo, limits_.shared_bytes_per_block);
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
        double scale = 1, gain = 1, column_gain = 1;
        for (int i = 0; i < p.passes; ++i) {
            gain *= design.pass(i).gain, scale *= design.pass(i).gain * design.pass(i).unit_gain;
            if (i < 2) column_gain /= design.pass(i).unit_gain;
        }
        const HaloBlocks blocks = Kernels::template blocks<S>(shape_, limits_);
        const HaloImage image{
            shape_.width, shape_.height, p.boundary.kind,   p.boundary_of_columns().kind, datum_, blocks.rows,
            float(scale), float(gain),   float(column_gain)};
        const HaloFilter<R, S::each> filter{column_pass<R>(design.pass(0), true, S::rows),
                                            column_pass<R>(design.pass(1), p.passes > 1, S::rows),
                                            row_pass<R, S::each>(design.pass(2), p.passes > 2),
                                            row_pass<R, S::each>(design.pass(3), p.passes > 3)};
        const std::size_t bytes = std::size_t(S::template shared_bytes<R>(p.input));
        on.cover = {Cover::pixels, blocks.columns, blocks.rows};
        Kernels::template start<R, S>(in, out, image, [&](auto kernel, auto... images) {
            if (bytes > 40 * 1024)  // a kernel that has asked for nothing gets 48 KB
                check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes)));
            launch(on, kernel, dim3(tiles(shape_.width, blocks.columns), tiles(shape_.height, blocks.rows)),
                   blocks.threads, bytes, images..., image, filter);
        });
    }

    Shape shape_;
    DeviceLimits limits_;
    Job job_;
    PartDatum datum_{};
    int choice_ = 0;
};

}  // namespace sweep::gpu
