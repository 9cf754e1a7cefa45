// Algorithm rt64: the numbers of both axes, and how many lines a launch has.
#include <algorithm>
#include <array>

#include "core/blocks/extension.h"
#include "gpu/lines/factory.cuh"
#include "gpu/lines/rt64.cuh"

namespace sweep::gpu {
namespace {

class Rt64Plan final : public Plan {
  public:
    Rt64Plan(const Job& job, cudaStream_t stream)
        : shape_(job.problem.shape),
          periods_(periods(job.problem)),
          room_(std::min(std::size_t(1) << 30, device_memory() / 8)),
          numbers_(2),
          kept_(std::max(kept(false), kept(true))) {
        adopt(job, stream);
    }

    int block() const override { return 1; }
    std::size_t working_bytes() const override { return numbers_.bytes() + kept_.bytes() + between_.bytes(); }

    bool adopt(const Job& job, cudaStream_t stream) override {
        if (job.problem.shape != shape_ || periods(job.problem) != periods_) return false;
        const FilterDesign& filter = job.design;
        host_numbers_[0] =
            line_numbers(filter.columns, job.problem.boundary_of_columns().kind, shape_.height);
        host_numbers_[1] = line_numbers(filter.rows, job.problem.boundary.kind, shape_.width);
        check(cudaMemcpyAsync(numbers_.data(), host_numbers_, numbers_.bytes(), cudaMemcpyHostToDevice,
                              stream));
        passes_ = job.problem.passes;
        if (passes_ > 2) between_.grow(shape_.samples());
        const double after_columns = filter.gain_after(2) * filter.response_after(2);
        for (bool rows : {false, true}) {
            WholeLines& lines = lines_[rows];
            lines = WholeLines{};
            lines.width = shape_.width;
            lines.height = shape_.height;
            lines.channels = shape_.channels;
            lines.along_rows = rows;
            lines.both = passes_ >= (rows ? 4 : 2);
            lines.reads_image = !rows;
            lines.writes_result = rows == (passes_ > 2);
            lines.period = (long long)(period(rows));
            const Boundary& boundary = rows ? job.problem.boundary : job.problem.boundary_of_columns();
            lines.boundary = boundary.kind;
            const AxisDesign& axis = rows ? filter.rows : filter.columns;
            lines.gain = axis.causal.gain * (lines.both ? axis.anticausal.gain : 1);
            for (int c = 0; c < shape_.channels; ++c)
                lines.outside[c] = boundary.outside(std::size_t(c)) * (rows ? after_columns : 1);
        }
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const bool rows = stage.step == Step::rt64_rows;
        WholeLines p = lines_[rows];
        on.overlap = false;
        for (p.begin = 0; p.begin < lines(rows); p.begin += p.count) {
            p.count = std::min(lines(rows) - p.begin, together(rows));
            launch(on, rt64_kernel, unsigned((p.count + rt64_threads - 1) / rt64_threads),
                   unsigned(rt64_threads), 0, in, between_.data(), out, p, numbers_.data() + rows,
                   kept_.data());
        }
    }

  private:
    static std::array<std::size_t, 2> periods(const Problem& problem) {
        return {line_period(problem.boundary_of_columns().kind, std::size_t(problem.shape.height)),
                line_period(problem.boundary.kind, std::size_t(problem.shape.width))};
    }
    static std::size_t device_memory() {
        std::size_t free = 0, total = 0;
        check(cudaMemGetInfo(&free, &total));
        return total;
    }
    int lines(bool rows) const { return (rows ? shape_.height : shape_.width) * shape_.channels; }
    std::size_t period(bool rows) const { return periods_[rows]; }
    // The lines of a launch: as many as an eighth of the GPU's memory has room for, 1 GiB at most, and those
    // of one thread block at least.
    int together(bool rows) const {
        const std::size_t fit = room_ / sizeof(double) / period(rows) / rt64_threads * rt64_threads;
        return int(std::min(std::size_t(lines(rows)), std::max(fit, std::size_t(rt64_threads))));
    }
    std::size_t kept(bool rows) const { return period(rows) * std::size_t(together(rows)); }

    const Shape shape_;
    const std::array<std::size_t, 2> periods_;  // of the columns, of the rows
    const std::size_t room_;
    int passes_ = all_passes;
    LineNumbers host_numbers_[2]{};  // of columns, of rows
    WholeLines lines_[2]{};
    DeviceBuffer<LineNumbers> numbers_;
    DeviceBuffer<double> kept_;
    // The columns' result. In float32 a resonance of the rows would amplify its rounding.
    DeviceBuffer<double> between_;
};

}  // namespace

std::unique_ptr<Plan> make_rt64_plan(const Job& job, cudaStream_t stream) {
    return std::make_unique<Rt64Plan>(job, stream);
}

}  // namespace sweep::gpu
