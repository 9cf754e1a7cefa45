// Step 7.4: filter each block down, up, right and left with the states that enter it, and write it.
//
//     B_mn(V) = R^T(F^T(P^T_{m,n-1}, R(F(P_{m-1,n}, B_mn(X)), E_{m+1,n})), E^T_{m,n+1})           [N16] 6.5
//
// Grid: a thread block a block, in the reverse of step 7.1's order, so that what it read last is still in L2.
// T threads a channel; a thread owns a column, then a row. The block stays in shared memory; 16 samples of
// the line are in registers at a time, so that loads overlap the recurrence's chain.
//
// In delta form each pass runs relative to c, the level with which the line is entered: of a filter with response f to
// the constant 1 (1 where nothing is fed forward), F(P, x) = f c + F(P - steady_F c, x - c), and R likewise. A slow filter's
// output hardly leaves c within a block, so the rounding of y += v, which random-walks along the block,
// becomes that of numbers near zero (sigma 340, blocks of 64, 2111 x 1801: largest error 3.0e-6 without), and
// a constant image stays as it is to the last bit.
//
// Side by side (Realisation::parallel) F and R both read the samples, and what comes out is added up.
#pragma once

#include "gpu/launch.cuh"
#include "gpu/layout.cuh"

namespace sweep::gpu {

// Runs one pass over a thread's line; `get`, `put` move 16 samples between the tile and registers. Steps at
// `valid` and beyond, outside the image, are skipped going back: the anticausal state enters at `valid`.
template <int R, int T, Realisation K, class Get, class Put>
__device__ inline void pass_forward(const Recurrence<float, R, K>& F, Vec<float, R>& P, Get get, Put put) {
#pragma unroll 1
    for (int i = 0; i < T; i += 16) {
        float v[16];
        get(i, v);
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = F.step(P, v[k]);
        put(i, v);
    }
}

template <int R, int T, Realisation K, class Get, class Put>
__device__ inline void pass_backward(const Recurrence<float, R, K>& Rv, Vec<float, R>& E, int valid, Get get,
                                     Put put) {
#pragma unroll 1
    for (int i = T - 16; i >= 0; i -= 16) {
        float v[16];
        get(i, v);
        if (i + 16 <= valid) {
#pragma unroll
            for (int k = 15; k >= 0; --k) v[k] = Rv.step(E, v[k]);
        } else {
#pragma unroll
            for (int k = 15; k >= 0; --k)
                if (i + k < valid) v[k] = Rv.step(E, v[k]);
        }
        put(i, v);
    }
}

// Makes the state relative to the level c with which the line is entered, and returns c. Direct feedback
// stays as the papers have it: its rounded coefficients do not have unit response.
template <int R, Realisation K>
__device__ inline float shift_by_level(const Recurrence<float, R, K>& filter, Vec<float, R>& state) {
    if constexpr (K == Realisation::direct) return 0;
    const float c = filter.level(state);
    const Vec<float, R> steady = filter.steady();
#pragma unroll
    for (int k = 0; k < R; ++k) state[k] -= steady[k] * c;
    return c;
}

template <int R, int T, Realisation K>
__global__ __launch_bounds__(128) void filter_kernel(
    PixelSource in, PixelSink out, Tiling p, Recurrence<float, R, K> down, Recurrence<float, R, K> up,
    Recurrence<float, R, K> right, Recurrence<float, R, K> left, const __grid_constant__ Datum datum,
    const float* column_carries, const float* row_carries, int passes, float response, float scale) {
    extern __shared__ __align__(16) float tile[];  // channels x T x T; side by side, twice
    const int b = gridDim.x - 1 - blockIdx.x, m = b / p.N, n = b % p.N;
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    const CarryLayout<R, T> layout(p);
    float* plane = tile + channel * T * T;

    load_tile<T>(in, p, m, n, tile);
    wait_for_predecessor();
    Vec<float, R> P, E, PT{}, ET{};  // in flight while the block arrives
#pragma unroll
    for (int k = 0; k < R; ++k) {
        P[k] = column_carries[layout.column(channel, m, n * T + t, k)];
        E[k] = column_carries[layout.column(channel, m, n * T + t, R + k)];
    }
    if (passes > 2) {
#pragma unroll
        for (int k = 0; k < R; ++k) {
            PT[k] = row_carries[layout.row(channel, m, n, k) + t];
            ET[k] = row_carries[layout.row(channel, m, n, R + k) + t];
        }
    }
    const float origin = datum.of(channel), end = origin * response;  // before and after all passes
    arrive_tile();
    __syncthreads();

    const ColumnOfTile<T> column{plane, t};
    const RowOfTile<T> row{plane, t};
    // `before` and `after` are added to the samples that come in and go out: the datum, off and on again.
    float* own = plane + p.channels * T * T;  // side by side: this thread's column, row of what F leaves
    auto forward_out = [&](int i) -> float& { return own[at<T>(i, t)]; };
    auto filter_line = [&](const Recurrence<float, R, K>& F, const Recurrence<float, R, K>& Rv,
                           Vec<float, R>& P, Vec<float, R>& E, bool back, int valid, auto line, float before,
                           float after) {
        const float c = shift_by_level(F, P), c_back = back ? shift_by_level(Rv, E) : 0, y = c * F.response(),
                    y_back = c_back * Rv.response();
        auto get_plus = [&](float shift) {
            return [line, shift](int i, float(&v)[16]) {
                line.get(i, v);
#pragma unroll
                for (int k = 0; k < 16; ++k) v[k] += shift;
            };
        };
        auto put_plus = [&](float shift) {
            return [line, shift](int i, float(&v)[16]) {
#pragma unroll
                for (int k = 0; k < 16; ++k) v[k] += shift;
                line.put(i, v);
            };
        };
        if constexpr (K == Realisation::parallel) {
            pass_forward<R, T>(F, P, get_plus(before - c), [&](int i, const float(&v)[16]) {
#pragma unroll
                for (int k = 0; k < 16; ++k) forward_out(i + k) = v[k];
            });
            pass_backward<R, T>(Rv, E, valid, get_plus(before - c_back), [&](int i, float(&v)[16]) {
#pragma unroll
                for (int k = 0; k < 16; ++k) v[k] += forward_out(i + k) + (y + y_back + after);
                line.put(i, v);
            });
        } else if (back) {
            pass_forward<R, T>(F, P, get_plus(before - c),
                               [line](int i, const float(&v)[16]) { line.put(i, v); });
            pass_backward<R, T>(Rv, E, valid, get_plus(y - c_back), put_plus(y_back + after));
        } else {
            pass_forward<R, T>(F, P, get_plus(before - c), put_plus(y + after));
        }
    };
    filter_line(down, up, P, E, passes > 1, p.rows_of<T>(m), column, -origin, passes > 2 ? 0 : end);
    if (passes > 2) {
        __syncthreads();
        filter_line(right, left, PT, ET, passes > 3, p.columns_of<T>(n), row, 0, end);
    }
    __syncthreads();
    store_tile<T>(out, p, m, n, tile, scale);
}

}  // namespace sweep::gpu
