#include "core/methods/signal.h"

#include <algorithm>
#include <limits>

#include "core/blocks/extension.h"
#include "core/filter/dispatch.h"

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
    if (signal.short_passes == 0 || continued) return 1;  // a sample that continues as itself is a constant
    const FilterDesign filter = design(p.filter);
    const AxisDesign& axis = signal.along_rows ? filter.columns : filter.rows;
    if (axis.is_identity()) return 1;
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

Carries signal_carries(const Problem& p, int block,
                       const std::function<double(int channel, int m, int k)>& relative,
                       const std::array<std::vector<double>, 4>& of_ones, const std::vector<double>& datum) {
    const Signal signal = signal_of(p);
    const int r = int(of_ones[0].size()), blocks = (signal.length + block - 1) / block;
    const double factor = signal.along_rows ? factor_across(p) : 1;
    Carries all{block, r, p.shape, {}, {}};
    all.allocate(signal.passes > 0 && !signal.along_rows, signal.passes > 0 && signal.along_rows);
    for (int c = 0; c < p.shape.channels && signal.passes > 0; ++c)
        for (int k = 0; k < 2 * r; ++k) {
            const bool anticausal = k >= r, kept = anticausal
                                                       ? signal.passes == 2
                                                       : signal.passes == 1 || p.algorithm == Algorithm::alg3;
            const std::size_t pass = (signal.along_rows ? 2 : 0) + (anticausal ? 1 : 0);
            const double level = of_ones[pass][std::size_t(k % r)] * datum[std::size_t(c)];
            for (int m = 0; m < blocks; ++m)
                (signal.along_rows ? all.row(c, m, 0, k) : all.column(c, m, 0, k)) =
                    kept ? factor * relative(c, m, k) + level : std::numeric_limits<double>::quiet_NaN();
        }
    return all;
}

}  // namespace sweep
