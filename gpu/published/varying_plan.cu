// Algorithm 5v: coefficients, workspace, and which kernel each step launches.
#include "gpu/device/device_buffer.h"
#include "gpu/published/factory.cuh"
#include "gpu/published/varying.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

class VaryingPlan final : public Plan {
  public:
    VaryingPlan(const Job& job, cudaStream_t stream) : shape_(job.problem.shape) {
        constexpr int T = varying_block;
        tiling_ = Tiling::of(shape_, T);
        const std::size_t channels = std::size_t(shape_.channels),
                          columns = channels * std::size_t(tiling_.M) * std::size_t(shape_.width),
                          rows = channels * std::size_t(tiling_.N) * std::size_t(shape_.height);
        column_states_ = DeviceBuffer<float>(2 * columns);
        row_states_ = DeviceBuffer<float>(2 * rows);
        states_ = {column_states_.data(), column_states_.data() + columns, row_states_.data(),
                   row_states_.data() + rows};
        column_blocks_ = DeviceBuffer<VaryingBlock>(std::size_t(tiling_.M) + 1);
        row_blocks_ = DeviceBuffer<VaryingBlock>(std::size_t(tiling_.N) + 1);
        adopt(job, stream);
    }

    int block() const override { return varying_block; }
    std::size_t working_bytes() const override {
        return column_states_.bytes() + row_states_.bytes() + column_blocks_.bytes() + row_blocks_.bytes() +
               datum_.bytes();
    }

    bool adopt(const Job& job, cudaStream_t stream) override {
        if (job.problem.shape != shape_) return false;
        const FilterDesign& filter = job.design;
        auto upload = [&](const PassDesign& pass, int length, int blocks, std::vector<VaryingBlock>& host,
                          DeviceBuffer<VaryingBlock>& device) -> VaryingLine {
            host = varying_blocks(pass, length);
            check(cudaMemcpyAsync(device.data(), host.data(), host.size() * sizeof(VaryingBlock),
                                  cudaMemcpyHostToDevice, stream));
            return {device.data(), int(host.size()), blocks};
        };
        columns_ = upload(filter.columns.causal, shape_.height, tiling_.M, host_columns_, column_blocks_);
        rows_ = upload(filter.rows.causal, shape_.width, tiling_.N, host_rows_, row_blocks_);
        datum_.adopt(job.problem, filter);
        scale_ = float(filter.gain_after(job.problem.passes));
        sweeps_rows_ = job.problem.passes > 2;
        return true;
    }

    void launch_stage(const Stage& stage, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        const unsigned channels = unsigned(shape_.channels),
                       blocks = unsigned(tiling_.M) * unsigned(tiling_.N),
                       column_threads = tuning::Varying::column_threads,
                       lines = unsigned(shape_.width) * channels,
                       column_blocks = (lines + column_threads - 1) / column_threads;
        const dim3 block_rows(unsigned(tiling_.M), channels);
        const std::size_t tile = channels * varying_block * varying_block * sizeof(float);
        const Cover tiles = Cover::of_tiles(varying_block, tiling_.N, tiling_.M);
        on.overlap = false;
        switch (stage.step) {
            case Step::alg5_1:
                on.cover = tiles;
                return launch(datum_.find(on, in), varying_carries_kernel, blocks, varying_block * channels,
                              tile, in, tiling_, datum_.on_device(), columns_, rows_, sweeps_rows_, states_);
            case Step::alg5_2:
            case Step::alg5_3:
                return launch(on, varying_columns_kernel, column_blocks, column_threads, 0, tiling_, columns_,
                              stage.step == Step::alg5_2, states_);
            case Step::alg5_4:
            case Step::alg5_5:
                on.cover = Cover::of_rows(varying_block);
                return launch(on, varying_rows_kernel, block_rows, tuning::Varying::row_threads, 0, tiling_,
                              columns_, rows_, stage.step == Step::alg5_4, states_);
            case Step::alg5_6:
                on.cover = tiles;
                return launch(on, varying_output_kernel, blocks, varying_block * channels, tile, in, out,
                              tiling_, datum_.on_device(), columns_, rows_, sweeps_rows_, scale_, states_);
            default:
                return;
        }
    }

  private:
    Shape shape_;
    Tiling tiling_{};
    VaryingLine columns_{}, rows_{};
    VaryingStates states_{};
    ImageDatum datum_;
    float scale_ = 1;
    bool sweeps_rows_ = true;
    std::vector<VaryingBlock> host_columns_, host_rows_;
    DeviceBuffer<VaryingBlock> column_blocks_, row_blocks_;
    DeviceBuffer<float> column_states_, row_states_;
};

}  // namespace

std::unique_ptr<Plan> make_varying_plan(const Job& job, cudaStream_t stream) {
    return std::make_unique<VaryingPlan>(job, stream);
}

}  // namespace sweep::gpu
