// Step 7.1 of four channels of bytes (RGBA8) that stand for what a table says, as sRGB does; for b / 255 see
// gpu/overlapped/unorm_perimeters.cuh. It finds what gpu/overlapped/perimeters.cuh finds, by tensor
// cores at every order (gpu/overlapped/rgba8_dots.cuh), from compute capability 8.0 on.
//
//     sample = value of the byte - datum, looked up, 256 entries a channel
//     column dots   from the samples as they are looked up, which are left in shared memory
//     row dots      from shared memory
//     corners       from the row dots
//
// Grid: a thread block a block, T threads a channel. For the columns a warp owns eight columns of all
// channels, and a lane the pixels of one column in a quarter of the rows. For the rows a warp owns 32 rows of
// one channel, eight at a time.
#pragma once

#include "gpu/overlapped/perimeters.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// The power of two by which samples are scaled. They are 1 at most, and so is their datum.
template <int R, int T>
double rgba8_scale() {
    return std::exp2(std::floor(std::log2(Rgba8Weights<R, T>::largest_sample)));
}

// The size of the row dots, [4][2 R][T + 4], which are read row_dot_lines at a time.
template <int R, int T>
constexpr std::size_t row_dots_bytes() {
    return sizeof(float) * std::size_t((3 * 2 * R + TensorDots<R, T>::row_dot_lines) * (T + 4));
}
// The block, a word of two float16 a sample; behind it the table, and then in its place the row dots.
template <int R, int T>
constexpr std::size_t picture_perimeters_shared_bytes() {
    return sizeof(std::uint32_t) * std::size_t(4 * T * T) +
           std::max(4 * 256 * sizeof(std::uint32_t), row_dots_bytes<R, T>());
}

// The pixels that a thread owns for the columns: rows 8 k + 2 q and the next, for all k, of the block's
// column x0. A pixel is a word, its first channel lowest, and zero beyond the image's end.
template <int T>
struct PixelsOfColumn {
    std::uint32_t pixels[T / 4];

    __device__ PixelsOfColumn(const PixelSource& in, const Tiling& p, int m, int n, int x0) {
        const int x = n * T + x0, r0 = threadIdx.x % 4 * 2, y = m * T + r0,
                  rows = x < p.width ? p.rows_of<T>(m) - r0 : 0;
        in.words_by_format([&](auto pixel) {
#pragma unroll
            for (int i = 0; i < T / 4; ++i) {
                const int below = i / 2 * 8 + i % 2;
                pixels[i] = pixel(x, y, below, below < rows);
            }
        });
    }
};

// The image with its bytes as they are, for a sample that is loaded before it is decoded.
struct Undecoded {
    const PixelSource& in;
    __device__ float sample(int x, int y, int channel) const {
        return float(word_of(in.bytes(x, y)) >> 8 * channel & 255);
    }
};

// Finds the corners of one channel, by one warp; `weights` are those of the columns for floats.
template <int R, int T>
__device__ inline void find_channel_corners(const float* dots, const float* weights,
                                            const PerimeterWriter<R, T>& to) {
    using Weights = TensorWeights<R, T>;
    TensorDots<R, T>::find_corners(dots, typename Weights::template OfProducts<false>(weights),
                                   typename Weights::template OfRest<false>(Weights::rest_of(weights)), to);
}

