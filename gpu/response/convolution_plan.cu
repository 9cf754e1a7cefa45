// Direct convolution: the taps from the filter's design, and the launches.
#include "core/design/taps.h"
#include "gpu/device/device_buffer.h"
#include "gpu/device/launch.cuh"
#include "gpu/response/convolution.cuh"
#include "gpu/response/factory.cuh"

namespace sweep::gpu {
namespace {

class ConvolutionPlan final : public Plan {
  public:
    ConvolutionPlan(const Job& job, cudaStream_t stream) : shape_(job.problem.shape) {
        check(cudaFuncSetAttribute(convolve_rows_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   int(finished_bytes())));
        adopt(job, stream);
    }

    int block() const override { return Convolution::outputs; }
    std::size_t working_bytes() const override { return planes_.bytes() + weights_.bytes() + datum_.bytes(); }

    bool adopt(const Job& job, cudaStream_t stream) override {
        if (job.problem.shape != shape_) return false;
        const FilterDesign& filter = job.design;
        sweeps_rows_ = job.problem.passes > 2;
        const Taps columns = taps_of(filter.columns, job.problem.passes >= 2, job.problem.method.taps),
                   rows = sweeps_rows_
                              ? taps_of(filter.rows, job.problem.passes == 4, job.problem.method.taps)
                              : Taps{};
        if (sweeps_rows_) planes_.grow(shape_.samples());
        of_columns_ = job.problem.boundary_of_columns().kind;
        of_rows_ = job.problem.boundary.kind;
        datum_.adopt(job.problem, filter);
        response_ = float(columns.response * rows.response);
        response_of_columns_ = float(columns.response);

        host_weights_.assign(columns.weights.begin(), columns.weights.end());
        host_weights_.insert(host_weights_.end(), rows.weights.begin(), rows.weights.end());
        if (host_weights_.size() > weights_.size()) weights_.grow(2 * host_weights_.size());
        check(cudaMemcpyAsync(weights_.data(), host_weights_.data(), host_weights_.size() * sizeof(float),
                              cudaMemcpyHostToDevice, stream));
        columns_ = {weights_.data(), int(columns.weights.size()), columns.first};
        rows_ = {weights_.data() + columns.weights.size(), int(rows.weights.size()), rows.first};
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        using C = Convolution;
        auto tiles = [](int length, int side) { return unsigned((length + side - 1) / side); };
        const Tiling p{shape_.width, shape_.height, shape_.channels, 0, 0};
        on.overlap = false;
        if (stage.step == Step::convolve_columns) {
            const unsigned across = tiles(shape_.width * shape_.channels, C::lines),
                           down = tiles(shape_.height, C::outputs);
            if (C::lines % shape_.channels == 0)
                on.cover = {Cover::tiles, C::lines / shape_.channels, C::outputs, int(across),
                            int(across * down)};
            launch(datum_.find(on, in), convolve_columns_kernel, across * down, C::threads, 0, in, out, p,
                   datum_.on_device(), of_columns_, columns_, sweeps_rows_ ? planes_.data() : nullptr,
                   response_);
        } else {
            const unsigned across = tiles(shape_.width, C::outputs), down = tiles(shape_.height, C::lines);
            on.cover = {Cover::tiles, C::outputs, C::lines, int(across), int(across * down)};
            launch(on, convolve_rows_kernel, across * down, C::threads, finished_bytes(), planes_.data(), out,
                   p, datum_.on_device(), of_rows_, rows_, response_of_columns_, response_);
        }
    }

  private:
    std::size_t finished_bytes() const {
        return std::size_t(shape_.channels) * Convolution::outputs * Convolution::stride * sizeof(float);
    }

    Shape shape_;
    BoundaryKind of_columns_ = BoundaryKind::zero, of_rows_ = BoundaryKind::zero;
    ImageDatum datum_;
    DeviceTaps columns_{}, rows_{};
    bool sweeps_rows_ = true;
    float response_of_columns_ = 1, response_ = 1;
    std::vector<float> host_weights_;
    DeviceBuffer<float> planes_, weights_;
};

}  // namespace

std::unique_ptr<Plan> make_convolution_plan(const Job& job, cudaStream_t stream) {
    return std::make_unique<ConvolutionPlan>(job, stream);
}

}  // namespace sweep::gpu
