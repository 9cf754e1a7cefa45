// The summed-area table in one pass, of an image that is on the chip all at once: all blocks run at the same time, and
// each adds up the totals of all blocks before it, once. Nobody looks back at sums that others have added up first, so
// that no block waits for more than one exchange.
//
// Block (m, n) is 64 x 128 samples. It publishes the totals of its rows and of its columns, and its own total. Then
//
//     left(i)   = sum over the blocks left of it in the block row, of their total of row i
//     above(j)  = sum over the blocks above it in the column of blocks, of their total of column j
//     pivot     = sum over the blocks left of it and above it, of their totals            ([H12] names it)
//     V(i, j)   = pivot + sum_{j' <= j} above(j') + sum_{i' <= i} (left(i') + sum_{j' <= j} X(i', j'))
//
// The order of all sums is fixed, so that tables of floats have the same bits in every run. Words are those of
// gpu/table/one_pass.cuh.
//
// X are floats, or bytes, whose sums V are integers.
//
// Grid: a thread block a block, in a cooperative launch, so that all are alive. A thread owns four neighbouring columns
// in 8 rows, and a warp 8 whole rows of the block, from the load to the store: floats are in shared memory, where only
// their own thread reads them, bytes in its registers.
#pragma once

#include "gpu/table/one_pass.cuh"

namespace sweep::gpu {

inline constexpr int at_once_warps = tuning::AtOnce::warps,
                     at_once_rows_of_warp = tuning::AtOnce::rows_of_warp,
                     at_once_columns = tuning::AtOnce::columns, at_once_rows = tuning::AtOnce::rows,
                     at_once_threads = at_once_warps * 32;
// The threads of each column, and of each row, of a block. They share what comes from other blocks.
inline constexpr int at_once_for_column = at_once_threads / at_once_columns,
                     at_once_for_row = at_once_threads / at_once_rows;

template <class V>
struct AtOnceShared {
    // The sums of each warp's rows; later those of all rows above them in the block.
    alignas(16) V part[at_once_warps][at_once_columns];
    alignas(16) V above[at_once_for_column][at_once_columns];
    V left[at_once_for_row][at_once_rows];
    V row_total[at_once_rows], of_warp[at_once_warps];
};

// What the blocks of a run publish.
struct AtOnceWords {
    unsigned long long *rows, *columns, *totals;  // [block][64], [block][128], [block]
    unsigned run;
};
inline constexpr std::size_t at_once_words_of_block = at_once_rows + at_once_columns + 1;

// The sum of `count` words at[0], at[step], .., which are not all there yet.
// All that are missing are asked for at once.
template <int most>
struct AwaitedWords {
    unsigned long long words[most] = {};

    // Asks once for those of this run that are missing; tells whether all are there.
    __device__ bool ask(const unsigned long long* at, std::size_t step, int count, unsigned run) {
#pragma unroll
        for (int i = 0; i < most; ++i)
            if (i < count && !is_of(words[i], run)) words[i] = peek(at + i * step);
        bool all = true;
#pragma unroll
        for (int i = 0; i < most; ++i) all &= i >= count || is_of(words[i], run);
        return all;
    }
    template <class V>
    __device__ V sum(int count) const {
        V sum = 0;
#pragma unroll
        for (int i = 0; i < most; ++i)
            if (i < count) sum += value_of<V>(words[i]);
        return sum;
    }
};

template <class V>
__device__ inline void add(Quad<V>& a, const Quad<V>& b) {
    a.x += b.x, a.y += b.y, a.z += b.z, a.w += b.w;
}

// The thread's samples: four neighbouring ones in each of 8 rows, from `first` on.
// `in_rows` of the rows are in the image.
template <class X>
struct AtOnceSamples;

template <>
struct AtOnceSamples<float> {
    using V = float;
    static constexpr std::size_t shared_bytes = sizeof(float) * at_once_rows * at_once_columns;
    float* mine;

