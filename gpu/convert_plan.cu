// The filter `none`, which decodes pixels and passes them on, and the kernel that rounds the result of
// another plan to float16.
#include <algorithm>

#include "gpu/convert.cuh"
#include "gpu/device/halves.cuh"
#include "gpu/image/tile.cuh"

namespace sweep::gpu {
namespace {

constexpr int most_rows_of_blocks = 65535;  // in a grid

// V = X, decoded. A thread owns a pixel of every gridDim.y-th row, a warp 32 neighbours in a row.
__global__ void convert_kernel(PixelSource in, PixelSink out, Tiling p,
                               const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
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

// V = X, rounded to float16. Threads own pixels as above.
__global__ void narrow_kernel(const float4* from, PixelSink to, int width, int height,
                              const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    for (int y = blockIdx.y; y < height; y += gridDim.y) {
        const float4 v = from[std::size_t(y) * width + x];
        const uint2 halves = {two_halves(v.x, v.y), two_halves(v.z, v.w)};
        if (to.format == PixelFormat::texture_f16)
            surf2Dwrite(halves, to.surface, x * 8, y);
        else
            static_cast<uint2*>(to.data)[std::size_t(y) * width + x] = halves;
    }
}

dim3 grid_of(Shape shape) {
    return {unsigned(shape.width + 255) / 256, unsigned(std::min(shape.height, most_rows_of_blocks))};
}

class ConvertPlan final : public Plan {
  public:
    explicit ConvertPlan(const Problem& problem) : shape_(problem.shape) {}
    int block() const override { return 1; }
    bool adopt(const Job& job, cudaStream_t) override { return job.problem.shape == shape_; }
    void launch_stage(const Stage&, const PixelSource& in, const PixelSink& out, LaunchOn on) override {
        on.overlap = false;
        const Tiling p{shape_.width, shape_.height, shape_.channels, 0, 0};
        on.cover = {Cover::pixels, 256, 1};
        launch(on, convert_kernel, grid_of(shape_), 256, 0, in, out, p);
    }

  private:
    Shape shape_;
};

}  // namespace

void launch_narrow(LaunchOn on, const float* from, const PixelSink& to, Shape shape) {
    on.overlap = false;
    launch(on, narrow_kernel, grid_of(shape), 256, 0, reinterpret_cast<const float4*>(from), to, shape.width,
           shape.height);
}

std::unique_ptr<Plan> make_convert_plan(const Problem& problem) {
    return std::make_unique<ConvertPlan>(problem);
}

}  // namespace sweep::gpu
