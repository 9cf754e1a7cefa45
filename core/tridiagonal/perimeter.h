// A tridiagonal system in blocks: what the perimeters of [N11] become (a method of partition, after Wang 1981).
//
// A line is cut into blocks of b rows, two or more. Of a block the rows inside are eliminated; two are left, which
// know the first and the last number of the block and one number of each neighbour:
//
//     A_F x_(-1) + B_F x_0     + C_F x_(b-1) = D_F
//     A_L x_0    + B_L x_(b-1) + C_L x_b     = D_L
//
// The perimeters of all blocks are again a tridiagonal system, x_0 and x_(b-1) of one block after the other, of 2
// rows a block and as dominant as the one that it is of (a Schur complement). Its solution says what enters each
// block: x_(-1) from before, as a state P does, and x_b from behind, as an E. With these every block is solved alone.
// So each number is read twice, and written once.
#pragma once

#include <cmath>
#include <span>

#include "core/base/host_device.h"

namespace sweep {

// The two rows as they become of the rows of a block, from the first to the last. T is a number, or a pack of numbers.
template <class T>
struct BlockElimination {
    T A_F, B_F, C_F, D_F, A_L, B_L, C_L, D_L;

    SWEEP_HD void add_first(T a, T b, T c, T d) { A_F = a, B_F = b, C_F = c, D_F = d; }
    SWEEP_HD void add_second(T a, T b, T c, T d) { A_L = a, B_L = b, C_L = c, D_L = d; }
    SWEEP_HD void add(T a, T b, T c, T d) {
        const T to_first = C_F / B_L, to_next = a / B_L;
        B_F -= to_first * A_L, C_F = -to_first * C_L, D_F -= to_first * D_L;
        A_L = -to_next * A_L, B_L = b - to_next * C_L, C_L = c, D_L = d - to_next * D_L;
    }
};

// The two rows with B_F = B_L = 1, and what they had before, relative to b of the same row of the block.
struct BlockPerimeter {
    double a_first, c_first, d_first, kept_first, a_last, c_last, d_last, kept_last;
};

// Solves the system of the perimeters of a line's blocks: d_first and d_last become the first and the last number of
// each block. Returns false where a pivot is not above `least`, relative to b of its row. a_first of the first and
// c_last of the last block are 0.
inline bool solve_perimeters(std::span<BlockPerimeter> blocks, double least) {
    bool has_pivots = true;
    double c = 0, d = 0;
    const auto down = [&](double a, double& c_row, double& d_row, double kept) {
        const double pivot = 1 - a * c;
        has_pivots = has_pivots && std::abs(pivot * kept) > least;
        c = c_row /= pivot;
        d = d_row = (d_row - a * d) / pivot;
    };
    for (BlockPerimeter& block : blocks) {
        down(block.a_first, block.c_first, block.d_first, block.kept_first);
        down(block.a_last, block.c_last, block.d_last, block.kept_last);
    }
    double x = 0;
    for (std::size_t m = blocks.size(); m-- > 0;) {
        x = blocks[m].d_last -= blocks[m].c_last * x;
        x = blocks[m].d_first -= blocks[m].c_first * x;
    }
    return has_pivots;
}

}  // namespace sweep
