// The part that all plans for tables share: the numbers that are added up, the mean before the table, the box
// blur after it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/problem/box_filter.h"
#include "gpu/device/device_buffer.h"
#include "gpu/plan/plan.cuh"
#include "gpu/table/sums.cuh"

namespace sweep::gpu {

// The mean of each channel of an image. It is added up in double, always in the same order, and rounded to
// float.
class MeanOfImage {
  public:
    explicit MeanOfImage(Shape shape, cudaStream_t stream);
    const float* device() const { return mean_.data(); }
    std::size_t bytes() const { return mean_.bytes() + partial_.bytes() + counter_.bytes(); }
    void launch(LaunchOn on, const PixelSource& in, bool raw_bytes);
    std::vector<double> read(cudaStream_t stream) const;  // waits for the stream

  private:
    Shape shape_;
    DeviceBuffer<float> mean_;      // 4
    DeviceBuffer<double> partial_;  // [thread block][4]
    DeviceBuffer<unsigned> counter_;
};

// Makes means of boxes from a table in which a sample of 1.0 counts `one`. `mean` is what was taken off the samples
// of each channel, unless it is null.
template <class V>
void launch_box(LaunchOn on, const V* table, const PixelSink& out, Shape shape, const BoxFilter& box,
                double one, const float* mean);

template <class V>
class TablePlan : public Plan {
  public:
    TablePlan(const Job& job, cudaStream_t stream) : problem_(job.problem) {
        const Problem& problem = job.problem;
        if (problem.method.precision == Precision::f32_less_mean) mean_.emplace(problem.shape, stream);
        if (is_box()) table_ = DeviceBuffer<V>(problem.shape.samples());
        TablePlan::adopt(job, stream);
    }

    std::size_t working_bytes() const override { return table_.bytes() + (mean_ ? mean_->bytes() : 0); }

    bool adopt(const Job& job, cudaStream_t) override {
        const Problem& p = job.problem;
        if (p.shape != problem_.shape || p.filter.kind != problem_.filter.kind ||
            p.method.algorithm != problem_.method.algorithm || p.method.block != problem_.method.block ||
            table_sample(p) != sample_of<V>() ||
            (p.method.precision == Precision::f32_less_mean) != mean_.has_value())
            return false;
        problem_ = p;
        const Quantisation q = quantisation(p);
        summand_ = {!is_box() && p.input == Sample::u8, q.scale, q.limit, mean_ ? mean_->device() : nullptr};
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const LaunchOn alone{on.stream, false};
        if (stage.step == Step::sat_mean) {
            mean_->launch(alone, in, summand_.raw_bytes);
        } else if (stage.step == Step::box) {
            launch_box(alone, table_.data(), out, shape(), box_filter(problem_),
                       summand_.scale > 0 ? double(summand_.scale) : 1, summand_.mean);
        } else {
            launch_table(stage, in, is_box() ? linear(table_.data()) : out, on);
        }
    }

    std::vector<double> table_mean(cudaStream_t stream) const override {
        return mean_ ? mean_->read(stream) : std::vector<double>();
    }

  protected:
    // Launches one of the stages that make the table.
    virtual void launch_table(const Stage& stage, const PixelSource& in, const PixelSink& table,
                              LaunchOn on) = 0;

    const Shape& shape() const { return problem_.shape; }
    const Summand& summand() const { return summand_; }
    unsigned channels() const { return unsigned(problem_.shape.channels); }
    // Linear memory that a table is written to.
    PixelSink linear(V* table) const {
        return {PixelFormat::table, shape().channels, table, 0, shape().width};
    }
    Tiling tiling(int block) const { return Tiling::of(shape(), block); }
    // The grid of a kernel in which a thread owns a pixel of every gridDim.y-th row.
    dim3 grid_of_pixels(unsigned threads) const {
        const int rows = shape().height < most_rows_of_blocks ? shape().height : most_rows_of_blocks;
        return {(unsigned(shape().width) + threads - 1) / threads, unsigned(rows)};
    }

  private:
    bool is_box() const { return problem_.filter.kind == FilterKind::box; }

    Problem problem_;
    Summand summand_{};
    std::optional<MeanOfImage> mean_;
    DeviceBuffer<V> table_;  // the table from which a box blur is made
};

// Calls make.operator()<V>() for the type that the problem's table adds up.
template <class Make>
std::unique_ptr<Plan> of_table_type(const Problem& problem, Make make) {
    switch (table_sample(problem)) {
        case Sample::u32:
            return make.template operator()<std::uint32_t>();
        case Sample::f64:
            return make.template operator()<double>();
        default:
            return make.template operator()<float>();
    }
}

// Does so for algorithms whose tables have numbers of 4 bytes alone, as core/families/algorithms.h says.
template <class Make>
std::unique_ptr<Plan> of_table_of_words(const Problem& problem, Make make) {
    if (table_sample(problem) == Sample::u32) return make.template operator()<std::uint32_t>();
    return make.template operator()<float>();
}

// Calls make.operator()<T>() for the side of a block: 64 for one channel of 4-byte numbers, otherwise 32.
template <class V, class Make>
std::unique_ptr<Plan> with_block(const Problem& problem, Make make) {
    if constexpr (sizeof(V) == 4)
        if (problem.shape.channels == 1) return make.template operator()<64>();
    return make.template operator()<32>();
}

}  // namespace sweep::gpu
