// Exact boundaries: the states in which the passes start, in closed form, for any realisation.
//
// F is the causal filter, s' = A_F s + B_F x, y = C_F s', and R the anticausal one. A line of n samples is entered
// by F in the state P_first and left in P_last, and entered by R from behind in E_last. From a zero state F would
// leave it in s. Two matrices tell what lies beyond a line:
//
//   H = sum_{i >= 0} A_R^i B_R C_F A_F^(i+1)
//       What R brings back of a state that F leaves, over a tail of zeros: head_A_RB_A_FP of an endless block.
//       By doubling: H_2n = H_n + A_R^n H_n A_F^n.
//   T = sum_{k >= 0} h_F(k) A_F^k,  T^-1 = prod_i (I - p_i A) / (1 - p_i)  over the poles p_i
//       For a symmetric pair: at the front of an endless input R's state is T S, where S = sum_j A^j B x_j is F's
//       own state if it ran over that input backwards. For R's functional of x_j is A^j m with
//       m = sum_k A^k B h_F(k) = T B, and T, being F's transfer function at z^-1 = A, commutes with A. The
//       eigenvalues of T^-1 stay near 1 however slow the filter is.
//
// The boundaries:
//
//   none        every pass starts from zero ([N11])
//   constants   c_first before the line and c_last behind it (zero, constant:V, clamp; [N16] (35), (44)):
//                   P_first = steady_F c_first
//                   E_last  = steady_R (F's response to 1) c_last + H (P_last - steady_F c_last)
//               F has seen c_first for ever; behind the line it goes on over c_last from steady_F c_last plus a
//               rest, of which R makes steady_R c_last and H times the rest.
//   repeat      states return after n samples ([N16] (49), (51)):
//                   P_first = (I - A_F^n)^-1 s
//                   E_last  = (I - A_R^n)^-1 E_0
//               where E_0 leaves the line's front when zero enters behind it.
//   mirror      half-sample, of a symmetric pair; the period is 2 n samples, x and then x reversed:
//                   P_first = (I - A^2n)^-1 (A^n s + T^-1 E_0^z)
//                   E_last  = (H + T) P_last
//               Over one period F goes from P_first through A^n P_first + s to A^n (A^n P_first + s) + S, which is
//               P_first again. S comes from E_0^z = T S, the epilogue at the front of the line continued by zeros.
//               And behind the line lie the line's own samples backwards, whose S is P_last itself. [N16] (67) and
//               (72) reach the same through matrices that are badly conditioned for slow filters. The mirror of an
//               unsymmetric pair is refused by validate(): its S is no function of E_0; so is that of a pair with
//               feedforward, whose T need not have an inverse.
//
// Side by side (Realisation::parallel) nothing passes from F to R, and all is simpler: H = 0, E_last = steady_R c_last;
// and S is R's own state, which ends as E_0, so that with the same poles both ways mirror is exact whatever is fed
// forward: P_first = (I - A^2n)^-1 (A^n s + E_0), E_last = P_last.
//
// All of these are data to an engine; only whether the states turn up before or after a first scan differs.
#pragma once

#include "core/block_algebra.h"
#include "core/filter_design.h"
#include "core/filter_spec.h"

namespace sweep {

// When a line's first states are known: before anything is scanned, or after a scan from zero.
enum class ScanOrder { once, repeat, mirror };

constexpr ScanOrder scan_order(BoundaryKind boundary) {
    if (boundary == BoundaryKind::repeat) return ScanOrder::repeat;
    return boundary == BoundaryKind::mirror ? ScanOrder::mirror : ScanOrder::once;
}

template <class S, int R>
struct Extension {
    Vec<S, R> first, last;           // steady states of F and R, or zero
    Mat<S, R> H;                     // mirror: H + T
    Mat<S, R> H_zeros;               // mirror: H, for E_0^z
    Mat<S, R> from_tail, from_head;  // P_first = from_tail s + from_head E_0^z (repeat, mirror)
    Mat<S, R> wrap;                  // E_last = wrap E_0 (repeat)

