// A tile: the samples of a block of the image in shared memory, one plane a channel.
//
// A plane is a row of boxes of 32 columns; a box is T rows of 128 bytes, whose eight 16-byte chunks are
// permuted by row & 7:
//
//     row 0    0 1 2 3 4 5 6 7
//     row 1    1 0 3 2 5 4 7 6        place k of row r holds chunk k ^ (r & 7)
//     row 2    2 3 0 1 6 7 4 5
//
// Every bank is touched once both by a warp whose lanes read 4 bytes of neighbouring columns and by a warp
// whose lanes read 16 bytes of 32 rows: there is no padding and no transposition.
#pragma once

#include <cstdint>

#include <cuda_runtime.h>

#include "core/base/image.h"

namespace sweep::gpu {

// Blocks are T x T samples; the last one of a row or column of blocks may be shorter.
struct Tiling {
    int width, height, channels;
    int M, N;                      // rows and columns of blocks
    std::uint32_t reciprocal = 0;  // 1 / N in units of 2^-32, rounded down

    static Tiling of(const Shape& shape, int T) {
        const int M = (shape.height + T - 1) / T, N = (shape.width + T - 1) / T;
        return {shape.width, shape.height, shape.channels, M, N, 0xffffffffu / std::uint32_t(N)};
    }

    struct Block {
        int m, n;
    };
    // Block (m, n) is number m N + n, of at most 2^31 blocks. A product with the reciprocal replaces a
    // division, which takes long, while everything that the thread block loads waits for it.
    __device__ Block block(unsigned b) const {
        unsigned m = unsigned(std::uint64_t(b) * reciprocal >> 32), n = b - m * unsigned(N);
        if (n >= unsigned(N)) ++m, n -= unsigned(N);  // the quotient is right or one too small
        return {int(m), int(n)};
    }

    template <int T>
    __device__ int rows_of(int m) const {
        return rows_of(m, T);
    }
    __device__ int rows_of(int m, int side) const { return min(side, height - m * side); }
    template <int T>
    __device__ int columns_of(int n) const {
        return min(T, width - n * T);
    }
};

// Offset of row r, column c in a plane.
template <int T>
__device__ inline int at(int r, int c) {
    return (c >> 5) * T * 32 + r * 32 + ((((c & 31) >> 2) ^ (r & 7)) << 2) + (c & 3);
}

// Four neighbours along a row, moved as one or two 16-byte words.
template <class V>
struct alignas(16) Quad {
    V x, y, z, w;
};
template <class V>
__device__ inline Quad<V>& quad(V* p) {
    return *reinterpret_cast<Quad<V>*>(p);
}
template <class V>
__device__ inline const Quad<V>& quad(const V* p) {
    return *reinterpret_cast<const Quad<V>*>(p);
}

// Keeps the compiler from computing a number again wherever it is used: the number stays in its register.
__device__ inline void stay(int& x) {
    asm("" : "+r"(x));
}
// Has the number computed before what is volatile below, as waits are.
__device__ inline void have_now(int& x) {
    asm volatile("" : "+r"(x));
}
__device__ inline void have_now(float& x) {
    asm volatile("" : "+f"(x));
}
template <class V>
__device__ inline void have_now(V*& pointer) {
    asm volatile("" : "+l"(pointer));
}

// Column t (row t) of the plane at `tile + offset`, which one thread owns. get() and put() move N samples
// from number i on to and from registers, where N is 1, 16 or T and i a multiple of N. The places of 8 rows
// (words) are computed once: inside the passes over a line that was a fifth of all instructions.
template <int T>
class ColumnOfTile {
  public:
    __device__ ColumnOfTile(float* tile, int t_, int offset_ = 0) : base(tile), t(t_), offset(offset_) {
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            row[k] = (offset + at<T>(k, t)) * 4;
            stay(row[k]);
        }
    }
    template <int N>
    __device__ void get(int i, float (&v)[N]) const {
#pragma unroll
        for (int k = 0; k < N; ++k) v[k] = sample<N>(i, k);
    }
    template <int N>
    __device__ void put(int i, const float (&v)[N]) const {
#pragma unroll
        for (int k = 0; k < N; ++k) sample<N>(i, k) = v[k];
    }

  private:
    float* base;
    int t, offset;
    int row[8];  // bytes

    template <int N>
    __device__ float& sample(int i, int k) const {
        if constexpr (N % 8 != 0) return base[offset + at<T>(i + k, t)];
        return *reinterpret_cast<float*>(reinterpret_cast<char*>(base) + row[k & 7] + (i + (k & ~7)) * 128);
    }
};
template <int T>
class RowOfTile {
  public:
    __device__ RowOfTile(float* tile, int t_, int offset_ = 0) : base(tile), t(t_), offset(offset_) {
#pragma unroll
        for (int k = 0; k < 8; ++k) {
            word[k] = (offset + at<T>(t, 4 * k)) * 4;
            stay(word[k]);
        }
    }
    template <int N>
    __device__ void get(int i, float (&v)[N]) const {
        if constexpr (N == 1) v[0] = base[offset + at<T>(t, i)];
#pragma unroll
        for (int k = 0; k + 3 < N; k += 4) {
            const float4 four = samples<N>(i, k);
            v[k] = four.x, v[k + 1] = four.y, v[k + 2] = four.z, v[k + 3] = four.w;
        }
    }
    template <int N>
    __device__ void put(int i, const float (&v)[N]) const {
        if constexpr (N == 1) base[offset + at<T>(t, i)] = v[0];
#pragma unroll
        for (int k = 0; k + 3 < N; k += 4) samples<N>(i, k) = {v[k], v[k + 1], v[k + 2], v[k + 3]};
    }

  private:
    float* base;
    int t, offset;
    int word[8];  // bytes, in the first box

    // With N = 16, i begins one of the two halves of a box, whose words differ in one bit of the address.
    template <int N>
    __device__ float4& samples(int i, int k) const {
        const int c = N == 16 ? word[k / 4] ^ ((i & 16) << 2) : word[k / 4 & 7] + (k >> 5) * T * 128;
        return *reinterpret_cast<float4*>(reinterpret_cast<char*>(base) + c + (i >> 5) * T * 128);
    }
};

}  // namespace sweep::gpu
