// V = f(X, R, S) for each sample: X the original, R and S the results of the first and the last run of the filter, f
// the formula of the kind (core/derived/derived_formula.h), in double. A thread owns a sample of every gridDim.y-th
// row, a warp 32 neighbours in a row; nothing passes between threads, so that the result may lie where the original
// was.
#include "gpu/derive.cuh"

#include <algorithm>

namespace sweep::gpu {
namespace {

template <DerivedKind kind>
__global__ void derive_kernel(DerivedNumbers numbers, PixelSource original, std::ptrdiff_t stride,
                              const float* first, const float* last, float* out, std::ptrdiff_t out_stride,
                              int samples, int height, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= samples) return;
    const int channel = i % original.channels;
    for (int y = int(blockIdx.y); y < height; y += int(gridDim.y)) {
        const auto* row = static_cast<const std::byte*>(original.data) + y * stride;
        const float x = original.is_bytes()
                            ? original.decode(reinterpret_cast<const std::uint8_t*>(row)[i], channel)
                            : reinterpret_cast<const float*>(row)[i];
        const std::size_t packed = std::size_t(y) * std::size_t(samples) + std::size_t(i);
        auto* to = reinterpret_cast<float*>(reinterpret_cast<std::byte*>(out) + y * out_stride);
        to[i] = float(derived_sample<kind>(numbers, x, first[packed], last[packed]));
    }
}

}  // namespace

void launch_derive(LaunchOn on, DerivedKind kind, const DerivedNumbers& numbers, const PixelSource& original,
                   std::ptrdiff_t stride, const float* first, const float* last, float* out,
                   std::ptrdiff_t out_stride, Shape shape) {
    on.overlap = false;
    const int samples = shape.width * shape.channels;
    constexpr int most_rows_of_blocks = 65535;  // in a grid
    const dim3 grid{unsigned(samples + 255) / 256, unsigned(std::min(shape.height, most_rows_of_blocks))};
    with_derived_kind(kind, [&](auto which) {
        launch(on, derive_kernel<decltype(which)::value>, grid, 256, 0, numbers, original, stride, first,
               last, out, out_stride, samples, shape.height);
    });
}

}  // namespace sweep::gpu
