// Step 7.1 of four channels of bytes that stand for b / 255 in every channel (GL's RGBA8, not decoded from
// sRGB). It finds what gpu/overlapped/picture_perimeters.cuh finds, with half of its products and a
// quarter of its shared memory, for the difference of two bytes is a float16 without rounding.
//
//     sample = byte - datum's byte, in units of 1 / 255; a word of a product's right side is two samples
//
// Grid: a thread block a block, T threads a channel. A warp owns eight columns of all channels, then eight
// rows of all channels. A lane owns the pixels of one column in a quarter of the rows, then of one row in a
// quarter of the columns.
#pragma once

#include "gpu/device/halves.cuh"
#include "gpu/overlapped/picture_perimeters.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// The place of a pixel, which is a word, in shared memory. Each row permutes its groups of four pixels, so
// that a warp touches every bank once both when it writes eight columns of every other row and when it reads
// four groups of eight rows.
template <int T>
__device__ inline int pixel_at(int r, int c) {
    return r * T + ((c >> 2 ^ (r >> 1 & 3) << 1 ^ (r & 1) << 2) << 2) + (c & 3);
}

// The pixels, and behind them the row dots, which are read TensorDots::row_dot_lines at a time.
template <int R, int T>
constexpr std::size_t unorm_perimeters_shared_bytes() {
    return sizeof(float) * std::size_t(T * T) + row_dots_bytes<R, T>();
}

// For each of the four channels a word of two float16: the samples of two pixels, less the datum, which is
// two float16 as well. 1024 + b is a float16 whose lower byte is b.
class PairsOfSamples {
  public:
    std::uint32_t of[4];

    __device__ PairsOfSamples(std::uint32_t first, std::uint32_t second, const std::uint32_t (&datum)[4]) {
        constexpr std::uint32_t of_1024 = 0x64646464;
        const std::uint32_t channels[2] = {__byte_perm(first, second, 0x5140),
                                           __byte_perm(first, second, 0x7362)};
#pragma unroll
        for (int j = 0; j < 4; ++j)
            of[j] = less_halves(__byte_perm(channels[j / 2], of_1024, j % 2 ? 0x4342 : 0x4140), datum[j]);
    }
};

template <int R, int T>
__global__ __maxnreg__((tuning::Rgba8Perimeters::unorm_registers<R>)) void unorm_perimeters_kernel(
    PixelSource in, Tiling p, const __grid_constant__ BlockDatums datums, bool sweeps_rows,
    WeightSets weights, float* column_carries, float* row_carries,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    using Weights = Rgba8Weights<R, T>;
    using Line = LineWeights<R, T>;
    constexpr int K = 2 * R, LD = T + 4, steps = T / 16, products = Weights::products;
    extern __shared__ __align__(1024) std::uint32_t pixels[];
    __shared__ float origins[4];
    float* const row_dots = reinterpret_cast<float*>(pixels + T * T);  // [4][K][LD]
    const auto [m, n] = p.block(blockIdx.x);
    const int lane = threadIdx.x % 32, g = lane / 4, q = lane % 4, first = threadIdx.x / 32 * 8;
    const Line line(weights, p, m, n);
    const CarryLayout<R, T> layout(p);

    const int asks_for = threadIdx.x / 32;  // the channel of the datum, for the first warps
    const float candidate = asks_for < 4 ? datums.ask_by_halves(Undecoded{in}, {n * T, m * T, T, T}, p.width,
                                                                p.height, asks_for, lane)
                                         : 0.f;
    const PixelsOfColumn<T> of_column(in, p, m, n, first + g);
    launch_dependents();
    if (asks_for < 4) {
        const float c = datums.settle_by_halves(in.decode(std::uint8_t(candidate), 0), lane);
        if (lane == 0) origins[asks_for] = c, datums.keep(p, asks_for, m, n, c);
    }
    std::uint32_t* to[2];  // for rows 8 k + 2 q and the next
#pragma unroll
    for (int i = 0; i < 2; ++i) to[i] = pixels + pixel_at<T>(2 * q + i, first + g);
#pragma unroll
    for (int i = 0; i < T / 4; ++i) to[i % 2][i / 2 * 8 * T] = of_column.pixels[i];
    __syncthreads();
    std::uint32_t origin[4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        const float byte = 1024 + origins[j] * unorm_scale;
        origin[j] = two_halves(byte, byte);
    }
    // Finds the dots of eight lines in all channels. pixels_of(k, of) gives the lane's pixels of product k,
    // put(channel, f, sums) takes functional g + f of lines 2 q and 2 q + 1.
    auto find = [&](const float* left, auto pixels_of, auto put) {
        const typename Weights::Units units(left);
        typename Weights::Sums sums[4];
#pragma unroll
        for (int k = 0; k < steps; ++k) {
            const typename Weights::LeftOfPairs w(left, k);
            std::uint32_t of[4];
            pixels_of(k, of);
            const PairsOfSamples a(of[0], of[1], origin), b(of[2], of[3], origin);
#pragma unroll
            for (int j = 0; j < 4; ++j) sums[j].add(k, w, a.of[j], b.of[j]);
        }
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int f = 0; f < products; ++f)
                if (g + 8 * f < K) put(j, 8 * f, sums[j].of(f, units.of[f]));
    };
    {
        float* out = column_carries + layout.column(0, m, n * T, g) + first + 2 * q;
        const std::size_t to_next_channel = layout.column(1, 0, 0, 0);
        find(
            line.columns + Line::of_rgba8,
            [&](int k, std::uint32_t(&of)[4]) {
#pragma unroll
                for (int i = 0; i < 4; ++i) of[i] = of_column.pixels[4 * k + i];
            },
            [&](int j, int f, float2 sums) {
                __stwb(reinterpret_cast<float2*>(out + j * to_next_channel + f * T), sums);
            });
    }
    if (!sweeps_rows) return;
    {
        float *out = row_carries + layout.row(0, m, n, g) + first + 2 * q,
              *dots = row_dots + g * LD + first + 2 * q;
        const std::size_t to_next_channel = layout.row(1, 0, 0, 0);
        const std::uint32_t* words[2];  // pixels 16 k + 4 q on, for even k and for odd k
#pragma unroll
        for (int i = 0; i < 2; ++i) words[i] = pixels + pixel_at<T>(first + g, 16 * i + 4 * q);
        find(
            line.rows + Line::of_rgba8,
            [&](int k, std::uint32_t(&of)[4]) {
                *reinterpret_cast<uint4*>(of) = *reinterpret_cast<const uint4*>(words[k % 2] + k / 2 * 32);
            },
            [&](int j, int f, float2 sums) {
                __stwb(reinterpret_cast<float2*>(out + j * to_next_channel + f * T), sums);
                *reinterpret_cast<float2*>(dots + (j * K + f) * LD) = sums;
            });
    }
    __syncthreads();
    // The first warp of a channel finds its corners.
    const int channel = threadIdx.x / T;
    if (threadIdx.x % T < 32)
        find_channel_corners<R, T>(row_dots + channel * K * LD, line.columns + Line::of_floats,
                                   PerimeterWriter<R, T>{p, channel, m, n, column_carries, row_carries,
                                                         l2_policy(Eviction::normal)});
}

}  // namespace sweep::gpu
