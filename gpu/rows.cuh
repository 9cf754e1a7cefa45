// Step 7.3: the states that enter each block along the rows.
//
//     The row dots of Z are the row dots of X filtered down and up, with the column carries of step 7.2, for
//     row and column operators commute; then the carry scan along n ([N16] (26), (28)). Algorithm 6 gets the
//     same from the column carries by (27) and (29), in a stage of its own.
//
// Grid: (block rows, channels), or of several thread blocks each, a cluster, where the dots do not fit into one's shared
// memory (an H200, order 5 at 8192^2: 0.332 ms in place of 0.379 with parts of them one after the other). First a thread
// filters a line of T row dots down and up; then a thread owns L blocks of one row. The dots stay in shared memory
// between; block rows of more blocks than fit go in chunks.
// Under clamp the row passes start from columns 0 and w - 1 of Z: two more lines.
#pragma once

#include "gpu/columns.cuh"
#include "gpu/passes.cuh"

namespace sweep::gpu {

// The dots of a block row in shared memory, [block][2 R][LD], as a thread sees them that scans L blocks of one row.
template <int R, int T>
struct DotsAtHand {
    static constexpr int LD = T + 4, K = 2 * R;
    float *z, *mine;  // all that are there; this thread's first block and row

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
    __device__ void set_local_E(int l, const Vec<float, R>& v) {
        set(l, R, v);
    }

    // Between shared memory and `blocks` blocks at `outside`; what comes in is there after arrive_tile().
    template <bool inwards>
    __device__ void move(float* outside, int blocks) const {
        const int quads = blocks * K * (T / 4);
#pragma unroll 4
        for (int j = threadIdx.x; j < quads; j += blockDim.x) {
            float *inside = z + j / (T / 4) * LD + j % (T / 4) * 4, *there = outside + std::size_t(j) * 4;
            if (inwards)
                __pipeline_memcpy_async(inside, there, 16);
            else
                *reinterpret_cast<float4*>(there) = *reinterpret_cast<const float4*>(inside);
        }
        if (inwards) __pipeline_commit();
    }
};

// One that goes a chunk at a time, or more than once each way.
template <int R, int T>
struct RowChunks : DotsAtHand<R, T> {
    float* outside;    // the block row in device memory
    int chunk, total;  // blocks of a chunk, of the block row
    int at_hand;

    __device__ void set_P(int l, const Vec<float, R>& v) { this->set(l, 0, v); }
    __device__ void set_E(int l, const Vec<float, R>& v) { this->set(l, R, v); }
    __device__ void move_in(int i) {
        at_hand = i;
        this->template move<true>(outside + std::size_t(i) * chunk * 2 * R * T, blocks());
        arrive_tile();
    }
    __device__ int blocks() const { return min(chunk, total - at_hand * chunk); }
    __device__ void fetch(int i) {
        if (i == at_hand) return;
        __syncthreads();
        move_in(i);
        __syncthreads();
    }
    __device__ void keep_P(int) const {
        if (chunk < total) write_back();
    }
    __device__ void keep_E(int) const { write_back(); }
    __device__ void write_back() const {
        __syncthreads();
        this->template move<false>(outside + std::size_t(at_hand) * chunk * 2 * R * T, blocks());
        __syncthreads();  // before states change again
    }
};

// Filters `line` in shared memory down, and up from its row `rows - 1`, in place.
template <int T, class Filter, int R>
__device__ inline void filter_line(float* line, int rows, const Filter& F, const Filter& Rv,
                                   Vec<float, R> P_in, Vec<float, R> E_in) {
    if constexpr (realisation<Filter> == Realisation::parallel) {
        float forward[T];
#pragma unroll
        for (int i = 0; i < T; ++i) forward[i] = F.step(P_in, line[i]);
#pragma unroll
        for (int i = T - 1; i >= 0; --i)
            if (i < rows) line[i] = forward[i] + Rv.step(E_in, line[i]);
    } else {
        take_state(F, P_in);
        take_state(Rv, E_in);
        auto P = ahead(F, P_in), E = ahead(Rv, E_in);
        const auto get = [line]<int N>(int i, float(&v)[N]) {
            if constexpr (N == 1) v[0] = line[i];
#pragma unroll
            for (int k = 0; k + 3 < N; k += 4)
                *reinterpret_cast<float4*>(v + k) = *reinterpret_cast<const float4*>(line + i + k);
        };
        const auto put_times = [line](float unit) {
            return [line, unit]<int N>(int i, float(&v)[N]) {
#pragma unroll
                for (int k = 0; k < N; ++k) v[k] *= unit;
                if constexpr (N == 1) line[i] = v[0];
#pragma unroll
                for (int k = 0; k + 3 < N; k += 4)
                    *reinterpret_cast<float4*>(line + i + k) = *reinterpret_cast<const float4*>(v + k);
            };
        };
        pass_forward<T>(F, P, get, put_times(out_unit(F)));
        pass_backward<T>(Rv, E, rows, get, put_times(out_unit(Rv)));
    }
}

template <int R>
inline constexpr int rows_threads = R <= 3   ? 1024
                                    : R <= 5 ? 512
                                             : 256;  // registers

// `clustered`: the thread blocks of a cluster hold `chunk` blocks each.
template <int T, int L, class Filter, Lines kind, bool clustered, int R = Filter::order>
__global__ __launch_bounds__(rows_threads<R>) void rows_kernel(
    PixelSource in, Tiling p, const __grid_constant__ MatricesOf<R, L, kind> matrices, Filter F, Filter Rv,
    const __grid_constant__ Datum datum, bool clamp, const float* column_carries, float* row_carries,
    int chunk, Eviction keep) {
    constexpr int LD = T + 4, D = 2 * R;
    constexpr bool at_once = kind != Lines::chunks;
    // [chunk 2 R][LD], edge lines [2][LD], sums of the scan
    extern __shared__ __align__(16) float z[];
    const int rank = clustered ? cluster_rank() : 0, ranks = clustered ? cluster_size() : 1;
    const int threads = blockDim.x, m = blockIdx.x / ranks, channel = blockIdx.y, rows = p.rows_of<T>(m);
    const int i = threadIdx.x % T, s = threadIdx.x / T;
    const int first_block = rank * chunk,
              N = clustered ? min(chunk, p.N - first_block) : p.N;  // this thread block's
    float *edge_lines = z + chunk * D * LD, *sums = edge_lines + 2 * LD;
    const CarryLayout<R, T> layout(p);
    const DotsAtHand<R, T> dots{z, z + s * L * D * LD + i};
    float* block_row = row_carries + layout.row(channel, m, first_block, 0);

    // What step 7.1 has left is asked for first, the dots and the edge columns; then the carries of 7.2.
    dots.template move<true>(block_row, min(chunk, N));
    float edges[2] = {};
    if (clamp) {
        const float c = datum.of(channel);
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            const int j = threadIdx.x + k * threads, y = m * T + j % T;
            if (j < 2 * T && y < p.height) edges[k] = in.sample(j < T ? 0 : p.width - 1, y, channel) - c;
        }
    }
    if (clustered) sync_cluster();  // all of its thread blocks are there, before one writes to another
    wait_for_predecessor();
    launch_dependents();

