// The summed-area table in one pass: every pixel is read once and written once. Blocks look back at what the
// blocks before them have published (the decoupled look-back of Merrill and Garland 2016, in two directions).
//
// With prefix(i, j) the sum of row i of block (m, n) from the block's left edge to column j,
//
//     left(i)   what all blocks to the left add to row i            look-back along the block row
//     above(j)  the table on the pixel row above the block          look-back along the column of blocks
//     V(i, j) = above(j) + sum_{i' <= i} (prefix(i', j) + left(i'))
//
// A block publishes the totals of its rows, first its own (aggregate), then with all that lies to the left
// (inclusive). As soon as it knows `left`, it publishes the totals of its columns of prefix + left in the
// same way. A value and its state travel in one 64-bit word, so that no fences are needed; the state holds
// the number of the run, so that nothing is cleared between runs.
//
// Blocks take their places in the image from a counter, in the order in which thread blocks start, so that
// each block that one waits for has started. (CUDA promises no order of thread blocks.) Places go along rows
// of blocks, so that neighbours in memory are read and written together; or along antidiagonals, so that what
// a block waits for has started one antidiagonal earlier.
//
// In this way a block waits twice, for `left` and then for `above`. With BlockOrder::diagonals_with_corners
// (`corner` below) it waits once, for three values that are in flight together. A block then publishes its
// column totals without `left`. What these leave out is the table's entry on the pixel diagonally before
// block (m, n), which [H12] calls the pivot; the block there publishes it as soon as it has its own:
//
//     above(j) = sum over the blocks above of their total of column j of prefix
//     V(i, j) = pivot + above(j) + sum_{i' <= i} (prefix(i', j) + left(i'))
//
// A pivot is not looked back for, but waits for the one before it. That is good along antidiagonals, where
// the block there has started two of them earlier.
//
// A thread block owns a block, with T threads a channel; a thread owns a row, then a column. V has 4 bytes.
#pragma once

#include "gpu/image/tiles.cuh"
#include "gpu/table/sums.cuh"
#include "gpu/tuning/launch.h"

namespace sweep::gpu {

// A published word has the sum in its lower half, and in its upper half run * 4 + 2 for an aggregate or run *
// 4 + 3 for an inclusive sum. Runs count from 1, so that a word of zeros belongs to no run.
template <class V>
__device__ inline unsigned long long sum_word(V sum, unsigned run, bool inclusive) {
    unsigned bits;
    memcpy(&bits, &sum, 4);
    return static_cast<unsigned long long>(run * 4 + (inclusive ? 3 : 2)) << 32 | bits;
}

__device__ inline void publish(unsigned long long* at, unsigned long long word) {
#ifdef __CUDA_ARCH__
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(at), "l"(word) : "memory");
#else
    *at = word;
#endif
}

__device__ inline unsigned long long peek(const unsigned long long* at) {
#ifdef __CUDA_ARCH__
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(word) : "l"(at) : "memory");
    return word;
#else
    // The emulator of the tests runs one thread after the other; this lets others go on.
    __nanosleep(0);
    return *at;
#endif
}

__device__ inline bool is_of(unsigned long long word, unsigned run) {
    return static_cast<unsigned>(word >> 34) == (run & 0x3fffffffu);
}

template <class V>
__device__ inline V value_of(unsigned long long word) {
    const unsigned bits = static_cast<unsigned>(word);
    V value;
    memcpy(&value, &bits, 4);
    return value;
}

__device__ inline bool is_inclusive(unsigned long long word) {
    return word >> 32 & 1;
}

// A look-back reads at most so many words: at the last of them it waits until that is inclusive.
inline constexpr int most_seen = tuning::OnePass::most_seen;

// Fills seen[d] with the published sum of the (d + 1)-th block before, for d from 0 to the first inclusive
// one; returns that d. `nearest` is the word at[-step], asked for before. `count` is the number of
// predecessors, at least one; the farthest is inclusive from the start.
template <int ahead, class V>
__device__ inline int collect_back(V (&seen)[most_seen], unsigned long long nearest,
                                   const unsigned long long* at, int count, std::size_t step, unsigned run) {
    static_assert(most_seen % ahead == 0);
#pragma unroll
    for (int d = 0; d < most_seen; d += ahead) {
        unsigned long long words[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i)
            if (d + i < count) words[i] = d + i == 0 ? nearest : peek(at - (d + i + 1) * step);
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const bool is_bound = d + i == most_seen - 1;
            while (!is_of(words[i], run) || (is_bound && !is_inclusive(words[i])))
                words[i] = peek(at - (d + i + 1) * step);
            seen[d + i] = value_of<V>(words[i]);
            if (is_inclusive(words[i])) return d + i;
        }
    }
    return most_seen - 1;
}

