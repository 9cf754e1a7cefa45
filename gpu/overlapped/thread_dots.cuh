// The dots of step 7.1 by multiply-adds: on GPUs without tensor products, and at order 1 on all.
//
// T threads a channel find those of the columns and, at the same time, T those of the rows. Warp q of the
// former takes the rows from 32 q to 32 q + 31 of all columns, T / 32 columns a lane. Warp q of the latter
// takes the columns from 32 q on of all rows, T / 32 rows a lane. So a weight that is read from shared memory
// serves T / 32 multiply-adds. The sums of the warps then take the place of the block.
#pragma once

#include "gpu/overlapped/perimeter_writer.cuh"

namespace sweep::gpu {

// d[i][k] += w[k] x[i], for the S = T / 32 samples of a lane.
template <int K, int S>
__device__ inline void accumulate(float (&d)[S][K], const float* weights, const float (&x)[S]) {
    constexpr int stride = (K + 3) / 4 * 4;
    float w[stride];
#pragma unroll
    for (int k = 0; k < stride; k += 4) {
        const float4 v = *reinterpret_cast<const float4*>(weights + k);
        w[k] = v.x, w[k + 1] = v.y, w[k + 2] = v.z, w[k + 3] = v.w;
    }
#pragma unroll
    for (int k = 0; k < K; ++k)
#pragma unroll
        for (int i = 0; i < S; ++i) d[i][k] = fmaf(w[k], x[i], d[i][k]);
}

// Loads T / 32 neighbours along a row as one word.
__device__ inline void load_samples(float (&x)[1], const float* from) {
    x[0] = *from;
}
__device__ inline void load_samples(float (&x)[2], const float* from) {
    const float2 v = *reinterpret_cast<const float2*>(from);
    x[0] = v.x, x[1] = v.y;
}
__device__ inline void load_samples(float (&x)[4], const float* from) {
    const float4 v = *reinterpret_cast<const float4*>(from);
    x[0] = v.x, x[1] = v.y, x[2] = v.z, x[3] = v.w;
}

// Functional k of line t: the sum of what the S warps found, each in its 32 samples of the line.
template <int K, int S, int LD>
__device__ inline float sum_of_warps(const float* partial, int k, int t) {
    float sum = partial[k * LD + t];
#pragma unroll
    for (int q = 1; q < S; ++q) sum += partial[(q * K + k) * LD + t];
    return sum;
}

// The whole thread block, of 2 T threads a channel, calls all functions.
template <int R, int T>
class ThreadDots {
    static constexpr int K = 2 * R, S = T / 32, LD = T + 4, stride = weight_stride<R>;

  public:
    // The weights of a line: [T][stride], functionals innermost.
    static constexpr int weight_floats = T * stride;
    // The shared memory of a channel: its block or, later, the sums of the warps, columns before rows.
    static constexpr int shared_floats = T * T > 2 * S* K* LD ? T* T : 2 * S* K* LD;
    struct Shared {
        alignas(16) float columns[T][stride];
        alignas(16) float rows[T][stride];
    };

    // Loads the weights of this block's columns and rows.
    __device__ ThreadDots(Shared& weights, const float* columns, const float* rows) : w(weights) {
        for (int i = threadIdx.x; i < T * stride / 4; i += blockDim.x) {
            reinterpret_cast<float4*>(w.columns)[i] = __ldg(reinterpret_cast<const float4*>(columns) + i);
            reinterpret_cast<float4*>(w.rows)[i] = __ldg(reinterpret_cast<const float4*>(rows) + i);
        }
    }

    // Finds all dots of the block at tile + channel T T, less the datum c, which it overwrites.
    __device__ void find(float* tile, int, int channel, float c, bool sweeps_rows,
                         const PerimeterWriter<R, T>& to) const {
        const int u = threadIdx.x % (2 * T), t = u % T, q = t / 32, lane = t % 32;
        const bool for_rows = u >= T;
        const float* plane = tile + channel * T * T;
        float d[S][K] = {};
        if (!for_rows) {
#pragma unroll 8
            for (int i = 0; i < 32; ++i) {
                const int r = 32 * q + i;
                float x[S];
                load_samples(x, plane + at<T>(r, lane * S));
#pragma unroll
                for (int j = 0; j < S; ++j) x[j] -= c;
                accumulate<K>(d, w.columns[r], x);
            }
        } else if (sweeps_rows) {
#pragma unroll 2
            for (int i = 0; i < 32; i += 4) {
                float4 v[S];
#pragma unroll
                for (int j = 0; j < S; ++j)
                    v[j] = *reinterpret_cast<const float4*>(plane + at<T>(lane + 32 * j, 32 * q + i));
#pragma unroll
                for (int b = 0; b < 4; ++b) {
                    float x[S];
#pragma unroll
                    for (int j = 0; j < S; ++j)
                        x[j] = (b == 0 ? v[j].x : b == 1 ? v[j].y : b == 2 ? v[j].z : v[j].w) - c;
                    accumulate<K>(d, w.rows[32 * q + i + b], x);
                }
            }
        }
        __syncthreads();  // the block has been read
        float* row_dots = tile + (2 * channel + 1) * S * K * LD;
        float* partial = for_rows ? row_dots : row_dots - S * K * LD;  // [q][k][line]
#pragma unroll
        for (int k = 0; k < K; ++k)
#pragma unroll
            for (int j = 0; j < S; ++j)
                partial[(q * K + k) * LD + (for_rows ? lane + 32 * j : lane * S + j)] = d[j][k];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < K; ++k) {
            const float sum = sum_of_warps<K, S, LD>(partial, k, t);
            if (!for_rows)
                to.column(k, t, sum);
            else if (sweeps_rows)
                to.row(k, t, sum);
            if (for_rows)
                partial[k * LD + t] = sum;  // only this thread reads line t of the partial sums from here on
        }
        if (!sweeps_rows) return;
        __syncthreads();
        for (int i = u; i < K * K; i += 2 * T) {
            const int k = i % K, j = i / K;
            float sum[4] = {};
#pragma unroll 4
            for (int r = 0; r < T; r += 4) {
                const float4 v = *reinterpret_cast<const float4*>(row_dots + j * LD + r);
                sum[0] = fmaf(w.columns[r][k], v.x, sum[0]);
                sum[1] = fmaf(w.columns[r + 1][k], v.y, sum[1]);
                sum[2] = fmaf(w.columns[r + 2][k], v.z, sum[2]);
                sum[3] = fmaf(w.columns[r + 3][k], v.w, sum[3]);
            }
            to.corner(k, j, (sum[0] + sum[1]) + (sum[2] + sum[3]));
        }
    }

  private:
    Shared& w;
};

}  // namespace sweep::gpu
