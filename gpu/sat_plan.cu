// Summed-area tables and the box blur from them: what is added up, in which type, and the launches.
#include <algorithm>

#include "core/error.h"
#include "gpu/device_buffer.h"
#include "gpu/plan.cuh"
#include "gpu/sat.cuh"
#include "gpu/sat_one_pass.cuh"

namespace sweep::gpu {
namespace {

constexpr int most_rows_of_blocks = 65535;  // in a grid

template <class V, int T>
class SatPlan final : public Plan {
  public:
    SatPlan(const Problem& problem, cudaStream_t stream)
        : shape_(problem.shape), one_pass_(problem.algorithm == Algorithm::sat_one_pass) {
        tiling_ = {shape_.width, shape_.height, shape_.channels, (shape_.height + T - 1) / T,
                   (shape_.width + T - 1) / T};
        const std::size_t M = std::size_t(tiling_.M), N = std::size_t(tiling_.N),
                          C = std::size_t(shape_.channels);
        if (one_pass_) {
            words_ = DeviceBuffer<unsigned long long>(2 * C * M * N * T);
            counter_ = DeviceBuffer<unsigned>(1);
            check(cudaMemsetAsync(words_.data(), 0, words_.bytes(), stream));
            check(cudaMemsetAsync(counter_.data(), 0, counter_.bytes(), stream));
        } else {
            columns_ = DeviceBuffer<V>(C * M * N * T);
            rows_ = DeviceBuffer<V>(C * M * N * T);
            scalars_ = DeviceBuffer<V>(C * M * N);
        }
        if (problem.filter.kind == FilterKind::box) table_ = DeviceBuffer<V>(shape_.samples());
        adopt(problem, stream);
    }

    int block() const override { return T; }
    std::size_t working_bytes() const override {
        return columns_.bytes() + rows_.bytes() + scalars_.bytes() + words_.bytes() + table_.bytes();
    }

    bool adopt(const Problem& p, cudaStream_t) override {
        const bool integer = table_sample(p) == Sample::u32;
        if (p.shape != shape_ || one_pass_ != (p.algorithm == Algorithm::sat_one_pass) ||
            integer != std::is_integral_v<V> || (table_sample(p) == Sample::f64) != (sizeof(V) == 8) ||
            (p.filter.kind == FilterKind::box) != (table_.size() > 0))
            return false;
        radius_ = p.filter.radius;
        summand_ = {SumOf::floats, 1, 0};
        if (p.filter.kind == FilterKind::sat && p.input == Sample::u8) summand_.kind = SumOf::bytes;
        if (p.filter.kind == FilterKind::box && std::is_integral_v<V>)
            summand_ = {SumOf::scaled, box_scale, 0};
        if (p.filter.kind == FilterKind::sat && p.fixed_point > 0)
            summand_ = {SumOf::fixed_point, float(p.fixed_point), float(65535 / p.fixed_point)};
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const Step step = stage.step;
        const unsigned blocks = unsigned(tiling_.M) * unsigned(tiling_.N), C = unsigned(shape_.channels);
        const std::size_t tile_bytes = C * T * T * sizeof(V);
        PixelSink table = out;
        if (table_.size() > 0) table = {PixelFormat::table, shape_.channels, table_.data(), 0, shape_.width};
        on.overlap =
            on.overlap && step != Step::sat_perimeters && step != Step::sat_one_pass && step != Step::box;
        switch (step) {
            case Step::sat_perimeters:
                launch(on, sat_perimeters_kernel<V, T>, blocks, T * C, tile_bytes, in, summand_, tiling_,
                       columns_.data(), rows_.data());
                break;
            case Step::sat_columns: {
                const unsigned s = segments(tiling_.M);
                launch(on, sat_columns_kernel<V, T>, dim3(unsigned(tiling_.N), C), dim3(T, s),
                       s * T * sizeof(V), tiling_, columns_.data(), scalars_.data());
                break;
            }
            case Step::sat_rows: {
                const unsigned s = segments(tiling_.N);
                launch(on, sat_rows_kernel<V, T>, dim3(unsigned(tiling_.M), C), dim3(T, s), s * T * sizeof(V),
                       tiling_, scalars_.data(), rows_.data());
                break;
            }
            case Step::sat_blocks:
                launch(on, sat_blocks_kernel<V, T>, blocks, T * C, tile_bytes, in, summand_, table, tiling_,
                       columns_.data(), rows_.data());
                break;
            case Step::sat_one_pass:
                if constexpr (sizeof(V) == 4)
                    launch(on, sat_one_pass_kernel<V, T>, blocks, T * C, tile_bytes, in, summand_, table,
                           tiling_, words_.data(), counter_.data(), run_++);
                break;
            case Step::box: {
                const unsigned row = unsigned(shape_.width) * C;
                launch(on, box_kernel<V>,
                       dim3((row + 255) / 256, unsigned(std::min(shape_.height, most_rows_of_blocks))), 256,
                       0, table_.data(), out, tiling_, radius_, summand_.scale);
                break;
            }
            default:
                break;
        }
    }