    __device__ AtOnceSamples(unsigned char* shared, int row, int column)
        : mine(reinterpret_cast<float*>(shared) + row * at_once_columns + column) {}
    __device__ void load(const float* image, std::size_t first, int width, int in_rows) {
#pragma unroll
        for (int i = 0; i < at_once_rows_of_warp; ++i) {
            const bool is_there = i < in_rows;
            __pipeline_memcpy_async(mine + i * at_once_columns,
                                    is_there ? image + first + std::size_t(i) * width : image, 16,
                                    is_there ? 0 : 16);
        }
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    __device__ Quad<float> row(int i) const {
        return quad(mine + i * at_once_columns);
    }
};

template <>
struct AtOnceSamples<std::uint8_t> {
    using V = std::uint32_t;
    static constexpr std::size_t shared_bytes = 0;
    std::uint32_t words[at_once_rows_of_warp];

    __device__ AtOnceSamples(unsigned char*, int, int) {}
    __device__ void load(const std::uint8_t* image, std::size_t first, int width, int in_rows) {
#pragma unroll
        for (int i = 0; i < at_once_rows_of_warp; ++i)
            words[i] =
                i < in_rows
                    ? __ldg(reinterpret_cast<const std::uint32_t*>(image + first + std::size_t(i) * width))
                    : 0;
    }
    __device__ Quad<std::uint32_t> row(int i) const {
        return {words[i] & 0xff, words[i] >> 8 & 0xff, words[i] >> 16 & 0xff, words[i] >> 24};
    }
};
template <class X>
inline constexpr std::size_t at_once_shared_bytes = AtOnceSamples<X>::shared_bytes +
                                                    sizeof(AtOnceShared<typename AtOnceSamples<X>::V>);

// Sums of 8 numbers over the lanes of a warp: lane l gets that of number l / 4. In each round half of the numbers
// that a lane still has go to the lane that keeps these, and it gets the others' share of its own half.
template <class V>
__device__ inline V sums_of_warp(V (&r)[at_once_rows_of_warp], int lane) {
#pragma unroll
    for (int half = at_once_rows_of_warp / 2, d = 16; half > 0; half /= 2, d /= 2)
#pragma unroll
        for (int i = 0; i < half; ++i) {
            const bool upper = (lane & d) != 0;
            const V send = upper ? r[i] : r[i + half], keep = upper ? r[i + half] : r[i];
            r[i] = keep + __shfl_xor_sync(~0u, send, d);
        }
    r[0] += __shfl_xor_sync(~0u, r[0], 2);
    return r[0] + __shfl_xor_sync(~0u, r[0], 1);
}

template <class X>
__global__ __launch_bounds__(at_once_threads, tuning::AtOnce::thread_blocks) void sat_at_once_kernel(
    const X* in, typename AtOnceSamples<X>::V* out, Tiling p, AtOnceWords words,
    const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr int rows = at_once_rows_of_warp, R = at_once_rows, C = at_once_columns,
                  threads = at_once_threads, for_column = at_once_for_column, for_row = at_once_for_row;
    using V = typename AtOnceSamples<X>::V;
    extern __shared__ __align__(1024) unsigned char raw[];
    auto& [part, above, left, row_total, of_warp] =
        *reinterpret_cast<AtOnceShared<V>*>(raw + AtOnceSamples<X>::shared_bytes);
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    const auto [m, n] = p.block(blockIdx.x);
    const int b = blockIdx.x, y = m * R + warp * rows, x = n * C + lane * 4;
    const std::size_t at = std::size_t(y) * p.width + x;
    const int in_rows = x < p.width ? p.height - y : 0;
    AtOnceSamples<X> samples(raw, warp * rows, lane * 4);
    samples.load(in, at, p.width, in_rows);

    Quad<V> column{};  // of the warp's rows
    V of_row[rows];
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const Quad<V> v = samples.row(i);
        add(column, v);
        of_row[i] = (v.x + v.y) + (v.z + v.w);
    }
    quad(&part[warp][lane * 4]) = column;
    const V total_of_row = sums_of_warp(of_row, lane);
    if (lane % 4 == 0) {
        const int i = warp * rows + lane / 4;
        publish(words.rows + std::size_t(b) * R + i, sum_word(total_of_row, words.run, false));
        row_total[i] = total_of_row;
    }
    __syncthreads();
    if (t < C) {
        V sum = 0;
#pragma unroll 8
        for (int q = 0; q < at_once_warps; ++q) {
            const V own = part[q][t];
            part[q][t] = sum;
            sum += own;
        }
        publish(words.columns + std::size_t(b) * C + t, sum_word(sum, words.run, false));
    }
    if (warp == at_once_warps - 1) {
        V sum = 0;
#pragma unroll
        for (int i = lane; i < R; i += 32) sum += row_total[i];
        sum = warp_sum(sum);
        if (lane == 0) publish(words.totals + b, sum_word(sum, words.run, false));
    }

