// Step 7.3: the states that enter each block along the rows.
//
//     The row dots of Z are the row dots of X filtered down and up, with the column carries of step 7.2, for
//     row and column operators commute; then the carry scan along n ([N16] (26), (28)). Algorithm 6 gets the
//     same from the column carries by (27) and (29), in a stage of its own.
//
// Grid: (block rows, channels). First a thread filters a line of T row dots down and up; then a thread owns L
// blocks of one row. The dots stay in shared memory between; block rows of more blocks than fit go in chunks.
// Under clamp the row passes start from columns 0 and w - 1 of Z: two more lines.
#pragma once

#include "gpu/columns.cuh"

namespace sweep::gpu {

// The dots of a chunk, [block][2 R][LD], for one row i; the scan works on them in place.
template <int R, int LD>
struct SharedBlocks {
    float* z;  // block s L, row i
    __device__ Vec<float, R> get(int l, int first) const {
        Vec<float, R> v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = z[(l * 2 * R + first + k) * LD];
        return v;
    }
    __device__ void set(int l, int first, const Vec<float, R>& v) {
#pragma unroll
        for (int k = 0; k < R; ++k) z[(l * 2 * R + first + k) * LD] = v[k];
    }
    __device__ Vec<float, R> P(int l) const {
        return get(l, 0);
    }
    __device__ Vec<float, R> E(int l) const {
        return get(l, R);
    }
    __device__ void set_P(int l, const Vec<float, R>& v) {
        set(l, 0, v);
    }
    __device__ void set_E(int l, const Vec<float, R>& v) {
        set(l, R, v);
    }
};

// Filters `line` down, and up from its row `rows - 1`, in place; 16 samples in registers at a time.
template <int R, int T, Realisation K>
__device__ inline void filter_line(float* line, int rows, const Recurrence<float, R, K>& F,
                                   const Recurrence<float, R, K>& Rv, Vec<float, R>& P, Vec<float, R>& E) {
    for (int i = 0; i < T; i += 16) {
        float v[16];
#pragma unroll
        for (int k = 0; k < 16; k += 4)
            *reinterpret_cast<float4*>(v + k) = *reinterpret_cast<float4*>(line + i + k);
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = F.step(P, v[k]);
#pragma unroll
        for (int k = 0; k < 16; k += 4)
            *reinterpret_cast<float4*>(line + i + k) = *reinterpret_cast<float4*>(v + k);
    }
    for (int i = T - 16; i >= 0; i -= 16) {
        float v[16];
#pragma unroll
        for (int k = 0; k < 16; k += 4)
            *reinterpret_cast<float4*>(v + k) = *reinterpret_cast<float4*>(line + i + k);
#pragma unroll
        for (int k = 15; k >= 0; --k)
            if (i + k < rows) v[k] = Rv.step(E, v[k]);
#pragma unroll
        for (int k = 0; k < 16; k += 4)
            *reinterpret_cast<float4*>(line + i + k) = *reinterpret_cast<float4*>(v + k);
    }
}

template <int R>
inline constexpr int rows_threads = R <= 3 ? 1024 : 512;  // registers

template <int R, int T, int L, Realisation K>
__global__ __launch_bounds__(rows_threads<R>) void rows_kernel(
    PixelSource in, Tiling p, const __grid_constant__ AxisMatrices<R> matrices, Recurrence<float, R, K> F,
    Recurrence<float, R, K> Rv, const __grid_constant__ EdgeValues edges, const float* column_carries,
    float* row_carries, int chunk) {
    constexpr int K2 = 2 * R, LD = T + 4;
    extern __shared__ __align__(16) float z[];  // [chunk 2 R][LD], ends [segments][R][T], edge lines [2][LD]
    const int threads = blockDim.x, m = blockIdx.x, channel = blockIdx.y, rows = p.rows_of<T>(m);
    const int i = threadIdx.x % T, s = threadIdx.x / T, segments = threads / T;
    float *ends = z + chunk * K2 * LD, *edge_lines = ends + segments * R * T;
    const CarryLayout<R, T> layout(p);
    const int chunks = (p.N + chunk - 1) / chunk;

    if (edges.from_image)
        for (int j = threadIdx.x; j < 2 * T; j += threads) {
            const int y = m * T + j % T;
            edge_lines[j / T * LD + j % T] =
                y < p.height ? in.sample(j < T ? 0 : p.width - 1, y, channel) : 0.f;
        }

    auto blocks_in = [&](int c) { return min(chunk, p.N - c * chunk); };
    auto move = [&](int c, bool load) {  // the chunk between device and shared memory, 16 bytes a thread
        float* from = row_carries + layout.row(channel, m, c * chunk, 0);
        const int quads = blocks_in(c) * K2 * (T / 4);
#pragma unroll 4
        for (int j = threadIdx.x; j < quads; j += threads) {
            float4* inside = reinterpret_cast<float4*>(z + j / (T / 4) * LD + j % (T / 4) * 4);
            float4* outside = reinterpret_cast<float4*>(from + std::size_t(j) * 4);
            if (load)
                *inside = *outside;
            else
                *outside = *inside;
        }
    };
    auto filter = [&](float* line, int x) {
        Vec<float, R> P, E;
#pragma unroll
        for (int k = 0; k < R; ++k) {
            P[k] = column_carries[layout.column(channel, m, x, k)];
            E[k] = column_carries[layout.column(channel, m, x, R + k)];
        }
        filter_line<R, T>(line, rows, F, Rv, P, E);
    };

    ChunkScan<R, L> scan{matrices, s, 0, true, false, ends + i, T};
    SharedBlocks<R, LD> blocks{z + s * L * K2 * LD + i};
    Vec<float, R> carry{};
    float c_first = edges.constant[channel], c_last = c_first;
    for (int c = 0; c < chunks; ++c) {
        move(c, true);  // written by step 7.1, which step 7.2 has waited for
        if (c == 0) {
            wait_for_predecessor();
            launch_dependents();
        }
        __syncthreads();
        const int lines = blocks_in(c) * K2, all = lines + (c == 0 && edges.from_image ? 2 : 0);
        for (int j = threadIdx.x; j < all; j += threads) {
            if (j < lines)
                filter(z + j * LD, p.N * T + c * chunk * K2 + j);
            else
                filter(edge_lines + (j - lines) * LD, j == lines ? 0 : p.width - 1);
        }
        __syncthreads();
        if (c == 0) {
            if (edges.from_image) c_first = edge_lines[i], c_last = edge_lines[LD + i];
            carry = matrices.extension.first_prologue(c_first);
        }
        scan.count = blocks_in(c), scan.first = c == 0, scan.final = c == chunks - 1;
        scan.forward(blocks, carry);
        if (c == chunks - 1) break;
        __syncthreads();
        move(c, false);  // with the filtered dots in the place of E
        __syncthreads();
    }
    for (int c = chunks - 1; c >= 0; --c) {
        if (c < chunks - 1) {
            __syncthreads();
            move(c, true);
            __syncthreads();
        }
        scan.count = blocks_in(c), scan.first = c == 0, scan.final = c == chunks - 1;
        scan.backward(blocks, carry, c_last);
        __syncthreads();
        move(c, false);
    }
}

}  // namespace sweep::gpu
