// The steps before and after a table: the image's mean, and the box blur.
#include "gpu/table/table.cuh"

#include "gpu/tuning/launch.h"

namespace sweep::gpu {
namespace {

constexpr int mean_threads = tuning::Tables::mean_threads,
              most_mean_blocks = tuning::Tables::most_mean_blocks;

// Sums over the thread block; the result is in thread 0.
__device__ void add_up(double (&sum)[4]) {
    __shared__ double of_warp[mean_threads / 32][4];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const double total = warp_sum(sum[k]);
        if (lane == 0) of_warp[warp][k] = total;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < 4; ++k) {
            sum[k] = 0;
            for (int q = 0; q < mean_threads / 32; ++q) sum[k] += of_warp[q][k];
        }
    __syncthreads();
}

// The mean of each channel. A thread block owns every gridDim.x-th row; the last one to finish adds up what
// all have left in `partial`.
__global__ __launch_bounds__(mean_threads) void sat_mean_kernel(PixelSource in, bool raw_bytes, Tiling p,
                                                                double* partial, unsigned* counter,
                                                                float* mean,
                                                                const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    __shared__ bool is_last;
    double sum[4] = {};
    for (int y = blockIdx.x; y < p.height; y += gridDim.x)
        for (int x = threadIdx.x; x < p.width; x += mean_threads) {
            if (raw_bytes) {
                const uchar4 b = in.bytes(x, y);
                sum[0] += b.x, sum[1] += b.y, sum[2] += b.z, sum[3] += b.w;
            } else {
                const float4 v = in.pixel(x, y);
                sum[0] += v.x, sum[1] += v.y, sum[2] += v.z, sum[3] += v.w;
            }
        }
    add_up(sum);
    if (threadIdx.x == 0) {
        for (int k = 0; k < 4; ++k) partial[blockIdx.x * 4 + k] = sum[k];
        __threadfence();
        is_last = atomicAdd(counter, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    for (int k = 0; k < 4; ++k) sum[k] = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += mean_threads)
        for (int k = 0; k < 4; ++k) sum[k] += __ldcg(partial + i * 4 + k);
    add_up(sum);
    if (threadIdx.x > 0) return;
    for (int k = 0; k < 4; ++k) mean[k] = float(sum[k] / (double(p.width) * p.height));
    *counter = 0;  // for the next run
}

// Whether the box around sample i is one of the line's own samples alone: as it is, or cut off under none.
__device__ bool is_plain(const BoxLine& line, int i) {
    return !is_extended(line.boundary) || (i >= line.extent.before && i < line.n - line.extent.after);
}

// The mean over the box around each sample, from four entries of the table; a box that reaches into the extension of
// the image has up to five for each axis (core/blocks/box_sum.h). A thread owns a sample of every gridDim.y-th row.
// `one` is what a sample of 1.0 counts in the table.
template <class V>
__global__ void box_kernel(const V* table, PixelSink out, Tiling p, const __grid_constant__ BoxFilter box,
                           double one, const float* mean, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    using Difference = std::conditional_t<std::is_integral_v<V>, V, double>;  // exact between floats
    const int C = p.channels, row = p.width * C, i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= row) return;
    const int x = i / C, k = i % C, x0 = max(0, x - box.across.extent.before),
              x1 = int(min(std::int64_t(p.width) - 1, std::int64_t(x) + box.across.extent.after));
    const double added = mean ? double(__ldcg(mean + k)) : 0;
    const bool is_plain_across = is_plain(box.across, x);
    auto entry_at = [&](int cx, int cy) {
        return cx < 0 || cy < 0 ? Difference(0) : Difference(table[(std::size_t(cy) * p.width + cx) * C + k]);
    };
    for (int y = blockIdx.y; y < p.height; y += gridDim.y) {
        double mean_of_box;
        if (is_plain_across && is_plain(box.down, y)) {
            const int y0 = max(0, y - box.down.extent.before),
                      y1 = int(min(std::int64_t(p.height) - 1, std::int64_t(y) + box.down.extent.after));
            const Difference sum =
                entry_at(x1, y1) - entry_at(x0 - 1, y1) - entry_at(x1, y0 - 1) + entry_at(x0 - 1, y0 - 1);
            const double area = double(x1 - x0 + 1) * double(y1 - y0 + 1);
            mean_of_box = double(sum) / (area * one) + added;
        } else {
            const BoxSum across = box_sum(box.across, x), down = box_sum(box.down, y);
            Difference sum(0);
            for (const BoxTerm& row : down.terms) {
                if (row.weight == 0) continue;
                for (const BoxTerm& column : across.terms)
                    if (column.weight != 0)
                        sum += Difference(row.weight * column.weight) * entry_at(column.index, row.index);
            }
            const double area = across.length * down.length, inside = across.inside * down.inside;
            mean_of_box = double(sum) / (area * one) + added * (inside / area) +
                          box.outside[k] * ((area - inside) / area);
        }
        const float value = float(mean_of_box);
        if (out.format == PixelFormat::texture_f32)
            surf2Dwrite(value, out.surface, i * 4, y);
        else
            static_cast<float*>(out.data)[std::size_t(y) * row + i] = value;
    }
}

unsigned mean_blocks(Shape shape) {
    return unsigned(shape.height < most_mean_blocks ? shape.height : most_mean_blocks);
}

}  // namespace

MeanOfImage::MeanOfImage(Shape shape, cudaStream_t stream)
    : shape_(shape), mean_(4), partial_(mean_blocks(shape) * 4), counter_(1) {
    check(cudaMemsetAsync(counter_.data(), 0, counter_.bytes(), stream));
}

void MeanOfImage::launch(LaunchOn on, const PixelSource& in, bool raw_bytes) {
    const Tiling p{shape_.width, shape_.height, shape_.channels, 0, 0};
    gpu::launch(on, sat_mean_kernel, mean_blocks(shape_), mean_threads, 0, in, raw_bytes, p, partial_.data(),
                counter_.data(), mean_.data());
}

std::vector<double> MeanOfImage::read(cudaStream_t stream) const {
    float mean[4];
    check(cudaMemcpyAsync(mean, mean_.data(), sizeof mean, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
    return {mean, mean + shape_.channels};
}

template <class V>
void launch_box(LaunchOn on, const V* table, const PixelSink& out, Shape shape, const BoxFilter& box,
                double one, const float* mean) {
    const Tiling p{shape.width, shape.height, shape.channels, 0, 0};
    const unsigned row = unsigned(shape.width) * unsigned(shape.channels),
                   rows = unsigned(shape.height < most_rows_of_blocks ? shape.height : most_rows_of_blocks);
    launch(on, box_kernel<V>, dim3((row + 255) / 256, rows), 256, 0, table, out, p, box, one, mean);
}
template void launch_box(LaunchOn, const std::uint32_t*, const PixelSink&, Shape, const BoxFilter&, double,
                         const float*);
template void launch_box(LaunchOn, const float*, const PixelSink&, Shape, const BoxFilter&, double,
                         const float*);
template void launch_box(LaunchOn, const double*, const PixelSink&, Shape, const BoxFilter&, double,
                         const float*);

}  // namespace sweep::gpu