// Returns the sum over the `count` predecessors at[-step], at[-2 step], .., with `ahead` words in flight. The
// sum begins with the first inclusive one and goes on towards at[-step], as the predecessors in between do
// when they become inclusive themselves:
//
//     inclusive(n) = ((inclusive(0) + aggregate(1)) + aggregate(2)) + .. + aggregate(n), rounded each time
//
// wherever it begins. So tables of floats have the same bits in every run, however far the other blocks had
// come. The sums that have been read wait for that in registers, which is why their number is bounded.
template <int ahead, class V>
__device__ inline V look_back(unsigned long long nearest, const unsigned long long* at, int count,
                              std::size_t step, unsigned run) {
    if (count == 0) return 0;
    V seen[most_seen], sum = 0;
    const int first = collect_back<ahead>(seen, nearest, at, count, step, run);
#pragma unroll
    for (int d = most_seen - 1; d >= 0; --d)
        if (d <= first) sum += seen[d];
    return sum;
}

// The order in which blocks take their places.
enum class BlockOrder { rows, diagonals, diagonals_with_corners };

// Returns the place of block number b among M x N along antidiagonals.
__device__ inline Tiling::Block block_on_diagonal(int b, int M, int N) {
    // The antidiagonal d of block i while they grow by one block each: the largest with d (d + 1) / 2 <= i.
    auto growing = [](int i) {
        int d = int((sqrtf(8.f * float(i) + 1.f) - 1.f) * 0.5f);
        while ((d + 1) * (d + 2) / 2 <= i) ++d;
        while (d * (d + 1) / 2 > i) --d;
        return d;
    };
    const int side = min(M, N), corner = side * (side + 1) / 2, all = M * N;
    int d, k;  // antidiagonal, number on it
    if (b < corner) {
        d = growing(b);
        k = b - d * (d + 1) / 2;
    } else if (b < all - corner) {
        d = side + (b - corner) / side;
        k = (b - corner) % side;
    } else {
        const int e = growing(all - 1 - b);
        d = M + N - 2 - e;
        k = e - (all - 1 - b - e * (e + 1) / 2);
    }
    const int m = max(0, d - N + 1) + k;
    return {m, d - m};
}

// How threads move a block of the numbers that a table adds up; a policy as in gpu/image/tiles.cuh.
template <class V, int C>
struct SummandTiles {
    PixelSource in;
    PixelSink out;
    Summand summand;

    struct Arrival {};
    static constexpr int most_channels = C;
    static constexpr bool loads_by_one_thread = false;

    template <int T, int threads>
    __device__ void load(const Tiling& p, int m, int n, V* tile, Arrival&, Eviction) const {
        load_summands<V, T, C>(in, summand, p, m, n, tile);
    }
    __device__ void arrive(Arrival&) const { arrive_tile(); }
    template <int T>
    __device__ void store(const Tiling& p, int m, int n, const V* tile, Eviction) const {
        __syncthreads();
        store_table<V, T, C>(out, p, m, n, tile);
    }
};

