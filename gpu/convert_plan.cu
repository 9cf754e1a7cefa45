// The filter `none`: decode and pass on.
#include <algorithm>

#include "gpu/plan.cuh"
#include "gpu/tile.cuh"

namespace sweep::gpu {
namespace {

constexpr int most_rows_of_blocks = 65535;  // in a grid

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

std::unique_ptr<Plan> make_convert_plan(const Problem& problem) {
    return std::make_unique<ConvertPlan>(problem);
}

}  // namespace sweep::gpu
