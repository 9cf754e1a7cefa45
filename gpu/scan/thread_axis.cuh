// F and R of one axis, and their block algebra in the units in which threads keep states (algorithm 8, whose threads
// hand states to each other as they have them).
#pragma once

#include "core/blocks/extension.h"
#include "gpu/scan/zeros_filter.cuh"

namespace sweep::gpu {

// The matrix or state `m`, `s` between states of core/filter/recurrence.h, for states in units `from` and
// `to`.
template <int R>
Mat<double, R> in_units(Mat<double, R> m, const Vec<double, R>& to, const Vec<double, R>& from) {
    for (int i = 0; i < R; ++i)
        for (int j = 0; j < R; ++j) m[i][j] *= from[j] / to[i];
    return m;
}
template <int R>
Vec<double, R> in_units(Vec<double, R> s, const Vec<double, R>& to) {
    for (int k = 0; k < R; ++k) s[k] /= to[k];
    return s;
}
template <int R>
Transition<double, R> in_units(const Transition<double, R>& A, const Vec<double, R>& units) {
    return {in_units(A.rest, units, units), A.kept};
}

// The filter of a pass, a ThreadFilter or a ZerosFilter.
template <class Filter>
Filter make_filter_of_thread(const PassDesign& pass) {
    if constexpr (has_zeros<Filter>)
        return make_zeros_filter<Filter::order>(pass);
    else
        return make_thread_filter<Filter::order>(pass);
}

template <class Filter>
class ThreadAxis {
    static constexpr int R = Filter::order;
    using Pass = Recurrence<double, R, has_zeros<Filter> ? Realisation::pole_zero : Realisation::delta>;

  public:
    explicit ThreadAxis(const AxisDesign& design)
        : design_(design),
          F_(pass_of(design.causal)),
          Rv_(pass_of(design.anticausal)),
          f_(units_of_sections(F_)),
          r_(units_of_sections(Rv_)) {}

    CarryMatrices<double, R> matrices(int length) const {
        const CarryMatrices<double, R> m = carry_matrices(F_, Rv_, length);
        return {in_units(m.tail_A_FP, f_), in_units(m.head_A_RE, r_), in_units(m.head_A_RB_A_FP, r_, f_)};
    }
    Extension<double, R> extended(BoundaryKind boundary, int length) const {
        const Extension<double, R> e = extension(design_, F_, Rv_, boundary, length);
        return {in_units(e.first, f_),       in_units(e.last, r_),          in_units(e.H, r_, f_),
                in_units(e.H_zeros, r_, f_), in_units(e.from_tail, f_, f_), in_units(e.from_head, f_, r_),
                in_units(e.of_first, f_),    in_units(e.of_last, f_),       in_units(e.wrap, r_, r_)};
    }

    // F's transfer function at z^-1 = A_R. Sample x of an endless line adds A_R^j B_R x to the state that R
    // brings from it over j samples, and A_R^j m x where F has run before; m = transfer() B_R, and the two
    // matrices commute (T in core/blocks/extension.h, there of a symmetric pair).
    Mat<double, R> transfer() const {
        const CarryMatrices<double, R> one = carry_matrices(F_, Rv_, 1);
        return in_units(inverse(inverse_transfer(design_.causal, less_identity(one.head_A_RE))), r_, r_);
    }

  private:
    static Pass pass_of(const PassDesign& design) {
        return make_recurrence < double, R,
               has_zeros<Filter> ? Realisation::pole_zero : Realisation::delta > (design);
    }

    const AxisDesign& design_;
    Pass F_, Rv_;
    Vec<double, R> f_, r_;
};

}  // namespace sweep::gpu