    // The exchange. A thread has every for_column-th word of a column, every for_row-th of a row, and some totals.
    constexpr int of_columns = 4, of_rows = 2;  // that are asked for at once
    const int j = t % C, q = t / C, i = t % R, s = t / R;
    V from_above = 0, from_left = 0, before = 0;
#pragma unroll 1
    for (int round = 0;
         round * of_columns * for_column < m || round * of_rows * for_row < n || round * threads < m * n;
         ++round) {
        const int first_row = q + round * of_columns * for_column,
                  first_column = s + round * of_rows * for_row, tile_before = t + round * threads,
                  rest_above = (m - first_row + for_column - 1) / for_column,
                  rest_left = (n - first_column + for_row - 1) / for_row, has_total = tile_before < m * n;
        const unsigned long long *column_at = words.columns + (std::size_t(first_row) * p.N + n) * C + j,
                                 *row_at = words.rows + (std::size_t(m) * p.N + first_column) * R + i,
                                 *total_at =
                                     words.totals +
                                     (has_total ? std::size_t(tile_before / n) * p.N + tile_before % n : 0);
        AwaitedWords<of_columns> columns;
        AwaitedWords<of_rows> of_left;
        AwaitedWords<1> totals;
        for (bool all = false; !all;) {
            all = columns.ask(column_at, std::size_t(for_column) * p.N * C, rest_above, words.run);
            all &= of_left.ask(row_at, std::size_t(for_row) * R, rest_left, words.run);
            all &= totals.ask(total_at, 0, has_total, words.run);
        }
        from_above += columns.template sum<V>(rest_above);
        from_left += of_left.template sum<V>(rest_left);
        before += totals.template sum<V>(has_total);
    }
    above[q][j] = from_above;
    left[s][i] = from_left;
    before = warp_sum(before);
    if (lane == 0) of_warp[warp] = before;
    __syncthreads();

    column = quad(&part[warp][lane * 4]);  // the sum of all rows above the warp's, in the block and before it
#pragma unroll
    for (int k = 0; k < for_column; ++k) add(column, quad(&above[k][lane * 4]));
    const auto left_of = [&](int row) {
        V sum = 0;
#pragma unroll
        for (int k = 0; k < for_row; ++k) sum += left[k][row];
        return sum;
    };
    // The pivot and `left` of all rows above the warp's; then of each of its rows and those above, in lane i for row i.
    V base = lane < at_once_warps ? of_warp[lane] : V(0);
#pragma unroll
    for (int k = lane; k < R; k += 32)
        if (k < warp * rows) base += left_of(k);
    base = warp_sum(base);
    base += warp_inclusive_sum(lane < rows ? left_of(warp * rows + lane) : V(0));
    Quad<V> v[rows];
    V ends[rows];
#pragma unroll
    for (int k = 0; k < rows; ++k) {
        add(column, samples.row(k));
        v[k].x = column.x, v[k].y = v[k].x + column.y, v[k].z = v[k].y + column.z;
        v[k].w = v[k].z + column.w;
        ends[k] = warp_inclusive_sum(v[k].w);
    }
#pragma unroll
    for (int k = 0; k < rows; ++k) {
        V before_lane = __shfl_up_sync(~0u, ends[k], 1);
        if (lane == 0) before_lane = 0;
        before_lane += __shfl_sync(~0u, base, k);
        v[k].x += before_lane, v[k].y += before_lane, v[k].z += before_lane, v[k].w += before_lane;
        if (k < in_rows) quad(out + at + std::size_t(k) * p.width) = v[k];
    }
}

}  // namespace sweep::gpu
