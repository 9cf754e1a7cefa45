// Step 7.1 of a picture, four channels of bytes that stand for what a table says (those that stand for b / 255:
// gpu/unorm_perimeters.cuh): what gpu/perimeters.cuh finds, by tensor cores at every order (gpu/picture_dots.cuh), from compute
// capability 8.0 on.
//
//     sample = value of the byte - datum, looked up, 256 entries a channel
//     columns: while they are looked up        rows: of what that has left in shared memory       corners: of the rows' dots
//
// Grid: a thread block a block, T threads a channel. At the columns a warp owns eight columns of all channels, a lane the
// pixels of one column in a quarter of the rows; at the rows a warp owns 32 rows of one channel, eight at a time.
#pragma once

#include "gpu/perimeters.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// The power of two by which samples are scaled that are relative to a datum of at most 1, or to `constant`.
template <int R, int T>
double picture_scale(double constant) {
    return std::exp2(std::floor(std::log2(PictureWeights<R, T>::largest_sample / (1 + std::fabs(constant)))));
}

// Of the dots of the rows, [4][2 R][T + 4], which are read row_dot_lines at a time.
template <int R, int T>
constexpr std::size_t row_dots_bytes() {
    return sizeof(float) * std::size_t((3 * 2 * R + TensorDots<R, T>::row_dot_lines) * (T + 4));
}
// The block in words of two float16 a sample; behind it those of bytes and then, in the same place, the dots of the rows.
template <int R, int T>
constexpr std::size_t picture_perimeters_shared_bytes() {
    return sizeof(std::uint32_t) * std::size_t(4 * T * T) +
           std::max(4 * 256 * sizeof(std::uint32_t), row_dots_bytes<R, T>());
}

// The pixels that a thread owns at the columns: of column x of the block, rows 8 k + 2 q and the next for all k. A pixel is a
// word, its first channel lowest; zeros where the image has ended.
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

// The image with its bytes as they are: a sample of it is there before what it stands for.
struct Undecoded {
    const PixelSource& in;
    int channels;
    __device__ float sample(int x, int y, int channel) const {
        return float(word_of(in.bytes(x, y)) >> 8 * channel & 255);
    }
};

// The corners of one channel, from the dots of its rows; `weights`: of floats, of the columns. By one warp.
template <int R, int T>
__device__ inline void find_corners_of_picture(const float* dots, const float* weights,
                                               const PerimeterSink<R, T>& to) {
    using Weights = TensorWeights<R, T>;
    TensorDots<R, T>::find_corners(dots, typename Weights::template OfProducts<false>(weights),
                                   typename Weights::template OfRest<false>(Weights::rest_of(weights)), to);
}

// What bounds the step is the first-level cache, in which look-ups of bytes meet in a bank.
template <int R, int T>
__global__ __maxnreg__((tuning::PicturePerimeters::registers<R>)) void picture_perimeters_kernel(
    PixelSource in, Tiling p, const __grid_constant__ Datum datum, float scale, bool sweeps_rows,
    WeightSets weights, float* column_carries, float* row_carries) {
    using Weights = PictureWeights<R, T>;
    using Line = LineWeights<R, T>;
    constexpr int K = 2 * R, LD = T + 4, steps = T / 8, products = Weights::products;
    extern __shared__ __align__(1024) std::uint32_t samples[];  // [4][T][T], as gpu/tile.cuh has planes
    __shared__ float origins[4];
    std::uint32_t* const of_bytes = samples + 4 * T * T;         // [4][256]
    float* const row_dots = reinterpret_cast<float*>(of_bytes);  // [4][K][LD]
    const auto [m, n] = p.block(blockIdx.x);
    const int channel = threadIdx.x / T;
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4;
    const Line line(weights, p, m, n);
    const CarryLayout<R, T> layout(p);

    const int column = threadIdx.x / 32 * 8 + g;
    const float corner = threadIdx.x < 32 ? datum.ask(Undecoded{in, 4}, p.width, p.height, lane) : 0.f;
    constexpr int entries = 256 / T;  // of this thread's channel
    float values[entries];
#pragma unroll
    for (int i = 0; i < entries; ++i) values[i] = in.decode(std::uint8_t(threadIdx.x % T + i * T), channel);
    const PixelsOfColumn<T> of_column(in, p, m, n, column);
    launch_dependents();
    if (threadIdx.x < 32)
        datum.settle(in.decode(std::uint8_t(corner), lane / 4 % 4), lane, 4, blockIdx.x == 0, origins);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < entries; ++i)
        of_bytes[channel * 256 + threadIdx.x % T + i * T] = half_pair((values[i] - origins[channel]) * scale);
    __syncthreads();

    {
        const float* left = line.columns + Line::of_pictures;
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
                if (g + 8 * f < K)  // said so, for a float2 that is assigned was stored as two floats
                    __stwb(reinterpret_cast<float2*>(out + j * to_next_channel + 8 * f * T),
                           sums[j].of(f, units.of[f]));
    }
    if (!sweeps_rows) return;
    __syncthreads();
    {
        constexpr int at_once = tuning::PicturePerimeters::eights<products>;
        const float* left = line.rows + Line::of_pictures;
        const typename Weights::Units units(left);
        // Lines 0 4 1 5 2 6 3 7 of eight: the reads of a warp touch every bank once.
        const int first = threadIdx.x % T / 32 * 32, y0 = first + g / 2 + g % 2 * 4;
        const std::uint32_t* words[2];  // of the halves of a box
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
                        const float2 sum = sums[j].of(f, units.of[f]);  // of lines q and q + 4
                        const int to = 8 * j + y;
                        dots[8 * f * LD + to] = sum.x, dots[8 * f * LD + to + 4] = sum.y;
                    }
        }
    }
    __syncthreads();
    // The first warp of a channel finds its corners, the others store the dots of its rows.
    const float* dots = row_dots + channel * K * LD;
    if (const int u = threadIdx.x % T - 32; u >= 0) {
        float* out = row_carries + layout.row(channel, m, n, 0);
#pragma unroll
        for (int i = u * 4; i < K * T; i += (T - 32) * 4)
            *reinterpret_cast<float4*>(out + i) = *reinterpret_cast<const float4*>(dots + i / T * LD + i % T);
        return;
    }
    find_corners_of_picture<R, T>(
        dots, line.columns + Line::of_floats,
        PerimeterSink<R, T>{p, channel, m, n, column_carries, row_carries, l2_policy(Eviction::normal)});
}

}  // namespace sweep::gpu
