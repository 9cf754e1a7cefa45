// The carries of algorithm 7 in device memory. Step 7.1 leaves the perimeters of each block there, and steps
// 7.2 and 7.3 replace them by the carries that enter each block.
//
//   column carries   [channel][m][x / T][2 r][x % T]   column x of block row m: r numbers P, then r numbers E
//                    columns from N T on are the row dots: N T + n 2 r + j is functional j of block n
//   row carries      [channel][m][n][2 r][i]           row i of block (m, n): r numbers P, then r numbers E
#pragma once

#include "gpu/image/tile.cuh"

namespace sweep::gpu {

// The side of the blocks: T, known when a kernel is compiled, or for any_block its argument.
inline constexpr int any_block = 0;
template <int T>
struct BlockSide {
    static constexpr int side = T;
    __host__ __device__ BlockSide(int) {}
};
template <>
struct BlockSide<any_block> {
    int side;
    __host__ __device__ BlockSide(int told) : side(told) {}
};

template <int R, int T>
struct CarryLayout : BlockSide<T> {
    static constexpr int K = 2 * R;  // functionals a line and block
    using BlockSide<T>::side;
    int M, N, groups;  // groups of `side` columns each, those of the row dots included

    __host__ __device__ CarryLayout(const Tiling& p, int told = T)
        : BlockSide<T>(told), M(p.M), N(p.N), groups(p.N + (K * p.N + side - 1) / side) {}

    __host__ __device__ int columns() const { return N * side + K * N; }
    __host__ __device__ std::size_t column_size(int channels) const {
        return std::size_t(channels) * M * groups * K * side;
    }
    __host__ __device__ std::size_t row_size(int channels) const {
        return std::size_t(channels) * M * N * K * side;
    }
    // The index of functional k of column x; the next block row is `column_step()` further.
    __host__ __device__ std::size_t column(int channel, int m, int x, int k) const {
        return std::size_t((channel * M + m) * groups + x / side) * (K * side) + (k * side + x % side);
    }
    __host__ __device__ std::size_t column_step() const { return std::size_t(groups) * K * side; }
    __host__ __device__ std::size_t row(int channel, int m, int n, int k) const {
        return std::size_t((channel * M + m) * N + n) * (K * side) + k * side;
    }
};

// The weights of one line for multiply-adds are [T][weight_stride], the functionals innermost.
template <int R>
inline constexpr int weight_stride = (2 * R + 3) / 4 * 4;

}  // namespace sweep::gpu
