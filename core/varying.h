// Varying coefficients: the first-order pair under the half-sample mirror as an LU factorisation of a finite matrix
// ([N16] section 6, algorithm 5v; Malcolm and Palmer 1974; Nehab and Hoppe 2014).
//
// The pair with pole p solves T z = (1 - p)^2 x, T tridiagonal: 1 + p^2 on the diagonal, -p beside it and, for the line
// goes on as its own mirror image (z_{-1} = z_0, z_n = z_{n-1}), 1 + p^2 - p in the first and in the last row. Gaussian
// elimination leaves the pivots
//
//     q_0 = 1 + p^2 - p,   q_i = 1 + p^2 - p^2 / q_{i-1},   so q_i = (1 + p^(2i+3)) / (1 + p^(2i+1)),
//
// and q_{n-1} less by p. Forward substitution u_i = (1 - p)^2 x_i + (p / q_{i-1}) u_{i-1} makes s_i = q_i - p of a
// constant 1, back substitution z_i = (u_i + p z_{i+1}) / q_i makes 1 of that again. With w = u / s both are steps
// towards what comes in, and keep a constant to the last bit, as the delta form does:
//
//     w_i = w_{i-1} + g_i (x_i - w_{i-1})     g_i = (1 - p)^2 / s_i = (1 - p) (1 + p^(2i+1)) / (1 - p^(2i+2))
//     z_i = z_{i+1} + k_i (w_i - z_{i+1})     k_i = s_i / q_i       = (1 - p) (1 - p^(2i+2)) / (1 + p^(2i+3))
//
// g_0 = 1 and k_{n-1} = 1: no state enters the line, at either end. All others become 1 - p, the coefficient of the
// endless line, to the last bit, where p^(2i+1) no longer counts beside 1. Nothing here loses digits for slow poles.
#pragma once

#include <vector>

#include "core/filter_design.h"

namespace sweep {

class VaryingPair {
  public:
    // Of a pass of order 1, on a line of `length` samples.
    VaryingPair(const PassDesign& pass, int length);
    double g(int i) const;
    double k(int i) const;
    // So many coefficients from the front on differ from the constant 1 - p.
    int varying() const { return varying_; }

  private:
    // 1 + p^exponent, 1 - |p|^exponent: without cancellation near p = 1 and p = -1.
    double one_plus(int exponent) const;
    double one_less(int exponent) const;
    double one_less_p_, log_p_;
    bool negative_;
    int length_, varying_;
};

inline constexpr int varying_block = 32;

// What a block needs to know of the rest of the line, and the rest of the line of the block (core/block_algebra.h),
// r = 1; zeros beyond a short block's end.
struct VaryingBlock {
    float A_F_minus_1, A_R_minus_1;  // tail_A_FP, head_A_RE less 1
    float head_A_RB_A_FP, unused;
    float g[varying_block], k[varying_block];
    float tail_A_FB[varying_block], head_A_RB_A_FB[varying_block];
    float A_RE[varying_block], A_RB_A_FP[varying_block];  // what comes out of E and P, sample by sample
};

// The blocks of a line: those with varying coefficients, one that serves all with constant ones, and the last block.
std::vector<VaryingBlock> varying_blocks(const PassDesign& pass, int length);

}  // namespace sweep
