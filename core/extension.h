// Exact boundaries: the states in which the passes start, in closed form, for any realisation.
//
// The boundaries of this file continue a line by constants, c_first before it and c_last behind it
// ([N16] 4.1), or not at all (`none`). In state form the closed form is a fixed point:
//
//   - before the line, F has seen c_first for ever:             P_first = f c_first,  f = steady_F
//   - behind it, F goes on from P_last over c_last for ever, and R comes back from infinity. With
//     P_last = steady_F c_last + D the line splits into a constant, which R turns into steady_R c_last, and
//     what F makes of D, which R turns into H D:
//                                                     E_last = l c_last + H (P_last - f c_last),  l =
//                                                     steady_R
//     where H = sum_{i >= 0} A_R^i B_R C_F A_F^(i+1) is head_A_RB_A_FP of an endless block.
//
// This is [N16] (35) and (44) for states. `none` is f = l = 0, H = 0: kernels need no branch on the boundary.
// H comes from doubling: H_{2n} = H_n + A_R^n H_n A_F^n; it converges because both filters are stable.
#pragma once

#include "core/block_algebra.h"
#include "core/filter_spec.h"

namespace sweep {

template <class S, int R>
struct ConstantExtension {
    Vec<S, R> first;  // f
    Vec<S, R> last;   // l
    Mat<S, R> H;

    template <class T>
    SWEEP_INLINE constexpr Vec<T, R> first_prologue(T c_first) const {
        Vec<T, R> P;
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) P[k] = first[k] * c_first;
        return P;
    }

    // P: the state in which F leaves the last sample of the line.
    template <class T>
    SWEEP_INLINE constexpr Vec<T, R> last_epilogue(T c_last, const Vec<T, R>& P) const {
        Vec<T, R> E, D;
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) {
            E[k] = last[k] * c_last;
            D[k] = P[k] - first[k] * c_last;
        }
        add_product(H, D, E);
        return E;
    }
};

template <class S, int R>
Mat<S, R> multiply(const Mat<S, R>& a, const Mat<S, R>& b) {
    Mat<S, R> c{};
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j)
            for (int k = 0; k < R; ++k) c[i][j] += a[i][k] * b[k][j];
    return c;
}

template <int R, Realisation K>
ConstantExtension<double, R> constant_extension(const Recurrence<double, R, K>& F,
                                                const Recurrence<double, R, K>& Rv, BoundaryKind boundary) {
    ConstantExtension<double, R> e{};
    if (boundary == BoundaryKind::none) return e;
    e.first = F.steady();
    e.last = Rv.steady();
    const CarryMatrices<double, R> one = carry_matrices(F, Rv, 1);
    Mat<double, R> AF = one.tail_A_FP_minus_I, AR = one.head_A_RE_minus_I;
    for (int k = 0; k < R; ++k) {
        AF[k][k] += 1;
        AR[k][k] += 1;
    }
    e.H = one.head_A_RB_A_FP;
    for (int doubling = 0; doubling < 48; ++doubling) {
        const Mat<double, R> more = multiply(multiply(AR, e.H), AF);
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < R; ++j) e.H[i][j] += more[i][j];
        AF = multiply(AF, AF);
        AR = multiply(AR, AR);
    }
    return e;
}

template <class S, int R>
ConstantExtension<S, R> round_to(const ConstantExtension<double, R>& e) {
    return {convert<S>(e.first), convert<S>(e.last), convert<S>(e.H)};
}

}  // namespace sweep
