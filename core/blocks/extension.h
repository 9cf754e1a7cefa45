// Exact boundaries: the states with which the passes enter a line, in closed form, for any realisation.
//
// F is the causal filter, s' = A_F s + B_F x, y = C_F s', and R the anticausal one. F enters a line of n
// samples with the state P_first and leaves it with P_last; R enters it from behind with E_last. From a zero
// state F would leave the line with s. Two matrices describe the rest of the line's extension:
//
//   H = sum_{i >= 0} A_R^i B_R C_F A_F^(i+1)
//       The state that R brings back when F leaves a state behind, over a tail of zeros: head_A_RB_A_FP of an
//       endless block. By doubling: H_2n = H_n + A_R^n H_n A_F^n.
//   T = sum_{k >= 0} h_F(k) A_F^k,  T^-1 = B(A)^-1 prod_i (I - p_i A) / (1 - p_i)  over the poles p_i
//       For a symmetric pair. At the front of an endless input R's state is T S, where S = sum_j A^j B x_j is
//       F's state if F ran over that input backwards: sample x_j adds A^j m to R's state, with m = sum_k A^k
//       B h_F(k) = T B, and T, which is F's transfer function at z^-1 = A, commutes with A. The eigenvalues
//       of T^-1 stay near 1 however slow the filter is. Those of B(A), the feedforward at A, are B at z^-1 =
//       p_i: T has an inverse where no zero is the reciprocal of a pole.
//
// The boundaries:
//
//   none        every pass starts from zero ([N11])
//   constants   c_first before the line and c_last behind it (zero, constant:V, clamp; [N16] (35), (44)):
//                   P_first = steady_F c_first
//                   E_last  = steady_R (F's response to 1) c_last + H (P_last - steady_F c_last)
//               F has run over c_first for ever. Behind the line it runs over c_last from steady_F c_last
//               plus a difference, which decays; R makes steady_R c_last of the one and H times the other.
//   repeat      the states return after n samples ([N16] (49), (51)):
//                   P_first = (I - A_F^n)^-1 s
//                   E_last  = (I - A_R^n)^-1 E_0
//               where R leaves the line's front with E_0 when it enters from behind with zero.
//   mirror      half-sample, of a symmetric pair; the period is 2 n samples, x and then x reversed:
//                   P_first = (I - A^2n)^-1 (A^n s + T^-1 E_0^z)
//                   E_last  = (H + T) P_last
//               Over one period F goes from P_first through A^n P_first + s to A^n (A^n P_first + s) + S,
//               which is P_first again; S comes from E_0^z = T S, the epilogue at the front of the line
//               continued by zeros. Behind the line its own samples follow backwards, whose S is P_last.
//               [N16] (67) and (72) reach the same through matrices that are badly conditioned for slow
//               filters. why_not() refuses the mirror of a pair that is not symmetric, whose S is no function
//               of E_0, and of one whose T has no inverse, or one that costs digits (least_mirrored()).
//
//   reflect101  whole-sample, of such a pair, too; the period is 2 n - 2 samples. The line turns on its first and last
//               sample, which s and S count once more than the extension does:
//                   P_first = (I - A^(2n-2))^-1 (A^(n-2) (s - B x_(n-1)) + A^-1 (T^-1 E_0^z - B x_0))
//                   E_last  = H P_last + T A^-1 (P_last - B x_(n-1))
//               A^-1 takes back a sample. A pole p near 0 makes of it numbers as large as 1 / p^2, which the next
//               sample makes small again; why_not() refuses the poles for which they overflow. A line of one sample
//               continues as a constant.
//
// In the realisation parallel F passes nothing to R, and all is simpler: H = 0, E_last = steady_R c_last, and
// S is R's own state, which ends as E_0. With the same poles both ways mirror is then exact with any
// feedforward: P_first = (I - A^2n)^-1 (A^n s + E_0), E_last = P_last. So is reflect101, with T = I and E_0 for E_0^z.
//
// To an engine all of these are data; boundaries differ only in whether the states are known before or after
// a first scan.
#pragma once

#include "core/blocks/block_algebra.h"
#include "core/design/design.h"
#include "core/filter/spec.h"