  private:
    static unsigned segments(int blocks) {
        return unsigned(std::clamp((blocks + sat_blocks_a_thread - 1) / sat_blocks_a_thread, 1, 512 / T));
    }

    Shape shape_;
    Tiling tiling_{};
    Summand summand_{};
    int radius_ = 0;
    bool one_pass_;
    unsigned run_ = 1;  // of the one pass: what earlier runs published is old
    DeviceBuffer<V> columns_, rows_, scalars_, table_;
    DeviceBuffer<unsigned long long> words_;
    DeviceBuffer<unsigned> counter_;
};

// A thread a pixel of every gridDim.y-th row.
__global__ void convert_kernel(PixelSource in, PixelSink out, Tiling p) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, C = p.channels;
    if (x >= p.width) return;
    for (int y = blockIdx.y; y < p.height; y += gridDim.y) {
        const float4 v = in.pixel(x, y);
        if (out.format == PixelFormat::texture_f32) {
            surf2Dwrite(v, out.surface, x * 16, y);
            continue;
        }
        float* to = static_cast<float*>(out.data) + (std::size_t(y) * p.width + x) * C;
        to[0] = v.x;
        if (C > 1) to[1] = v.y;
        if (C > 2) to[2] = v.z;
        if (C > 3) to[3] = v.w;
    }
}

// The filter `none`: decode and pass on.
class ConvertPlan final : public Plan {
  public:
    explicit ConvertPlan(const Problem& problem) : shape_(problem.shape) {}
    int block() const override { return 1; }
    bool adopt(const Problem& problem, cudaStream_t) override { return problem.shape == shape_; }
    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        const Tiling p{shape_.width, shape_.height, shape_.channels, 0, 0};
        launch(
            on, convert_kernel,
            dim3(unsigned(shape_.width + 255) / 256, unsigned(std::min(shape_.height, most_rows_of_blocks))),
            256, 0, in, out, p);
    }

  private:
    Shape shape_;
};

}  // namespace

std::unique_ptr<Plan> make_sat_plan(const Problem& problem, const DeviceLimits&, cudaStream_t stream) {
    const bool one_channel = problem.shape.channels == 1;
    switch (table_sample(problem)) {
        case Sample::u32:
            if (one_channel) return std::make_unique<SatPlan<std::uint32_t, 64>>(problem, stream);
            return std::make_unique<SatPlan<std::uint32_t, 32>>(problem, stream);
        case Sample::f64:
            return std::make_unique<SatPlan<double, 32>>(problem, stream);
        default:
            if (one_channel) return std::make_unique<SatPlan<float, 64>>(problem, stream);
            return std::make_unique<SatPlan<float, 32>>(problem, stream);
    }
}

std::unique_ptr<Plan> make_convert_plan(const Problem& problem) {
    return std::make_unique<ConvertPlan>(problem);
}

}  // namespace sweep::gpu
