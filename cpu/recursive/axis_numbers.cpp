#include "cpu/recursive/axis_numbers.h"

#include "core/design/parallel_form.h"

namespace sweep::cpu {
namespace {

template <int R, Realisation K>
AxisNumbers<R> numbers(const AxisDesign& filter, const Recurrence<double, R, K>& F,
                       const Recurrence<double, R, K>& Rv, BoundaryKind boundary, long long length, int block,
                       bool with_weights) {
    AxisNumbers<R> n;
    n.blocks = int((length + block - 1) / block);
    const int last = int(length - (n.blocks - 1LL) * block);
    n.block = carry_matrices(F, Rv, block);
    n.last = carry_matrices(F, Rv, last);
    if (with_weights) {
        n.block_weights = block_weights(F, Rv, block);
        n.last_weights = block_weights(F, Rv, last);
    }
    n.extension = extension(filter, F, Rv, boundary, length);
    return n;
}

}  // namespace

template <int R>
AxisNumbers<R> axis_numbers(const AxisDesign& filter, Realisation realisation, BoundaryKind boundary,
                            long long length, int block, bool with_weights) {
    auto in_series = [&]<Realisation K>() {
        return numbers(filter, make_recurrence<double, R, K>(filter.causal),
                       make_recurrence<double, R, K>(filter.anticausal), boundary, length, block,
                       with_weights);
    };
    if constexpr (R <= max_direct_order)
        if (realisation == Realisation::direct) return in_series.template operator()<Realisation::direct>();
    if (realisation == Realisation::pole_zero) return in_series.template operator()<Realisation::pole_zero>();
    if (realisation == Realisation::parallel) {
        const ParallelForm<double, R> form = make_parallel<double, R>(filter);
        return numbers(filter, form.F, form.Rv, boundary, length, block, with_weights);
    }
    return in_series.template operator()<Realisation::delta>();
}

#define SWEEP_FOR_ORDER(R) \
    template AxisNumbers<R> axis_numbers(const AxisDesign&, Realisation, BoundaryKind, long long, int, bool);
SWEEP_FOR_ORDER(1)
SWEEP_FOR_ORDER(2)
SWEEP_FOR_ORDER(3)
SWEEP_FOR_ORDER(4)
SWEEP_FOR_ORDER(5)
SWEEP_FOR_ORDER(6)
SWEEP_FOR_ORDER(7)
SWEEP_FOR_ORDER(8)
#undef SWEEP_FOR_ORDER

}  // namespace sweep::cpu