namespace sweep {

// When the first states of a line are known: before any scan (once), or after a scan from zero.
enum class ScanOrder { once, repeat, mirror };

constexpr ScanOrder scan_order(BoundaryKind boundary) {
    if (wraps_around(boundary)) return ScanOrder::repeat;
    return runs_back(boundary) ? ScanOrder::mirror : ScanOrder::once;
}

template <class S, int R>
struct Extension {
    Vec<S, R> first, last;           // constants: the steady states of F, and of R behind F
    Mat<S, R> H;                     // constants: H; mirror: H + T; reflect101: H + T A^-1
    Mat<S, R> H_zeros;               // mirror, reflect101: H, for E_0^z
    Mat<S, R> from_tail, from_head;  // periods: P_first = from_tail s + from_head E_0^z ..
    Vec<S, R> of_first, of_last;     // reflect101: .. + of_first x_0 + of_last x_(n-1)
    Mat<S, R> wrap;                  // repeat: E_last = wrap E_0

    // P_first under ScanOrder::once; c_first continues the line before its front.
    template <class T>
    SWEEP_INLINE constexpr Vec<T, R> first_prologue(T c_first) const {
        Vec<T, R> P;
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) P[k] = first[k] * c_first;
        return P;
    }
    // P_first under ScanOrder::repeat and mirror, but reflect101.
    template <class T>
    SWEEP_INLINE constexpr Vec<T, R> first_prologue(const Vec<T, R>& s, const Vec<T, R>& E_0) const {
        Vec<T, R> P{};
        add_product(from_tail, s, P);
        add_product(from_head, E_0, P);
        return P;
    }
    // P_first under ScanOrder::repeat and mirror; x_first and x_last are the line's first and last sample under
    // reflect101, and anything under the others.
    template <class T>
    SWEEP_INLINE constexpr Vec<T, R> first_prologue(const Vec<T, R>& s, const Vec<T, R>& E_0, T x_first,
                                                    T x_last) const {
        Vec<T, R> P = first_prologue(s, E_0);
        SWEEP_UNROLL
        for (int k = 0; k < R; ++k) P[k] += of_first[k] * x_first + of_last[k] * x_last;
        return P;
    }
    // E_last under ScanOrder::once and mirror; F leaves the line with P, and c_last continues it. Under reflect101 it
    // is the line's last sample.
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

// H by doubling, which converges because both filters are stable.
template <class W, int R, Realisation K>
Mat<W, R> endless_head(const Recurrence<W, R, K>& F, const Recurrence<W, R, K>& Rv) {
    const CarryMatrices<W, R> one = carry_matrices(F, Rv, 1);
    Mat<W, R> AF = whole(one.tail_A_FP), AR = whole(one.head_A_RE), H = one.head_A_RB_A_FP;
    for (int doubling = 0; doubling < 48; ++doubling) {
        H = add(H, multiply(multiply(AR, H), AF));
        AF = multiply(AF, AF);
        AR = multiply(AR, AR);
    }
    return H;
}

// T^-1 = B(A)^-1 prod (I - p_i A) / (1 - p_i). I - p A is written (I - A) + (1 - p) A, which keeps its digits near
// p = 1; B is a polynomial in I - A.
template <int R>
Mat<double, R> inverse_transfer(const PassDesign& pass, const Mat<double, R>& A_minus_I) {
    const Mat<double, R> I = identity<double, R>(), A = add(I, A_minus_I),
                         I_minus_A = add(Mat<double, R>{}, A_minus_I, -1.0);
    Mat<double, R> product = I;
    for (const std::complex<double>& p : pass.poles) {
        if (p.imag() < 0) continue;  // taken together with its conjugate
        const std::complex<double> q = 1.0 - p;
        if (p.imag() == 0) {
            product = multiply(product, add(A, I_minus_A, 1 / q.real()));
        } else {  // ((I - A) + q A)((I - A) + q* A) / |q|^2
            const Mat<double, R> square =
                add(multiply(I_minus_A, I_minus_A), multiply(I_minus_A, A), 2 * q.real());
            product = multiply(product, add(multiply(A, A), square, 1 / std::norm(q)));
        }
    }
    if (!pass.feeds_forward()) return product;
    Mat<double, R> B = add(Mat<double, R>{}, I, pass.numerator.back());
    for (const std::complex<double>& zero : pass.zeros) {
        if (zero.imag() < 0) continue;
        Mat<double, R> factor = add(I_minus_A, I, -zero.real());
        if (zero.imag() != 0) factor = add(multiply(factor, factor), I, zero.imag() * zero.imag());
        B = multiply(B, factor);
    }
    return multiply(product, inverse(B));
}

// The closed forms under reflect101, for lines of two samples or more.
template <int R, Realisation K>
Extension<double, R> whole_sample_extension(const AxisDesign& filter, const Recurrence<double, R, K>& F,
                                            const Recurrence<double, R, K>& Rv, long long n) {
    Extension<double, R> e{};
    if (filter.is_identity()) return e;
    const CarryMatrices<double, R> one = carry_matrices(F, Rv, 1);
    const Mat<double, R> I = identity<double, R>(), A = whole(one.tail_A_FP), A_inverse = inverse(A);
    Mat<double, R> T = I, T_inverse = I;
    if (K != Realisation::parallel) {
        T_inverse = inverse_transfer(filter.causal, less_identity(one.tail_A_FP));
        T = inverse(T_inverse);
        e.H_zeros = endless_head(F, Rv);
    }
    const Mat<double, R> around = inverse(add(I, power(A, 2 * n - 2), -1.0)),
                         taken_back = multiply(T, A_inverse);
    e.from_tail = multiply(around, power(A, n - 2));
    e.from_head = multiply(around, multiply(A_inverse, T_inverse));
    e.H = add(e.H_zeros, taken_back);
    Vec<double, R> B{};
    F.step(B, 1.0);
    const auto take = [&](const Mat<double, R>& from, Vec<double, R>& to) {
        add_product(from, B, to);
        for (int k = 0; k < R; ++k) to[k] = -to[k];
    };
    take(multiply(around, A_inverse), e.of_first);
    take(e.from_tail, e.of_last);
    take(taken_back, e.last);
    return e;
}

// The closed forms for lines of n samples, of which `filter` is the design, and F and Rv the passes.
template <int R, Realisation K>
Extension<double, R> extension(const AxisDesign& filter, const Recurrence<double, R, K>& F,
                               const Recurrence<double, R, K>& Rv, BoundaryKind boundary, long long n) {
    Extension<double, R> e{};
    if (!is_extended(boundary)) return e;
    if (turns_on_sample(boundary)) {
        if (n > 1) return whole_sample_extension(filter, F, Rv, n);
        e = extension(filter, F, Rv, BoundaryKind::clamp, n);
        e.of_first = e.first;
        return e;
    }
    const CarryMatrices<double, R> one = carry_matrices(F, Rv, 1);
    const Mat<double, R> I = identity<double, R>();
    if (!is_periodic(boundary)) {
        if (K != Realisation::parallel) e.H = endless_head(F, Rv);
        e.first = F.steady();
        e.last = Rv.steady();
        if (K != Realisation::parallel)
            for (int k = 0; k < R; ++k) e.last[k] *= F.response();
    } else if (wraps_around(boundary)) {
        e.from_tail = inverse(add(I, power(whole(one.tail_A_FP), n), -1.0));
        e.wrap = inverse(add(I, power(whole(one.head_A_RE), n), -1.0));
    } else {
        const Mat<double, R> A_n = power(whole(one.tail_A_FP), n);
        const Mat<double, R> around = inverse(add(I, multiply(A_n, A_n), -1.0));
        e.from_tail = multiply(around, A_n);
        if (K == Realisation::parallel) {
            e.from_head = around;
            e.H = I;
            return e;
        }
        const Mat<double, R> T_inverse = inverse_transfer(filter.causal, less_identity(one.tail_A_FP));
        e.H_zeros = endless_head(F, Rv);
        e.H = add(e.H_zeros, inverse(T_inverse));
        e.from_head = multiply(around, T_inverse);
    }
    return e;
}

template <class S, int R>
Extension<S, R> round_to(const Extension<double, R>& e) {
    return {convert<S>(e.first),    convert<S>(e.last),      convert<S>(e.H),
            convert<S>(e.H_zeros),  convert<S>(e.from_tail), convert<S>(e.from_head),
            convert<S>(e.of_first), convert<S>(e.of_last),   convert<S>(e.wrap)};
}

}  // namespace sweep
