// The summed-area table in one pass: every pixel is read once and written once, by blocks that look back at what
// the blocks before them have published (after the decoupled look-back of Merrill and Garland 2016, in two directions).
//
// With prefix(i, j) the sum of row i of block (m, n) from the block's left edge to column j,
//
//     left(i)   what all blocks to the left add to row i            look-back along the block row
//     above(j)  the table on the pixel row above the block          look-back along the block column
//     V(i, j) = above(j) + sum_{i' <= i} (prefix(i', j) + left(i'))
//
// A block publishes the totals of its rows, at first alone (aggregate), then with all that lies to the left
// (inclusive); and, as soon as left is known, the totals of its columns of prefix + left, likewise. A value and its
// state travel in one 64-bit word: no fences; and the state holds the number of the run: nothing is cleared between
// runs. Blocks take their place in the image from a counter, so that whatever a block waits for has been started.
//
// Grid: a thread block a block, T threads a channel; a thread owns a row, then a column. V has 4 bytes.
#pragma once

#include "gpu/sat_sums.cuh"

namespace sweep::gpu {

// The sum in the lower half; in the upper run * 4 + 2 for an aggregate, run * 4 + 3 for an inclusive sum. Runs count
// from 1: zeros are no run's.
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
    *at = word;  // the emulator of the tests runs one block after the other
#endif
}

__device__ inline unsigned long long peek(const unsigned long long* at) {
#ifdef __CUDA_ARCH__
    unsigned long long word;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(word) : "l"(at) : "memory");
    return word;
#else
    return *at;
#endif
}

// The sum over the `count` predecessors at[-step], at[-2 step], .. up to the first inclusive one.
template <class V>
__device__ inline V look_back(const unsigned long long* at, int count, std::size_t step, unsigned run) {
    constexpr int ahead = 4;  // words in flight
    V sum = 0;
    for (int d = 1; d <= count; d += ahead) {
        unsigned long long words[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i)
            if (d + i <= count) words[i] = peek(at - (d + i) * step);
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            if (d + i > count) break;
            while (static_cast<unsigned>(words[i] >> 34) != (run & 0x3fffffffu))
                words[i] = peek(at - (d + i) * step);
            const unsigned bits = static_cast<unsigned>(words[i]);
            V value;
            memcpy(&value, &bits, 4);
            sum += value;
            if (words[i] >> 32 & 1) return sum;
        }
    }
    return sum;
}

template <class V, int T>
__global__ __launch_bounds__(128) void sat_one_pass_kernel(PixelSource in, Summand s, PixelSink out, Tiling p,
                                                           unsigned long long* words, unsigned* counter,
                                                           unsigned run) {
    extern __shared__ __align__(16) unsigned char raw[];
    __shared__ unsigned ticket;
    __shared__ V left[128], warp_total[4];
    V* tile = reinterpret_cast<V*>(raw);
    const int channel = threadIdx.x / T, t = threadIdx.x % T;
    if (threadIdx.x == 0) ticket = atomicAdd(counter, 1) - (run - 1) * gridDim.x;  // in this run: modulo 2^32
    __syncthreads();
    const int m = int(ticket) / p.N, n = int(ticket) % p.N;
    load_summands<V, T>(in, s, p, m, n, tile);
    arrive_tile();
    __syncthreads();

    V* plane = tile + channel * T * T;
    V row = 0;  // prefixes of row t
#pragma unroll 4
    for (int c = 0; c < T; c += 4) {
        Quad<V>& q = quad(plane + at<T>(t, c));
        Quad<V> v = q;
        v.x += row, v.y += v.x, v.z += v.y, v.w += v.z;
        row = v.w;
        q = v;
    }
    const std::size_t blocks = std::size_t(p.M) * p.N,
                      here = (std::size_t(channel) * blocks + ticket) * T + t;
    unsigned long long *row_word = words + here, *column_word = words + p.channels * blocks * T + here;
    publish(row_word, sum_word(row, run, n == 0));
    __syncthreads();
    V column = 0;  // total of column t of the prefixes
#pragma unroll 16
    for (int i = 0; i < T; ++i) column += plane[at<T>(i, t)];

    const V from_left = look_back<V>(row_word, n, T, run);
    if (n > 0) publish(row_word, sum_word(V(from_left + row), run, true));
    left[channel * T + t] = from_left;
    V total = from_left;
#pragma unroll
    for (int d = 16; d; d /= 2) total += __shfl_xor_sync(~0u, total, d);
    if (t % 32 == 0) warp_total[threadIdx.x / 32] = total;
    __syncthreads();
#pragma unroll
    for (int q = 0; q < T / 32; ++q) column += warp_total[channel * (T / 32) + q];
    publish(column_word, sum_word(column, run, m == 0));
    V sum = look_back<V>(column_word, m, std::size_t(p.N) * T, run);
    if (m > 0) publish(column_word, sum_word(V(sum + column), run, true));

    for (int i = 0; i < T; i += 16) {
        V v[16];
#pragma unroll
        for (int k = 0; k < 16; ++k) v[k] = plane[at<T>(i + k, t)] + left[channel * T + i + k];
#pragma unroll
        for (int k = 0; k < 16; ++k) plane[at<T>(i + k, t)] = sum += v[k];
    }
    __syncthreads();
    store_table<V, T>(out, p, m, n, tile);
}

}  // namespace sweep::gpu