// L1 bounds this step: look-ups of bytes meet in its banks.
template <int R, int T>
__global__ __maxnreg__((tuning::Rgba8Perimeters::registers<R>)) void picture_perimeters_kernel(
    PixelSource in, Tiling p, const __grid_constant__ BlockDatums datums, float scale, bool sweeps_rows,
    WeightSets weights, float* column_carries, float* row_carries,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    using Weights = Rgba8Weights<R, T>;
    using Line = LineWeights<R, T>;
    constexpr int K = 2 * R, LD = T + 4, steps = T / 8, products = Weights::products;
    extern __shared__ __align__(1024) std::uint32_t samples[];  // [4][T][T], as gpu/image/tile.cuh has planes
    __shared__ float origins[4];
    std::uint32_t* const of_bytes = samples + 4 * T * T;         // [4][256], the table
    float* const row_dots = reinterpret_cast<float*>(of_bytes);  // [4][K][LD]
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T;
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
    const Line line(weights, p, m, n);
    const CarryLayout<R, T> layout(p);

    const int column = threadIdx.x / 32 * 8 + g;
    const int asks_for = threadIdx.x / 32;  // the channel of the datum, for the first warps
    const float candidate = asks_for < 4 ? datums.ask_by_halves(Undecoded{in}, {n * T, m * T, T, T}, p.width,
                                                                p.height, asks_for, lane)
                                         : 0.f;
    constexpr int entries = 256 / T;  // of this thread's channel
    float values[entries];
#pragma unroll
    for (int i = 0; i < entries; ++i) values[i] = in.decode(std::uint8_t(threadIdx.x % T + i * T), channel);
    const PixelsOfColumn<T> of_column(in, p, m, n, column);
    launch_dependents();
    if (asks_for < 4) {
        const float c = datums.settle_by_halves(in.decode(std::uint8_t(candidate), asks_for), lane);
        if (lane == 0) origins[asks_for] = c, datums.keep(p, asks_for, m, n, c);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < entries; ++i)
        of_bytes[channel * 256 + threadIdx.x % T + i * T] = half_pair((values[i] - origins[channel]) * scale);
    __syncthreads();

    {
        const float* left = line.columns + Line::of_rgba8;
        const typename Weights::Units units(left);
        std::uint32_t* even = samples + at<T>(2 * q, column);
        std::uint32_t* odd = samples + at<T>(2 * q + 1, column);
        typename Weights::Sums sums[4];
#pragma unroll
        for (int k = 0; k < steps; ++k) {
            const typename Weights::Left w(left, k);
            const std::uint32_t* pixels = of_column.pixels + 2 * k;
#pragma unroll
            for (int j = 0; j < 4; ++j) {
                const std::uint32_t a = of_bytes[j * 256 + (pixels[0] >> 8 * j & 255)],
                                    b = of_bytes[j * 256 + (pixels[1] >> 8 * j & 255)];
                even[j * T * T + 8 * 32 * k] = a;
                odd[j * T * T + 8 * 32 * k] = b;
                sums[j].add(k, w, a, b);
            }
        }
        float* out = column_carries + layout.column(0, m, n * T, g) + column - g + 2 * q;
        const std::size_t to_next_channel = layout.column(1, 0, 0, 0);
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int f = 0; f < products; ++f)
                if (g + 8 * f < K)  // __stwb, for an assigned float2 is stored as two floats
                    __stwb(reinterpret_cast<float2*>(out + j * to_next_channel + 8 * f * T),
                           sums[j].of(f, units.of[f]));
    }
    if (!sweeps_rows) return;
    __syncthreads();
    {
        constexpr int at_once = tuning::Rgba8Perimeters::eights<products>;
        const float* left = line.rows + Line::of_rgba8;
        const typename Weights::Units units(left);
        // The lines of a product are rows 0 4 1 5 2 6 3 7 of eight: reads touch every bank once.
        const int first = threadIdx.x % T / 32 * 32, y0 = first + g / 2 + g % 2 * 4;
        const std::uint32_t* words[2];  // samples 4 q on of either half of 32 columns
#pragma unroll
        for (int h = 0; h < 2; ++h) words[h] = samples + channel * T * T + at<T>(y0, 16 * h + 4 * q);
        float* dots = row_dots + (channel * K + g) * LD + first + q;
#pragma unroll 1
        for (int y = 0; y < 32; y += 8 * at_once) {
            typename Weights::Sums sums[at_once];
#pragma unroll
            for (int k = 0; k < steps; k += 2) {
                const typename Weights::Left w0(left, k), w1(left, k + 1);
#pragma unroll
                for (int j = 0; j < at_once; ++j) {
                    const uint4 v = *reinterpret_cast<const uint4*>(words[k / 2 % 2] + k / 4 * (T * 32) +
                                                                    (y + j * 8) * 32);
                    sums[j].add(k, w0, v.x, v.y);
                    sums[j].add(k + 1, w1, v.z, v.w);
                }
            }
#pragma unroll
            for (int j = 0; j < at_once; ++j)
#pragma unroll
                for (int f = 0; f < products; ++f)
                    if (g + 8 * f < K) {
                        const float2 sum = sums[j].of(f, units.of[f]);  // rows q and q + 4
                        const int to = 8 * j + y;
                        dots[8 * f * LD + to] = sum.x, dots[8 * f * LD + to + 4] = sum.y;
                    }
        }
    }
    __syncthreads();
    // The first warp of a channel finds its corners, the others store its row dots.
    const float* dots = row_dots + channel * K * LD;
    if (const int u = threadIdx.x % T - 32; u >= 0) {
        float* out = row_carries + layout.row(channel, m, n, 0);
#pragma unroll
        for (int i = u * 4; i < K * T; i += (T - 32) * 4)
            *reinterpret_cast<float4*>(out + i) = *reinterpret_cast<const float4*>(dots + i / T * LD + i % T);
        return;
    }
    find_channel_corners<R, T>(
        dots, line.columns + Line::of_floats,
        PerimeterWriter<R, T>{p, channel, m, n, column_carries, row_carries, l2_policy(Eviction::normal)});
}

}  // namespace sweep::gpu
