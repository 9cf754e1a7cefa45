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

// The dots of a block row, a chunk at a time in shared memory, [block][2 R][LD]; a thread sees one row of its
// L blocks, and they are scanned in place. `filter(chunk, lines)` makes the dots of Z of raw ones when they
// arrive.
template <int R, int T, class Filter>
struct RowBlocks {
    static constexpr int LD = T + 4, K = 2 * R;
    float *z, *mine;   // the chunk; in it, this thread's first block and row
    float* outside;    // the block row in device memory
    int chunk, total;  // blocks of a chunk, of the block row
    Filter filter;
    int at_hand = -1, filtered = 0;

    __device__ Vec<float, R> get(int l, int first) const {
        Vec<float, R> v;
#pragma unroll
        for (int k = 0; k < R; ++k) v[k] = mine[(l * K + first + k) * LD];
        return v;
    }
    __device__ void set(int l, int first, const Vec<float, R>& v) {
#pragma unroll
        for (int k = 0; k < R; ++k) mine[(l * K + first + k) * LD] = v[k];
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

    __device__ int lines(int i) const {
        return min(chunk, total - i * chunk) * K;
    }
    __device__ void fetch(int i) {
        if (i == at_hand) return;
        at_hand = i;
        __syncthreads();
        move<true>(i);
        if (filtered == 0) {
            wait_for_predecessor();  // the dots were there before: step 7.1 wrote them
            launch_dependents();
        }
        __syncthreads();
        if (i < filtered) return;
        filter(i, lines(i));
        filtered = i + 1;
        __syncthreads();
    }
    __device__ void keep_P(int) const {
        if (chunk < total) write_back();
    }
    __device__ void keep_E(int) const {
        write_back();
    }
    __device__ void write_back() const {
        __syncthreads();
        move<false>(at_hand);
    }
    template <bool inwards>
    __device__ void move(int i) const {
        float* from = outside + std::size_t(i) * chunk * K * T;
        const int quads = lines(i) * (T / 4);
#pragma unroll 4
        for (int j = threadIdx.x; j < quads; j += blockDim.x) {
            float4& inside = *reinterpret_cast<float4*>(z + j / (T / 4) * LD + j % (T / 4) * 4);
            float4& there = *reinterpret_cast<float4*>(from + std::size_t(j) * 4);
            if (inwards)
                inside = there;
            else
                there = inside;
        }
    }
};

// Filters `line` down, and up from its row `rows - 1`, in place; 16 samples in registers at a time.
template <int R, int T, Realisation K>
__device__ inline void filter_in_series(float* line, int rows, const Recurrence<float, R, K>& F,
                                        const Recurrence<float, R, K>& Rv, Vec<float, R>& P,
                                        Vec<float, R>& E) {
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

// The same for a pair in series, or side by side.
template <int R, int T, Realisation K>
__device__ inline void filter_line(float* line, int rows, const Recurrence<float, R, K>& F,
                                   const Recurrence<float, R, K>& Rv, Vec<float, R>& P, Vec<float, R>& E) {
    if constexpr (K == Realisation::parallel) {
        float forward[T];
#pragma unroll
        for (int i = 0; i < T; ++i) forward[i] = F.step(P, line[i]);
#pragma unroll
        for (int i = T - 1; i >= 0; --i)
            if (i < rows) line[i] = forward[i] + Rv.step(E, line[i]);
    } else {
        filter_in_series<R, T>(line, rows, F, Rv, P, E);
    }
}

template <int R>
inline constexpr int rows_threads = R <= 3   ? 1024
                                    : R <= 5 ? 512
                                             : 256;  // registers

template <int R, int T, int L, Realisation K>
__global__ __launch_bounds__(rows_threads<R>) void rows_kernel(
    PixelSource in, Tiling p, const __grid_constant__ AxisMatrices<R> matrices, Recurrence<float, R, K> F,
    Recurrence<float, R, K> Rv, const __grid_constant__ Datum datum, bool clamp, const float* column_carries,
    float* row_carries, int chunk) {
    constexpr int LD = T + 4;
    extern __shared__ __align__(16) float z[];  // [chunk 2 R][LD], ends [segments][R][T], edge lines [2][LD]
    const int threads = blockDim.x, m = blockIdx.x, channel = blockIdx.y, rows = p.rows_of<T>(m);
    const int i = threadIdx.x % T, s = threadIdx.x / T, segments = threads / T;
    float *ends = z + chunk * 2 * R * LD, *edge_lines = ends + segments * R * T;
    const CarryLayout<R, T> layout(p);

    // The edge columns are asked for before the dots and put away after them, so that both are on their way at once.
    float edges[2] = {};
    if (clamp) {
        const float c = datum.of(channel);
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            const int j = threadIdx.x + k * threads, y = m * T + j % T;
            if (j < 2 * T && y < p.height) edges[k] = in.sample(j < T ? 0 : p.width - 1, y, channel) - c;
        }
    }
    auto filter = [&](int part, int lines) {
        if (part == 0 && clamp) {
#pragma unroll
            for (int k = 0; k < 2; ++k)
                if (const int j = threadIdx.x + k * threads; j < 2 * T)
                    edge_lines[j / T * LD + j % T] = edges[k];
            __syncthreads();
        }
        const int all = lines + (part == 0 && clamp ? 2 : 0);
        for (int j = threadIdx.x; j < all; j += threads) {
            const int x = j < lines ? p.N * T + part * chunk * 2 * R + j : j == lines ? 0 : p.width - 1;
            Vec<float, R> P, E;
#pragma unroll
            for (int k = 0; k < R; ++k) {
                P[k] = column_carries[layout.column(channel, m, x, k)];
                E[k] = column_carries[layout.column(channel, m, x, R + k)];
            }
            filter_line<R, T>(j < lines ? z + j * LD : edge_lines + (j - lines) * LD, rows, F, Rv, P, E);
        }
    };
    RowBlocks<R, T, decltype(filter)> blocks{
        z, z + s * L * 2 * R * LD + i, row_carries + layout.row(channel, m, 0, 0), chunk, p.N, filter};
    blocks.fetch(0);  // and the edge lines
    LineScan<R, L, decltype(blocks)> scan(matrices, blocks, ends + i, T, s, segments, p.N);
    scan.run(clamp ? edge_lines[i] : 0.f, clamp ? edge_lines[LD + i] : 0.f);
}

}  // namespace sweep::gpu
