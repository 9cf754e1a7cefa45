// The filters of algorithm 7 in kernels that ask for the form when they run: direct feedback, alternating sections, feedforward and
// sections side by side; and of orders that few use, the usual form too. All threads take the same way: it costs a jump, and
// saves a kernel for each form.
#pragma once

#include "gpu/thread_filter.cuh"

namespace sweep::gpu {

// Whether the usual form, delta without alternating sections, has kernels of its own.
template <int R>
inline constexpr bool has_usual_kernels = R <= 5;

// One pass.
template <int R>
struct AnyForm {
    static constexpr int order = R;
    static constexpr bool has_direct = R <= max_direct_order;
    enum class Form { usual, alternating, direct, pole_zero, parallel };

    Form form;
    union {
        ThreadFilter<R, ThreadForm::delta> usual;
        Recurrence<float, R, Realisation::delta> alternating;
        Recurrence<float, has_direct ? R : 1, Realisation::direct> direct;
        Recurrence<float, R, Realisation::pole_zero> pole_zero;
        Recurrence<float, R, Realisation::parallel> parallel;
    };
};

template <int R>
AnyForm<R> any_form(const ThreadFilter<R, ThreadForm::delta>& filter) {
    AnyForm<R> any{};
    any.form = AnyForm<R>::Form::usual, any.usual = filter;
    return any;
}
template <int R, Realisation K>
AnyForm<R> any_form(const Recurrence<float, R, K>& filter) {
    using Form = typename AnyForm<R>::Form;
    AnyForm<R> any{};
    if constexpr (K == Realisation::delta)
        any.form = Form::alternating, any.alternating = filter;
    else if constexpr (K == Realisation::direct)
        any.form = Form::direct, any.direct = filter;
    else if constexpr (K == Realisation::pole_zero)
        any.form = Form::pole_zero, any.pole_zero = filter;
    else
        any.form = Form::parallel, any.parallel = filter;
    return any;
}

// act(F, Rv) of two passes as what they are; both have the same form.
template <class Filter, class Act>
__device__ inline void with_form(const Filter& F, const Filter& Rv, Act act) {
    act(F, Rv);
}
template <int R, class Act>
__device__ inline void with_form(const AnyForm<R>& F, const AnyForm<R>& Rv, Act act) {
    using Form = typename AnyForm<R>::Form;
    if constexpr (!has_usual_kernels<R>)
        if (F.form == Form::usual) return act(F.usual, Rv.usual);
    if constexpr (R > 1)
        if (F.form == Form::alternating) return act(F.alternating, Rv.alternating);
    if constexpr (AnyForm<R>::has_direct)
        if (F.form == Form::direct) return act(F.direct, Rv.direct);
    if (F.form == Form::pole_zero)
        act(F.pole_zero, Rv.pole_zero);
    else
        act(F.parallel, Rv.parallel);
}

}  // namespace sweep::gpu
