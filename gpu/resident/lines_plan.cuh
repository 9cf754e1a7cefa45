// Algorithm 8 along one axis for one order, without zeros or with them: how the lines are shared out,
// and the one launch.
#pragma once

#include "core/families/chip/resident.h"
#include "gpu/resident/factory.cuh"
#include "gpu/resident/lines.cuh"

namespace sweep::gpu {

template <class Filter>
class ChipLinesPlan final : public Plan {
    static constexpr int R = Filter::order;

  public:
    ChipLinesPlan(const Job& job, const DeviceLimits& limits)
        : lines_(lines_of(job)), shape_(job.problem.shape) {
        if (lines_.length > longest_line(limits))
            throw Error(ExitCode::usage, "this chip keeps lines of up to " +
                                             std::to_string(most_line_threads) +
                                             " samples: use --algorithm 7");
        // Plans share the kernel: it is allowed what the longest lines need.
        ChipLines longest{};
        longest.along_rows = true;
        longest.pieces = most_line_pieces;
        longest.blocks = most_line_blocks;
        check(cudaFuncSetAttribute(chip_lines_kernel<Filter>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   int(LinesShared<R>::bytes(longest))));
        adopt(job, nullptr);
    }

    int block() const override { return piece_samples; }
    bool takes_batches() const override { return true; }

    bool adopt(const Job& job, cudaStream_t) override {
        const FilterDesign& filter = job.design;
        const ChipLines lines = lines_of(job);
        if (job.problem.shape != shape_ || lines.along_rows != lines_.along_rows || filter.order() != R ||
            filter.feeds_forward() != has_zeros<Filter>)
            return false;
        lines_ = lines;
        set_piece_line(filter_.line, lines.along_rows ? filter.rows : filter.columns, boundary_of(job),
                       lines.length, lines.pieces);
        filter_.scale = float(filter.gain_after(all_passes));
        filter_.response = float(filter.response_after(all_passes));
        datum_ = part_datum(job.problem, filter, filter_.line.is_slow());
        return true;
    }

    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        ChipLines lines = lines_;
        lines.in_step = on.batch.in_step, lines.out_step = on.batch.out_step;
        on.overlap = false;
        on.cluster = unsigned(lines.blocks);
        const int blocks = (lines.count + 31) / 32 * lines.blocks;
        if (const int across = 32 / lines.channels, along = lines.pieces * piece_samples; lines.channels != 3)
            on.cover = {.kind = Cover::tiles,
                        .width = lines.along_rows ? along : across,
                        .height = lines.along_rows ? across : along,
                        .across = lines.blocks,
                        .count = blocks,
                        .down = !lines.along_rows};
        launch(on, chip_lines_kernel<Filter>, dim3(unsigned(blocks), unsigned(on.batch.images)),
               unsigned(32 * lines.pieces), LinesShared<R>::bytes(lines), in, out, lines, datum_, filter_);
    }

  private:
    static bool along_rows(const Job& job) { return job.design.columns.is_identity(); }
    static BoundaryKind boundary_of(const Job& job) {
        return (along_rows(job) ? job.problem.boundary : job.problem.boundary_of_columns()).kind;
    }
    static ChipLines lines_of(const Job& job) {
        const Shape& shape = job.problem.shape;
        ChipLines lines{};
        lines.width = shape.width, lines.height = shape.height, lines.channels = shape.channels;
        lines.along_rows = along_rows(job);
        lines.wraps = wraps_around(boundary_of(job));
        lines.length = lines.along_rows ? shape.width : shape.height;
        lines.count = (lines.along_rows ? shape.height : shape.width) * shape.channels;
        const int pieces = (lines.length + piece_samples - 1) / piece_samples;
        lines.blocks = (pieces + most_line_pieces - 1) / most_line_pieces;
        // A line's first and last piece are two, as constants enter each at one end.
        lines.pieces = std::max(2, (pieces + lines.blocks - 1) / lines.blocks);
        return lines;
    }

    ChipLines lines_;
    Shape shape_;
    ChipLinesFilter<Filter> filter_{};
    PartDatum datum_{};
};

template <int R>
std::unique_ptr<Plan> make_chip_lines_plan_of_order(const Job& job, const DeviceLimits& limits) {
    if constexpr (has_chip_line_zeros(R))
        if (job.design.feeds_forward()) return std::make_unique<ChipLinesPlan<ZerosFilter<R>>>(job, limits);
    if constexpr (R <= most_chip_line_poles)
        return std::make_unique<ChipLinesPlan<ThreadFilter<R>>>(job, limits);
    return nullptr;  // the family refuses it
}

}  // namespace sweep::gpu