template <class V, int T, class Tiles, BlockOrder order>
__global__ __maxnreg__((tuning::OnePass::registers<Tiles::most_channels, T>)) void sat_one_pass_kernel(
    const __grid_constant__ Tiles tiles, Tiling p, Eviction eviction, unsigned long long* words,
    unsigned* counter, unsigned run, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    constexpr bool corner = order == BlockOrder::diagonals_with_corners;
    constexpr int C = Tiles::most_channels, lines = C * T;
    constexpr int ahead = tuning::OnePass::in_flight<corner>;
    extern __shared__ __align__(1024) unsigned char raw[];
    __shared__ typename Tiles::Arrival arrival;
    __shared__ unsigned ticket;
    __shared__ V left[lines], warp_total[lines / 32];
    V* tile = reinterpret_cast<V*>(raw);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    const auto place = [&] {
        const int b = int(ticket);
        return order == BlockOrder::rows ? p.block(b) : block_on_diagonal(b, p.M, p.N);
    };
    if (threadIdx.x == 0) ticket = atomicAdd(counter, 1) - (run - 1) * gridDim.x;  // in this run: modulo 2^32
    // Where one thread loads the block, it does not wait for the others to know the ticket: arrive() has a
    // barrier.
    if (!Tiles::loads_by_one_thread) __syncthreads();
    if (!Tiles::loads_by_one_thread || threadIdx.x == 0) {
        const auto [m, n] = place();
        tiles.template load<T, T>(p, m, n, tile, arrival, eviction);
    }
    tiles.arrive(arrival);
    const auto [m, n] = place();
    trace.takes(m * p.N + n);

    V* plane = tile + channel * T * T;
    V row = 0;  // prefixes of row t
#pragma unroll 2
    for (int c = 0; c < T; c += 16) {
        Quad<V> v[4];
#pragma unroll
        for (int k = 0; k < 4; ++k) v[k] = quad(plane + at<T>(t, c + 4 * k));
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            v[k].x += row, v[k].y += v[k].x, v[k].z += v[k].y, v[k].w += v[k].z;
            row = v[k].w;
        }
#pragma unroll
        for (int k = 0; k < 4; ++k) quad(plane + at<T>(t, c + 4 * k)) = v[k];
    }
    const std::size_t blocks = std::size_t(p.M) * p.N,
                      here = (std::size_t(channel) * blocks + std::size_t(m) * p.N + n) * T + t;
    unsigned long long *row_word = words + here, *column_word = words + C * blocks * T + here,
                       *corner_word = words + 2 * C * blocks * T + (here - t) / T;
    const std::size_t up = std::size_t(p.N) * T;
    publish(row_word, sum_word(row, run, n == 0));
    unsigned long long left_word = 0, above_word = 0, diagonal_word = 0;
    if (corner) {
        if (n > 0) left_word = peek(row_word - T);
        if (m > 0) above_word = peek(column_word - up);
        if (n > 0 && m > 0) diagonal_word = peek(corner_word - p.N - 1);
    }
    __syncthreads();
    V column = 0;  // total of column t of the prefixes
#pragma unroll 16
    for (int i = 0; i < T; ++i) column += plane[at<T>(i, t)];

    if (corner) publish(column_word, sum_word(column, run, m == 0));
    if (!corner && n > 0) left_word = peek(row_word - T);
    trace.mark(m * p.N + n, WaitMark::rows_begin);
    const V from_left = look_back<ahead, V>(left_word, row_word, n, T, run);
    trace.mark(m * p.N + n, WaitMark::rows_end);
    if (n > 0) publish(row_word, sum_word(V(from_left + row), run, true));
    left[channel * T + t] = from_left;
    V total = from_left;
#pragma unroll
    for (int d = 16; d; d /= 2) total += __shfl_xor_sync(~0u, total, d);
    if (t % 32 == 0) warp_total[threadIdx.x / 32] = total;
    V sum;  // above(t), with the pivot
    if (corner) {
        trace.mark(m * p.N + n, WaitMark::columns_begin);
        sum = look_back<ahead, V>(above_word, column_word, m, up, run);
        trace.mark(m * p.N + n, WaitMark::columns_end);
        if (m > 0) publish(column_word, sum_word(V(sum + column), run, true));
        if (n > 0 && m > 0) {
            while (!is_of(diagonal_word, run)) diagonal_word = peek(corner_word - p.N - 1);
            sum += value_of<V>(diagonal_word);
        }
    }
    __syncthreads();
#pragma unroll
    for (int q = 0; q < T / 32; ++q) column += warp_total[channel * (T / 32) + q];
    if (corner) {
        if (t == T - 1) publish(corner_word, sum_word(V(sum + column), run, true));
    } else {
        publish(column_word, sum_word(column, run, m == 0));
        if (m > 0) above_word = peek(column_word - up);
        trace.mark(m * p.N + n, WaitMark::columns_begin);
        sum = look_back<ahead, V>(above_word, column_word, m, up, run);
        trace.mark(m * p.N + n, WaitMark::columns_end);
        if (m > 0) publish(column_word, sum_word(V(sum + column), run, true));
    }

    for (int i = 0; i < T; i += 16) {
        V v[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = plane[at<T>(i + k, t)] + left[channel * T + i + k];
#pragma unroll
        for (int k = 0; k < 16; ++k) plane[at<T>(i + k, t)] = sum += v[k];
    }
    tiles.template store<T>(p, m, n, tile, eviction);
}

}  // namespace sweep::gpu