    const int chunks = at_once ? 1 : (N + chunk - 1) / chunk;
    for (int at_hand = 0; at_hand < chunks; ++at_hand) {
        float* outside = block_row + std::size_t(at_hand) * chunk * D * T;
        const int blocks = at_once ? N : min(chunk, N - at_hand * chunk), lines = blocks * D,
                  all = lines + (at_hand == 0 && clamp ? 2 : 0);
        if (at_hand > 0) {
            __syncthreads();  // the one before has left
            dots.template move<true>(outside, blocks);
        }
        Vec<float, R> P, E;
        auto ask_for_carries = [&](int j) {
            const int x = j < lines    ? p.N * T + (first_block + at_hand * chunk) * D + j
                          : j == lines ? 0
                                       : p.width - 1;
#pragma unroll
            for (int k = 0; k < R; ++k) {
                P[k] = column_carries[layout.column(channel, m, x, k)];
                E[k] = column_carries[layout.column(channel, m, x, R + k)];
            }
        };
        if (int(threadIdx.x) < all) ask_for_carries(threadIdx.x);
        if (at_hand == 0 && clamp) {
#pragma unroll
            for (int k = 0; k < 2; ++k)
                if (const int j = threadIdx.x + k * threads; j < 2 * T)
                    edge_lines[j / T * LD + j % T] = edges[k];
        }
        arrive_tile();
        __syncthreads();
#pragma unroll 1
        for (int j = threadIdx.x; j < all; j += threads) {
            if (j >= threads) ask_for_carries(j);
            filter_line<T>(j < lines ? z + j * LD : edge_lines + (j - lines) * LD, rows, F, Rv, P, E);
        }
        __syncthreads();
        if (chunks > 1) dots.template move<false>(outside, blocks);
    }
    const float c_first = clamp ? edge_lines[i] : 0.f, c_last = clamp ? edge_lines[LD + i] : 0.f;
    if constexpr (at_once) {
        const int part = rank * (chunk / L) + s;
        const bool holds = s * L < N;
        const auto is_there = [&](int l) { return holds && (are_full<kind> || part * L + l < p.N); };
        float d[L][D] = {};
#pragma unroll
        for (int l = 0; l < L; ++l)
#pragma unroll
            for (int k = 0; k < D; ++k)
                if (is_there(l)) d[l][k] = dots.mine[(l * D + k) * LD];
        using Sums = std::conditional_t<clustered, ClusterSums<R>, PartSums<R>>;
        float* outside = block_row + s * L * D * T + i;
        const L2Policy policy = l2_policy(keep);
        scan_at_once<kind>(
            matrices, part, holds, Sums{sums + i, T}, c_first, c_last, d,
            [&](int l, int k, float state) { store_with(policy, outside + (l * D + k) * T, state); });
    } else {
        RowChunks<R, T> blocks{dots, block_row, chunk, N, chunks - 1};
        LineScan<R, L, RowChunks<R, T>>(matrices, blocks, BlockEnds<R>{sums + i, T}, s, threads / T, p.N)
            .run(c_first, c_last);
    }
}

}  // namespace sweep::gpu
