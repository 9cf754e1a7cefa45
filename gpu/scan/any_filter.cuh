// A pass in any realisation, for kernels of algorithm 7 that are told which when they run: direct feedback,
// alternating sections, feedforward (pole-zero) and sections side by side (parallel), and delta in orders
// that few use. All threads take the same way: it costs a jump, and saves kernels.
#pragma once

#include "gpu/scan/thread_filter.cuh"

namespace sweep::gpu {

// True in orders whose delta realisation, without alternating sections, has kernels of its own.
template <int R>
inline constexpr bool has_delta_kernels = R <= 5;

// One pass. `kind` says which member of the union holds it.
template <int R>
struct AnyFilter {
    static constexpr int order = R;
    static constexpr bool has_direct = R <= max_direct_order;
    enum class Kind { delta, alternating, direct, pole_zero, parallel };

    Kind kind;
    float has_level;  // 1 or 0 (gpu/scan/level.cuh)
    union {
        ThreadFilter<R> delta;
        Recurrence<float, R, Realisation::delta> alternating;
        Recurrence<float, has_direct ? R : 1, Realisation::direct> direct;
        Recurrence<float, R, Realisation::pole_zero> pole_zero;
        Recurrence<float, R, Realisation::parallel> parallel;
    };
};

template <int R>
AnyFilter<R> any_filter(const ThreadFilter<R>& filter) {
    AnyFilter<R> any{};
    any.kind = AnyFilter<R>::Kind::delta, any.delta = filter;
    return any;
}
template <int R, Realisation K>
AnyFilter<R> any_filter(const Recurrence<float, R, K>& filter) {
    using Kind = typename AnyFilter<R>::Kind;
    AnyFilter<R> any{};
    if constexpr (K == Realisation::delta)
        any.kind = Kind::alternating, any.alternating = filter;
    else if constexpr (K == Realisation::direct)
        any.kind = Kind::direct, any.direct = filter;
    else if constexpr (K == Realisation::pole_zero)
        any.kind = Kind::pole_zero, any.pole_zero = filter;
    else
        any.kind = Kind::parallel, any.parallel = filter;
    return any;
}

// Calls act(F, Rv) with two passes in their own types; both are of the same kind.
template <class Filter, class Act>
__device__ inline void with_filter(const Filter& F, const Filter& Rv, Act act) {
    act(F, Rv);
}
template <int R, class Act>
__device__ inline void with_filter(const AnyFilter<R>& F, const AnyFilter<R>& Rv, Act act) {
    using Kind = typename AnyFilter<R>::Kind;
    if constexpr (!has_delta_kernels<R>)
        if (F.kind == Kind::delta) return act(F.delta, Rv.delta);
    if constexpr (R > 1)
        if (F.kind == Kind::alternating) return act(F.alternating, Rv.alternating);
    if constexpr (AnyFilter<R>::has_direct)
        if (F.kind == Kind::direct) return act(F.direct, Rv.direct);
    if (F.kind == Kind::pole_zero)
        act(F.pole_zero, Rv.pole_zero);
    else
        act(F.parallel, Rv.parallel);
}

}  // namespace sweep::gpu
