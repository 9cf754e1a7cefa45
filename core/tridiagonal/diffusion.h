// Heat that flows along a line for a time of 1, in one implicit step: with b_i the conductance between samples i and
// i + 1
//
//     y_i = x_i + b_i (y_(i+1) - y_i) - b_(i-1) (y_i - y_(i-1)),     b_(-1) = b_(n-1) = 0
//
// which is a tridiagonal system (core/tridiagonal/systems.h). Divided by what they keep of a constant, both passes of
// its elimination become means of the input and of the row before,
//
//     s_i = 1 + b_(i-1) e_(i-1),   w_i = x_i + k_i (w_(i-1) - x_i),   k_i = b_(i-1) e_(i-1) / s_i     down
//     e_i = s_i / (s_i + b_i),     y_i = w_i + l_i (y_(i+1) - w_i),   l_i = b_i / (s_i + b_i)         and back up
//
// so that a constant stays what it is to the last bit, nothing leaves the range of x but by rounding, and no
// conductance, however large, costs digits: the coefficients are no difference of large numbers. Where b_i = 0
// nothing passes, in either direction.
#pragma once

namespace sweep {

// The coefficients of a row, from those of the row before. T is a number, or a pack of numbers.
template <class T>
struct DiffusionRow {
    T kept_down, kept_up;  // k_i, l_i
    T share;               // e_i

    // `before`, `behind`: b_(i-1) and b_i; `last`: e_(i-1), anything at the first row.
    DiffusionRow(T before, T behind, T last) {
        const T inflow = before * last, s = inflow + 1;
        kept_down = inflow / s;
        const T all = 1 / (s + behind);
        kept_up = behind * all;
        share = s * all;
    }
};

}  // namespace sweep