    // ScanOrder::once
    template <class T>
    SWEEP_INLINE constexpr Vec<T, R> first_prologue(T c_first) const {
        Vec<T, R> P;
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) P[k] = first[k] * c_first;
        return P;
    }
    // ScanOrder::repeat and mirror
    template <class T>
    SWEEP_INLINE constexpr Vec<T, R> first_prologue(const Vec<T, R>& s, const Vec<T, R>& E_0) const {
        Vec<T, R> P{};
        add_product(from_tail, s, P);
        add_product(from_head, E_0, P);
        return P;
    }
    // ScanOrder::once and mirror; P: the state in which F leaves the line's last sample.
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

// H of an endless block, by doubling; it converges because both filters are stable.
template <class W, int R, Realisation K>
Mat<W, R> endless_head(const Recurrence<W, R, K>& F, const Recurrence<W, R, K>& Rv) {
    const CarryMatrices<W, R> one = carry_matrices(F, Rv, 1);
    Mat<W, R> AF = add(one.tail_A_FP_minus_I, identity<W, R>()),
              AR = add(one.head_A_RE_minus_I, identity<W, R>()), H = one.head_A_RB_A_FP;
    for (int doubling = 0; doubling < 48; ++doubling) {
        H = add(H, multiply(multiply(AR, H), AF));
        AF = multiply(AF, AF);
        AR = multiply(AR, AR);
    }
    return H;
}

// T^-1 = prod (I - p_i A) / (1 - p_i); I - p A is written (I - A) + (1 - p) A, which keeps its digits near p
// = 1.
template <int R>
Mat<double, R> inverse_transfer(const PassDesign& pass, const Mat<double, R>& A_minus_I) {
    const Mat<double, R> I = identity<double, R>(), A = add(I, A_minus_I),
                         I_minus_A = add(Mat<double, R>{}, A_minus_I, -1.0);
    Mat<double, R> product = I;
    for (const std::complex<double>& p : pass.poles) {
        if (p.imag() < 0) continue;  // with its conjugate
        const std::complex<double> q = 1.0 - p;
        if (p.imag() == 0) {
            product = multiply(product, add(A, I_minus_A, 1 / q.real()));
        } else {  // ((I - A) + q A)((I - A) + q* A) / |q|^2
            const Mat<double, R> square =
                add(multiply(I_minus_A, I_minus_A), multiply(I_minus_A, A), 2 * q.real());
            product = multiply(product, add(multiply(A, A), square, 1 / std::norm(q)));
        }
    }
    return product;
}

// For lines of n samples.
template <int R, Realisation K>
Extension<double, R> extension(const AxisDesign& filter, const Recurrence<double, R, K>& F,
                               const Recurrence<double, R, K>& Rv, BoundaryKind boundary, long long n) {
    Extension<double, R> e{};
    if (boundary == BoundaryKind::none) return e;
    const CarryMatrices<double, R> one = carry_matrices(F, Rv, 1);
    const Mat<double, R> I = identity<double, R>();
    if (scan_order(boundary) == ScanOrder::once) {
        if (K != Realisation::parallel) e.H = endless_head(F, Rv);
        e.first = F.steady();
        e.last = Rv.steady();
        if (K != Realisation::parallel)
            for (int k = 0; k < R; ++k) e.last[k] *= F.response();
    } else if (boundary == BoundaryKind::repeat) {
        e.from_tail = inverse(add(I, power(add(I, one.tail_A_FP_minus_I), n), -1.0));
        e.wrap = inverse(add(I, power(add(I, one.head_A_RE_minus_I), n), -1.0));
    } else {
        const Mat<double, R> A_n = power(add(I, one.tail_A_FP_minus_I), n);
        const Mat<double, R> around = inverse(add(I, multiply(A_n, A_n), -1.0));
        e.from_tail = multiply(around, A_n);
        if (K == Realisation::parallel) {
            e.from_head = around;
            e.H = I;
            return e;
        }
        const Mat<double, R> T_inverse = inverse_transfer(filter.causal, one.tail_A_FP_minus_I);
        e.H_zeros = endless_head(F, Rv);
        e.H = add(e.H_zeros, inverse(T_inverse));
        e.from_head = multiply(around, T_inverse);
    }
    return e;
}

template <class S, int R>
Extension<S, R> round_to(const Extension<double, R>& e) {
    return {convert<S>(e.first),     convert<S>(e.last),      convert<S>(e.H),   convert<S>(e.H_zeros),
            convert<S>(e.from_tail), convert<S>(e.from_head), convert<S>(e.wrap)};
}

}  // namespace sweep
