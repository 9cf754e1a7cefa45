// Algorithm `halo` of filters with zeros: tiles are convolved with the taps of a response that is short.
//
//     W(y, x) = sum_k a_k X(y + k - L, x)        the columns of a tile and of the L columns on each side
//     V(y, x) = sum_k b_k W(y, x + k - L)        k from 0 to 2 L
//
// Grid: a thread block (n, m) has S::own_width x S::own_height outputs. For the columns a thread has S::rows outputs of
// one column, in registers: each sample that comes counts for all of them at once. A warp has 32 neighbouring columns,
// so that rows of any width are read together. W lies in shared memory; then a lane has eight outputs of a row, and a
// warp two rows, which it stores from where W was.
//
// All is computed relative to a datum of the tile, so that a constant image stays as it is to the last bit.
//
// A pole-zero pass over a tile takes five operations a pair of poles and sample, twice where lines are cut, and four
// passes 150 in order 5; taps of the same Gaussian at sigma 1, 37.
#pragma once

#include "gpu/device/launch.cuh"
#include "gpu/halo/edges.cuh"
#include "gpu/image/datum.cuh"
#include "gpu/image/tiles.cuh"
#include "gpu/tuning/halo_tiles.h"

namespace sweep::gpu {

struct TapsImage {
    int width, height;
    BoundaryKind rows, columns;  // what lies beyond their ends: no constant
    PartDatum datum;
    float response;  // of the filter to the constant 1
};

// The weights, read as constants.
template <int L>
struct TapsFilter {
    float columns[2 * L + 1], rows[2 * L + 1];
};

template <class S>
__global__ __launch_bounds__(S::threads, S::thread_blocks) void halo_taps_kernel(
    const float* __restrict__ in, float* __restrict__ out, const __grid_constant__ TapsImage p,
    const __grid_constant__ TapsFilter<S::halo> f, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int L = S::halo, quads = S::across / 4, each = 8, lanes = 16, pieces = S::own_width / each;
    static_assert(S::across % 32 == 0 && S::own_width % each == 0 && pieces <= lanes && L % 4 == 0);
    // The places of the words of a row are permuted, so that lanes which read every second one meet in no bank.
    __shared__ float4 rows[S::own_height * quads];
    const auto quad_of = [](int i, int q) { return i * quads + (q ^ (q >> 3 & 1)); };
    const auto sample_of = [&](int i, int x) { return 4 * quad_of(i, x / 4) + x % 4; };
    float* const samples = reinterpret_cast<float*>(rows);
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int x_own = int(blockIdx.x) * S::own_width, y_own = int(blockIdx.y) * S::own_height;
    const float candidate = p.datum.ask(FloatPlane{in, p.width}, {x_own, y_own, S::own_width, S::own_height},
                                        p.width, p.height, 0, lane);
    float origin;
    {
        const int column = int(threadIdx.x) % S::across, first = int(threadIdx.x) / S::across * S::rows;
        const float* from = in + index_near(p.rows, x_own - L + column, p.width);
        // Lane l knows where rows l, l + 32, .. of the thread's samples come from.
        constexpr int read = S::rows + 2 * L;
        int row[(read + 31) / 32];
#pragma unroll
        for (int k = 0; k < (read + 31) / 32; ++k)
            row[k] = index_near(p.columns, y_own + first - L + min(32 * k + lane, read - 1), p.height);
        float sum[S::rows] = {};
        origin = p.datum.settle(candidate);
#pragma unroll
        for (int r = 0; r < read; ++r) {
            const int y = __shfl_sync(~0u, row[r / 32], r % 32);
            const float x = __ldg(from + std::size_t(unsigned(y)) * unsigned(p.width)) - origin;
#pragma unroll
            for (int i = 0; i < S::rows; ++i)
                if (r >= i && r <= i + 2 * L) sum[i] = fmaf(f.columns[r - i], x, sum[i]);
        }
#pragma unroll
        for (int i = 0; i < S::rows; ++i) samples[sample_of(first + i, column)] = sum[i];
    }
    __syncthreads();

    const float shift = origin * p.response;
    const int piece = min(lane % lanes, pieces - 1), rows_there = min(S::own_height, p.height - y_own),
              columns_there = min(S::own_width, p.width - x_own);
    float* const to = out + std::size_t(y_own) * p.width + x_own;
#pragma unroll 1
    for (int first = 2 * warp; first < rows_there; first += S::threads / 16) {
        const int i = first + lane / lanes;
        float v[each] = {};
#pragma unroll
        for (int q = 0; q < (each + 2 * L) / 4; ++q) {
            const float4 t = rows[quad_of(i, 2 * piece + q)];
            const float x[4] = {t.x, t.y, t.z, t.w};
#pragma unroll
            for (int j = 0; j < 4; ++j)
#pragma unroll
                for (int k = 0; k < each; ++k)
                    if (4 * q + j >= k && 4 * q + j <= k + 2 * L)
                        v[k] = fmaf(f.rows[4 * q + j - k], x[j], v[k]);
        }
        __syncwarp();
        if (lane % lanes < pieces) {
            rows[quad_of(i, 2 * piece)] = {v[0] + shift, v[1] + shift, v[2] + shift, v[3] + shift};
            rows[quad_of(i, 2 * piece + 1)] = {v[4] + shift, v[5] + shift, v[6] + shift, v[7] + shift};
        }
        __syncwarp();
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            if (first + k >= rows_there) break;
#pragma unroll
            for (int x = 0; x < S::own_width; x += 32)
                if (x + lane < columns_there)
                    to[std::size_t(first + k) * p.width + x + lane] = samples[sample_of(first + k, x + lane)];
        }
    }
}

}  // namespace sweep::gpu
