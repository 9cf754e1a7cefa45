// Algorithm `halo` in strips of columns, for images of bytes, of several channels and in textures.
//
//     V = R^T(F^T(R(F(X))))   on a strip of 128 columns, of which the outer S::halo ones on each side are
//                             read by the neighbours too and forgotten
//
// Grid: a thread block (n, m) has p.rows_of_block rows of strip n, and takes them S::step at a time from the
// top. A thread has two channels of one column, of four whatever the image has: F goes on from step to step,
// and S::halo rows that it has filtered wait in registers for R, which starts as many rows below each step.
// The step's rows then go through shared memory to the warps that filter them, a row a warp: a lane has four
// pixels, and filters their channels one after the other. All threads store what has been filtered.
//
// All is computed relative to a datum, so that a constant image stays as it is to the last bit. Each strip has its own,
// as the tiles of gpu/halo/halo.cuh have.
#pragma once

#include "gpu/device/halves.cuh"
#include "gpu/device/launch.cuh"
#include "gpu/halo/edges.cuh"
#include "gpu/halo/passes.cuh"
#include "gpu/image/intermediate.cuh"
#include "gpu/tuning/halo_tiles.h"

namespace sweep::gpu {

// The place of two channels of pixel x of row i of a step, in units of them. Lanes read every fourth pixel of a
// row at a time, and store neighbours of two rows: the permutation lets them meet in no bank.
template <class S>
__device__ inline int pair_at(int i, int x, int pair) {
    return 2 * (i * S::across + (x ^ (x >> 3 & 3) ^ (i & 1) << 2)) + (pair ^ (x >> 5 & 1));
}
template <class S>
__device__ inline float4 pixel_at(const float2* step, int i, int x) {
    const float2 a = step[pair_at<S>(i, x, 0)], b = step[pair_at<S>(i, x, 1)];
    return {a.x, a.y, b.x, b.y};
}

// The values that bytes stand for, of colours and of alpha, in copies that neighbouring lanes look up.
struct LaneTables {
    static constexpr int copies = 8;
    float values[2][256][copies];

    __device__ void fill(const PixelSource& in) {
        for (int i = int(threadIdx.x); i < 512; i += int(blockDim.x)) {
            const float value = __ldg((i < 256 ? in.colour : in.alpha) + i % 256);
#pragma unroll
            for (int k = 0; k < copies; ++k) values[i / 256][i % 256][k] = value;
        }
    }
    __device__ const float* of(bool is_alpha, int lane) const {
        return values[is_alpha][0] + lane % copies;
    }
};

// Two channels of one column, S::step rows of them, on their way as they lie in memory: two floats, or bytes.
template <int rows>
struct ComingColumn {
    std::uint32_t words[rows][2];

