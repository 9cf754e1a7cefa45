// Varying coefficients: the first-order pair under the half-sample mirror as an LU factorisation of a finite
// matrix ([N16] section 6, algorithm 5v; Malcolm and Palmer 1974; Nehab and Hoppe 2014).
//
// The pair with pole p solves T z = (1 - p)^2 x with a tridiagonal T: 1 + p^2 on the diagonal and -p beside
// it. The line continues as its own mirror image (z_{-1} = z_0, z_n = z_{n-1}), so that the first and the
// last row have 1 + p^2 - p on the diagonal. Gaussian elimination leaves the pivots
//
//     q_0 = 1 + p^2 - p,   q_i = 1 + p^2 - p^2 / q_{i-1},   so q_i = (1 + p^(2i+3)) / (1 + p^(2i+1)),
//
// and q_{n-1} less by p. For a constant x = 1, forward substitution u_i = (1 - p)^2 x_i + (p / q_{i-1})
// u_{i-1} gives s_i = q_i - p, and back substitution z_i = (u_i + p z_{i+1}) / q_i gives 1 again. With w = u
// / s both become steps towards their input, which keep a constant to the last bit, as the realisation delta
// does:
//
//     w_i = w_{i-1} + g_i (x_i - w_{i-1})     g_i = (1 - p)^2 / s_i = (1 - p) (1 + p^(2i+1)) / (1 - p^(2i+2))
//     z_i = z_{i+1} + k_i (w_i - z_{i+1})     k_i = s_i / q_i       = (1 - p) (1 - p^(2i+2)) / (1 + p^(2i+3))
//
// g_0 = 1 and k_{n-1} = 1, so that no state enters the line at either end. As soon as p^(2i+1) is below the
// rounding of 1, both coefficients are 1 - p, that of an endless line, to the last bit. Nothing here loses
// digits for slow poles.
#pragma once

#include <vector>

#include "core/design/design.h"

namespace sweep {

class VaryingPair {
  public:
    // For a pass of order 1 on a line of `length` samples.
    VaryingPair(const PassDesign& pass, int length);
    double g(int i) const;
    double k(int i) const;
    // The number of coefficients, from the front on, that differ from the constant 1 - p.
    int varying() const { return varying_; }

  private:
    // 1 + p^exponent and 1 - |p|^exponent, without cancellation near p = 1 and p = -1.
    double one_plus(int exponent) const;
    double one_less(int exponent) const;
    double one_less_p_, log_p_;
    bool negative_;
    int length_, varying_;
};

inline constexpr int varying_block = 32;

// The matrices of a block of such a line (core/blocks/block_algebra.h), with r = 1. A block that is shorter
// has zeros beyond its end.
struct VaryingBlock {
    // tail_A_FP and head_A_RE less `kept`, which is 1 in a slow filter and 0 in one that forgets within the block
    // (Transition in core/blocks/block_algebra.h).
    float A_F_rest, A_R_rest;
    float head_A_RB_A_FP, kept;
    float g[varying_block], k[varying_block];
    float tail_A_FB[varying_block], head_A_RB_A_FB[varying_block];
    float A_RE[varying_block], A_RB_A_FP[varying_block];  // the outputs of a state E and of a state P
};

// The blocks of a line of `length` samples: those with varying coefficients, one that serves for all blocks
// with constant coefficients, and the last one.
std::vector<VaryingBlock> varying_blocks(const PassDesign& pass, int length);

}  // namespace sweep
