// Algorithm 8 beyond the chip for one order: matrices, rings of words, and the one launch.
#pragma once

#include "gpu/device/device_buffer.h"
#include "gpu/stream/factory.cuh"
#include "gpu/stream/stream.cuh"
#include "gpu/tuning/fits.h"

namespace sweep::gpu {

template <int R, StreamEnds kind>
class StreamPlan final : public Plan {
  public:
    StreamPlan(const Job& job, const DeviceLimits& limits, cudaStream_t stream)
        : limits_(limits), shape_(job.problem.shape), weights_(std::size_t(2 * floats)) {
        walk_.tiling = Tiling::of(shape_, stream_side);
        for (const auto kernel : {kernel_, noted_kernel_})
            check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                       int(sizeof(StreamShared))));
        if (!adopt(job, stream))
            throw Error(ExitCode::usage, "algorithm 8 has no such filter beyond the chip: use --algorithm 7");
    }

    int block() const override { return stream_side; }
    std::size_t working_bytes() const override {
        return weights_.bytes() + column_words_.bytes() + row_words_.bytes() + datums_.bytes() +
               finished_.bytes();
    }
    bool counts_runs() const override { return true; }

    bool adopt(const Job& job, cudaStream_t stream) override {
        const FilterDesign& filter = job.design;
        if (job.problem.shape != shape_ || filter.order() != R || filter.feeds_forward() ||
            stream_ends(job.problem.boundary.kind) != kind || !stream_fits(job, limits_) ||
            !forgets_in_tiles(filter))
            return false;
        const BoundaryKind boundary = job.problem.boundary.kind;
        host_weights_.assign(std::size_t(2 * floats), 0);
        filter_.columns = stream_line<R, kind>(filter.columns, boundary, shape_.height, false,
                                               host_weights_.data(), weights_.data());
        filter_.rows = stream_line<R, kind>(filter.rows, boundary, shape_.width, true,
                                            host_weights_.data() + floats, weights_.data() + floats);
        check(cudaMemcpyAsync(weights_.data(), host_weights_.data(), weights_.bytes(), cudaMemcpyHostToDevice,
                              stream));
        filter_.along_columns = !filter.columns.is_identity();
        filter_.along_rows = !filter.rows.is_identity();
        filter_.scale = float(filter.gain_after(all_passes));
        filter_.response = float(filter.response_after(all_passes));
        filter_.response_of_columns = float(filter.response_after(2));
        datum_ = part_datum(job.problem, filter, false);
        make_rings(stream);
        return true;
    }

    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        on.cooperative = true;
        on.cover = Cover::of_tiles(stream_side, walk_.tiling.N, walk_.tiling.M);
        on.cover.kind = Cover::taken;
        on.cover.left = filter_.rows.samples_before, on.cover.top = filter_.columns.samples_before;
        StreamWalk walk = walk_;
        walk.all_finished += unsigned(walk.tiling.N);
        walk.result = static_cast<float*>(out.data);
        launch(on, on.record ? noted_kernel_ : kernel_, dim3(unsigned(limits_.multiprocessors)),
               stream_threads, sizeof(StreamShared),
               make_tensor_map(in.data, shape_.width, shape_.height, stream_side),
               make_tensor_map(out.data, shape_.width, shape_.height, stream_side), walk, datum_, filter_);
        walk_.all_finished = walk.all_finished;  // not where the launch fails
        walk_.first_tag += unsigned(walk_.tiling.M);
    }

  private:
    static constexpr int floats = StreamWeights::floats(kind);  // of an axis
    static constexpr auto *kernel_ = &stream_kernel<R, kind, false>,
                          *noted_kernel_ = &stream_kernel<R, kind, true>;

    // Rings for as many strips as are in shared memory, and the columns' for as many more as are asked for. The words
    // of earlier runs stay where they are, unless the rings change.
    void make_rings(cudaStream_t stream) {
        const int each = limits_.multiprocessors, held = StreamShared::tiles * each / walk_.tiling.N + 4,
                  column_strips = held + 2 * filter_.columns.reach;
        if (held == walk_.row_strips && column_strips == walk_.column_strips) return;
        walk_.row_strips = held, walk_.column_strips = column_strips;
        const std::size_t of_strip = 2 * std::size_t(walk_.padded_width());
        const auto make = [&](auto& buffer, std::size_t count) {
            buffer = {};
            buffer.grow(count);
            check(cudaMemsetAsync(buffer.data(), 0, buffer.bytes(), stream));
        };
        make(column_words_, of_strip * std::size_t(column_strips));
        make(row_words_, of_strip * std::size_t(held));
        make(datums_, std::size_t(column_strips) * std::size_t(walk_.tiling.N));
        make(finished_, std::size_t(walk_.tiling.M));
        walk_.column_words = column_words_.data(), walk_.row_words = row_words_.data();
        walk_.datums = datums_.data(), walk_.finished = finished_.data();
        walk_.first_tag = walk_.all_finished = 0;
    }

    DeviceLimits limits_;
    Shape shape_;
    StreamWalk walk_{};
    StreamFilter<R, kind> filter_{};
    PartDatum datum_{};
    std::vector<float> host_weights_;
    DeviceBuffer<float> weights_;
    DeviceBuffer<PerimeterWord> column_words_, row_words_;
    DeviceBuffer<DatumWord> datums_;
    DeviceBuffer<unsigned> finished_;
};

template <int R>
std::unique_ptr<Plan> make_stream_plan_of_order(const Job& job, const DeviceLimits& limits,
                                                cudaStream_t stream) {
    if (stream_ends(job.problem.boundary.kind) == StreamEnds::mirror)
        return std::make_unique<StreamPlan<R, StreamEnds::mirror>>(job, limits, stream);
    return std::make_unique<StreamPlan<R, StreamEnds::constants>>(job, limits, stream);
}

}  // namespace sweep::gpu
