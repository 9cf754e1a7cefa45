// Algorithm 8 for one order, without zeros or with them: matrices, workspace, the one launch,
// and how many tiles fit on the chip.
#pragma once

#include <algorithm>

#include "core/filter/memory.h"
#include "gpu/device/device_buffer.h"
#include "gpu/resident/factory.cuh"
#include "gpu/resident/resident.cuh"
#include "gpu/tuning/stream_fits.h"

namespace sweep::gpu {

template <class Filter>
class ResidentPlan final : public Plan {
    static constexpr int R = Filter::order;

  public:
    ResidentPlan(const Job& job, const DeviceLimits& limits, cudaStream_t stream)
        : limits_(limits),
          image_(image_of(job.problem.shape)),
          words_(std::size_t(tiles(image_)) * words_of_tile<R>) {
        check(cudaMemsetAsync(words_.data(), 0, words_.bytes(), stream));
        allow_shared_memory();
        adopt(job, stream);
    }

    // The tiles that a multiprocessor holds.
    static int held_tiles(int shared_bytes_per_block) {
        if (sizeof(ResidentShared<R>) > std::size_t(shared_bytes_per_block)) return 0;
        int held = 0;
        allow_shared_memory();
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&held, resident_kernel<Filter>, resident_threads,
                                                            sizeof(ResidentShared<R>)));
        return held;
    }

    int block() const override { return tile_columns; }
    std::size_t working_bytes() const override { return words_.bytes(); }
    bool counts_runs() const override { return true; }

    bool adopt(const Job& job, cudaStream_t) override {
        const FilterDesign& filter = job.design;
        const Shape& shape = job.problem.shape;
        if (shape.width != image_.width || shape.height != image_.height ||
            shape.channels != image_.channels || filter.order() != R ||
            filter.feeds_forward() != has_zeros<Filter> || !is_to_stay(job, limits_))
            return false;
        const BoundaryKind boundary = job.problem.boundary.kind;
        image_.wraps = wraps_around(boundary);
        filter_.columns = line(filter.columns, boundary, shape.height, tile_rows);
        filter_.rows = line(filter.rows, boundary, shape.width, tile_columns);
        filter_.scale = float(filter.gain_after(job.problem.passes));
        filter_.response = float(filter.response_after(job.problem.passes));
        filter_.response_of_columns = float(filter.response_after(std::min(job.problem.passes, 2)));
        filter_.passes = job.problem.passes;
        datum_ = part_datum(job.problem, filter, filter_.columns.is_slow() || filter_.rows.is_slow());
        return true;
    }

    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        on.cooperative = true;
        const int tiles_of_channel = image_.tiles_down * image_.tiles_across;
        on.cover = {Cover::tiles, tile_columns, tile_rows, image_.tiles_across, tiles_of_channel};
        launch(on, resident_kernel<Filter>, dim3(unsigned(tiles_of_channel), unsigned(image_.channels)),
               resident_threads, sizeof(ResidentShared<R>), in, out, image_, datum_, filter_, words_.data(),
               run_);
        ++run_;  // not where the launch fails
    }

  private:
    static void allow_shared_memory() {
        check(cudaFuncSetAttribute(resident_kernel<Filter>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   int(sizeof(ResidentShared<R>))));
    }
    static ResidentImage image_of(const Shape& shape) {
        return {shape.width,
                shape.height,
                shape.channels,
                (shape.height + tile_rows - 1) / tile_rows,
                (shape.width + tile_columns - 1) / tile_columns,
                false};
    }
    static int tiles(const ResidentImage& image) {
        return image.tiles_down * image.tiles_across * image.channels;
    }
    // A line of n samples in tiles of `tile` samples.
    static TileLine<Filter> line(const AxisDesign& design, BoundaryKind boundary, int n, int tile) {
        TileLine<Filter> line{};
        set_piece_line(line, design, boundary, n, tile / piece_samples);
        const CarryMatrices<double, R> two = ThreadAxis<Filter>(design).matrices(2 * piece_samples);
        line.two_pieces[0] = convert<float>(rest_of(two.tail_A_FP, double(line.pass[0].kept)));
        line.two_pieces[1] = convert<float>(rest_of(two.head_A_RE, double(line.pass[1].kept)));
        int memory_of_axis = memory(design.causal, n);
        if (design.anticausal != design.causal)
            memory_of_axis = std::max(memory_of_axis, memory(design.anticausal, n));
        // The line's last tile, if it is shorter, is one more.
        line.reach =
            (memory_of_axis + tile - 1) / tile + int(line.ends() == PieceEnds::exact && n % tile != 0);
        return line;
    }

    DeviceLimits limits_;
    ResidentImage image_;
    ResidentFilter<Filter> filter_{};
    PartDatum datum_{};
    unsigned run_ = 1;  // what earlier runs have published does not count
    DeviceBuffer<PerimeterWord> words_;
};

template <int R>
int held_tiles_of_order(bool has_zeros, int shared_bytes_per_block) {
    if constexpr (has_resident_zeros(R))
        if (has_zeros) return ResidentPlan<ZerosFilter<R>>::held_tiles(shared_bytes_per_block);
    return ResidentPlan<ThreadFilter<R>>::held_tiles(shared_bytes_per_block);
}

template <int R>
std::unique_ptr<Plan> make_resident_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                  cudaStream_t stream) {
    if constexpr (has_resident_zeros(R))
        if (job.design.feeds_forward())
            return std::make_unique<ResidentPlan<ZerosFilter<R>>>(job, limits, stream);
    return std::make_unique<ResidentPlan<ThreadFilter<R>>>(job, limits, stream);
}

}  // namespace sweep::gpu