    // Those of column x and of the rows that the lanes of the warp hold in `row`; anything where one is -1.
    __device__ void ask(const PixelSource& in, int x, int pair, int row) {
        x = max(x, 0), row = max(row, 0);
        const auto each_row = [&](auto put) {
#pragma unroll
            for (int r = 0; r < rows; ++r) put(words[r], __shfl_sync(~0u, row, r));
        };
        const int C = in.channels, first = min(2 * pair, C - 1), second = min(2 * pair + 1, C - 1);
        if (in.format == PixelFormat::texture_u8) {
            each_row([&](std::uint32_t(&to)[2], int y) {
                to[0] = surf2Dread<std::uint32_t>(in.surface, 4 * x, y, cudaBoundaryModeZero);
            });
        } else if (in.format == PixelFormat::texture_f32) {
            each_row([&](std::uint32_t(&to)[2], int y) {
                const uint2 v = surf2Dread<uint2>(in.surface, 16 * x + 8 * pair, y, cudaBoundaryModeZero);
                to[0] = v.x, to[1] = v.y;
            });
        } else if (C == 4 && in.format == PixelFormat::u8) {
            const auto* from = static_cast<const std::uint32_t*>(in.data) + x;
            each_row([&](std::uint32_t(&to)[2], int y) { to[0] = __ldg(from + std::size_t(y) * in.width); });
        } else if (C == 4) {
            const auto* from = static_cast<const uint2*>(in.data) + 2 * x + pair;
            each_row([&](std::uint32_t(&to)[2], int y) {
                const uint2 v = __ldg(from + std::size_t(y) * (2 * in.width));
                to[0] = v.x, to[1] = v.y;
            });
        } else if (in.format == PixelFormat::u8) {
            const auto* from = static_cast<const std::uint8_t*>(in.data) + x * C;
            each_row([&](std::uint32_t(&to)[2], int y) {
                const auto* at = from + std::size_t(y) * (in.width * C);
                to[0] = __ldg(at + first) | __ldg(at + second) << 8;
            });
        } else {
            const auto* from = static_cast<const std::uint32_t*>(in.data) + x * C;
            each_row([&](std::uint32_t(&to)[2], int y) {
                const auto* at = from + std::size_t(y) * (in.width * C);
                to[0] = __ldg(at + first), to[1] = __ldg(at + second);
            });
        }
    }
};

// Stores `rows` filtered rows of a step, whose first pixel of its own is (x_own, y) of the image.
template <class S>
__device__ inline void store_step(const PixelSink& out, const float2* step, int rows, int x_own, int y) {
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32,
              width = min(S::own_width, out.width - x_own);
    // Warps take words of 16 bytes in two rows: that is what a texture has side by side in memory.
    constexpr int of_pair = S::threads / 32 / (S::step / 2);
    const int i = warp / of_pair * 2 + lane / 16, first = warp % of_pair * 16 + lane % 16;
    if (i >= rows) return;
    const std::size_t at = std::size_t(y + i) * out.width + x_own;
    if (out.is_halves()) {
        for (int w = first; 2 * w < width; w += of_pair * 16) {
            const float4 a = pixel_at<S>(step, i, S::halo + 2 * w),
                         b = pixel_at<S>(step, i, S::halo + 2 * w + 1);
            const uint4 v{two_halves(a.x, a.y), two_halves(a.z, a.w), two_halves(b.x, b.y),
                          two_halves(b.z, b.w)};
            const bool are_two = 2 * w + 1 < width;
            if (out.format == PixelFormat::texture_f16) {
                if (are_two)
                    surf2Dwrite(v, out.surface, (x_own + 2 * w) * 8, y + i);
                else
                    surf2Dwrite(uint2{v.x, v.y}, out.surface, (x_own + 2 * w) * 8, y + i);
            } else {
                uint2* to = static_cast<uint2*>(out.data) + at + 2 * w;
                to[0] = {v.x, v.y};
                if (are_two) to[1] = {v.z, v.w};
            }
        }
        return;
    }
    for (int w = first; w < width; w += of_pair * 16) {
        const float4 v = pixel_at<S>(step, i, S::halo + w);
        if (out.format == PixelFormat::texture_f32) {
            surf2Dwrite(v, out.surface, (x_own + w) * 16, y + i);
        } else if (out.channels == 4) {
            static_cast<float4*>(out.data)[at + w] = v;
        } else {
            float* to = static_cast<float*>(out.data) + (at + w) * out.channels;
            to[0] = v.x;
            if (out.channels > 1) to[1] = v.y;
            if (out.channels > 2) to[2] = v.z;
        }
    }
}

template <int R, class S>
__global__ __launch_bounds__(S::threads, S::thread_blocks) void halo_strips_kernel(
    const __grid_constant__ PixelSource in, const __grid_constant__ PixelSink out,
    const __grid_constant__ HaloImage p, const __grid_constant__ HaloFilter<R, S::each> f,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int each = S::each, K = S::step, L = S::halo, reach = (L + each - 1) / each;
    static_assert(S::across == 32 * each && S::threads == 32 * K && S::threads == 2 * S::across);
    extern __shared__ __align__(16) float2 steps[];  // two steps, and tables for bytes
    __shared__ __align__(16) float origins[4];
    auto& tables = *reinterpret_cast<LaneTables*>(steps + 4 * K * S::across);
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int column = int(threadIdx.x) / 2, pair = int(threadIdx.x) % 2;
    const int x_own = int(blockIdx.x) * S::own_width, y_own = int(blockIdx.y) * p.rows_of_block,
              y_end = min(y_own + p.rows_of_block, p.height);
    const int x = index_near(p.rows, x_own - L + column, p.width);
    const bool constants = has_constants_outside(p.rows) || has_constants_outside(p.columns);
    const auto row_of_lane = [&](int y) { return index_near(p.columns, y + lane % K, p.height); };

    // The first step whose rows count for F.
    constexpr int before = (2 * L + K - 1) / K * K;
    int y = y_own - before;
    ComingColumn<K> coming;
    coming.ask(in, x, pair, row_of_lane(y + L));
    if (warp < in.channels) {  // the datum of a channel
        const ImagePart own{x_own, y_own, S::own_width, p.rows_of_block};
        const float c = p.datum.settle(p.datum.ask(in, own, p.width, p.height, warp, lane));
        if (lane == 0) origins[warp] = c;
    }
    if (in.is_bytes()) tables.fill(in);
    __syncthreads();
    const float2 origin{origins[2 * pair], origins[2 * pair + 1]};
    // Where the bytes of the two channels are in a word, and what they stand for.
    const int shift = in.channels == 4 ? 16 * pair : 0;
    const float* const table = tables.of(false, lane);
    const float* const second_table = tables.of(2 * pair + 2 == in.channels, lane);

    float v[L + K][2] = {}, s[R][2] = {};
#pragma unroll 1
    for (int turn = 0; y < y_end; y += K, turn ^= 1) {
        if (in.is_bytes()) {
#pragma unroll
            for (int r = 0; r < K; ++r) {
                const std::uint32_t bytes = coming.words[r][0] >> shift;
                v[L + r][0] = table[(bytes & 255) * LaneTables::copies] - origin.x;
                v[L + r][1] = second_table[(bytes >> 8 & 255) * LaneTables::copies] - origin.y;
            }
        } else {
#pragma unroll
            for (int r = 0; r < K; ++r) {
                v[L + r][0] = __uint_as_float(coming.words[r][0]) - origin.x;
                v[L + r][1] = __uint_as_float(coming.words[r][1]) - origin.y;
            }
        }
        if (constants) {
            const int row = row_of_lane(y + L);
#pragma unroll
            for (int r = 0; r < K; ++r)
                if ((x | __shfl_sync(~0u, row, r)) < 0) {
                    v[L + r][0] = p.datum.outside(2 * pair, origin.x);
                    v[L + r][1] = p.datum.outside(2 * pair + 1, origin.y);
                }
        }
        coming.ask(in, x, pair, row_of_lane(y + K + L));
#pragma unroll
        for (int r = 0; r < K; ++r) step_columns(v[L + r], s, f.down.a);

        if (y >= y_own) {
            float2* const step = steps + turn * (2 * K * S::across);
            float e[R][2] = {};
#pragma unroll
            for (int r = L + K - 1; r >= 0; --r) {
                float u[2] = {v[r][0], v[r][1]};
                step_columns(u, e, f.up.a);
                if (r < K) step[pair_at<S>(r, column, pair)] = {u[0], u[1]};
            }
            __syncthreads();
#pragma unroll 1
            for (int pair_of_row = 0; pair_of_row < 2; ++pair_of_row) {
                float u[2][each];
#pragma unroll
                for (int k = 0; k < each; ++k) {
                    const float2 t = step[pair_at<S>(warp, each * lane + k, pair_of_row)];
                    u[0][k] = t.x, u[1][k] = t.y;
                }
#pragma unroll
                for (int c = 0; c < 2; ++c) {
                    filter_row<R, each, reach, false>(u[c], f.right, 32);
                    filter_row<R, each, reach, true>(u[c], f.left, 32);
                    const float shift_of_row = origins[2 * pair_of_row + c] * p.gain;
#pragma unroll
                    for (int k = 0; k < each; ++k) u[c][k] = fmaf(u[c][k], p.scale, shift_of_row);
                }
#pragma unroll
                for (int k = 0; k < each; ++k)
                    step[pair_at<S>(warp, each * lane + k, pair_of_row)] = {u[0][k], u[1][k]};
            }
            __syncthreads();
            store_step<S>(out, step, min(K, y_end - y), x_own, y);
        }
#pragma unroll
        for (int r = 0; r < L; ++r) v[r][0] = v[r + K][0], v[r][1] = v[r + K][1];
    }
}

}  // namespace sweep::gpu
