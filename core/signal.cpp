#include "core/signal.h"

#include <algorithm>

#include "core/dispatch.h"
#include "core/extension.h"

namespace sweep {

Signal signal_of(const Problem& p) {
    const int down_and_up = std::min(p.passes, 2), right_and_left = std::max(p.passes - 2, 0);
    if (p.shape.height == 1) return {true, p.shape.width, right_and_left, down_and_up};
    return {false, p.shape.height, down_and_up, right_and_left};
}

double factor_across(const Problem& p) {
    const Signal signal = signal_of(p);
    const BoundaryKind boundary = p.boundary.kind;
    const bool continued = boundary == BoundaryKind::clamp || scan_order(boundary) != ScanOrder::once;
    if (signal.short_passes == 0 || continued) return 1;  // a sample that goes on as it is is a constant
    const FilterDesign filter = design(p.filter);
    const AxisDesign& axis = signal.along_rows ? filter.columns : filter.rows;
    return dispatch_order(axis.order(), [&]<int R>() {
        const auto F = make_recurrence<double, R, Realisation::delta>(axis.causal),
                   Rv = make_recurrence<double, R, Realisation::delta>(axis.anticausal);
        Vec<double, R> P{};
        const double y = F.step(P, 1.0);
        if (signal.short_passes == 1) return y;
        Vec<double, R> E{};
        if (boundary != BoundaryKind::none) E = extension(axis, F, Rv, boundary, 1).last_epilogue(0.0, P);
        return Rv.step(E, y);
    });
}

}  // namespace sweep
