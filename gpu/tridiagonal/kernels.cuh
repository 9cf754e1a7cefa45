// The two reads of tridiagonal systems (core/tridiagonal/perimeter.h, after Wang 1981):
//
//     tridiagonal_perimeters_kernel  of each block, the two rows in which those inside are eliminated
//     tridiagonal_solve_kernel       each block alone, with x_(-1) and x_b of its neighbours: down, c' and d', and
//                                    back up, x
//
// The perimeters of a line are a system of two rows a block, which is solved in the same way. A thread owns a block
// (gpu/tridiagonal/blocks.cuh).
#pragma once

#include <cmath>

#include "core/tridiagonal/perimeter.h"
#include "gpu/tridiagonal/blocks.cuh"

namespace sweep::gpu {

// The system of the perimeters, each packed: [before][2 blocks][after]. Rows are relative to b of the row of the
// systems that were given, and their pivots with them.
struct TridiagonalPerimeters {
    double *lower, *diagonal, *upper, *rhs;
};

template <class T, bool beside>
__global__ __launch_bounds__(TridiagonalBlock<T, beside>::threads) void tridiagonal_perimeters_kernel(
    const __grid_constant__ TridiagonalLines<T> p, const __grid_constant__ TridiagonalPerimeters to,
    bool is_given, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    const TridiagonalBlock<T, beside> block(p, reinterpret_cast<T*>(raw));
    BlockElimination<T> it;
    const TridiagonalRow<T> first = block.row(0), second = block.row(1);
    it.add_first(first.a, first.b, first.c, first.d);
    it.add_second(second.a, second.b, second.c, second.d);
    T last = second.b;
#pragma unroll 6
    for (int i = 2; i < block.rows; ++i) {
        const TridiagonalRow<T> row = block.row(i);
        it.add(row.a, row.b, row.c, row.d);
        last = row.b;
    }
    if (block.count == 0) return;
    const auto put = [&](std::int64_t row, T b, T A, T B, T C, T D) {
        const std::int64_t at = (block.before * 2 * p.blocks + row) * p.after + block.after;
        const double scale = is_given ? 1 / double(b) : 1;
        to.lower[at] = A * scale, to.diagonal[at] = B * scale, to.upper[at] = C * scale,
        to.rhs[at] = D * scale;
    };
    put(2 * block.block, first.b, it.A_F, it.B_F, it.C_F, it.D_F);
    put(2 * block.block + 1, last, it.A_L, it.B_L, it.C_L, it.D_L);
}

// What must be of each row, |b| (1 + slack) >= |a| + |c|, and of its pivot, > least |b| + least_of_all.
template <class T>
struct TridiagonalBounds {
    T slack, least, least_of_all;
    int* is_broken;  // becomes 1 where it is not
};

// `perimeters`: the solution of their system, null where each line is one block.
template <class T, bool beside>
__global__ __launch_bounds__(TridiagonalBlock<T, beside>::threads) void tridiagonal_solve_kernel(
    const __grid_constant__ TridiagonalLines<T> p, const double* perimeters,
    const __grid_constant__ TridiagonalBounds<T> bounds, T* out, const __grid_constant__ TraceLog trace_log) {
    const BlockTrace trace(trace_log);
    extern __shared__ __align__(16) unsigned char raw[];
    const TridiagonalBlock<T, beside> block(p, reinterpret_cast<T*>(raw));
    constexpr int rows = tridiagonal_rows<T>;
    const auto entering = [&](std::int64_t row) {
        const bool is_there = perimeters && block.count > 0 && row >= 0 && row < 2 * p.blocks;
        return is_there ? T(perimeters[(block.before * 2 * p.blocks + row) * p.after + block.after]) : T(0);
    };
    T c_before = 0, d_before = entering(2 * block.block - 1), x = entering(2 * block.block + 2);
    T upper[rows], side[rows];
    bool is_good = true;
#pragma unroll
    for (int i = 0; i < rows; ++i) {
        const auto [a, b, c, d] = block.row(i);
        const T pivot = b - a * c_before, q = T(1) / pivot, size = std::abs(b);
        is_good = is_good && size * (1 + bounds.slack) >= std::abs(a) + std::abs(c) &&
                  std::abs(pivot) > bounds.least * size + bounds.least_of_all;
        upper[i] = c_before = q * c;
        side[i] = d_before = q * (d - a * d_before);
    }
    if (!is_good) *bounds.is_broken = 1;
#pragma unroll
    for (int i = rows - 1; i >= 0; --i) side[i] = x = side[i] - upper[i] * x;
    block.store(side, out);
}

}  // namespace sweep::gpu
