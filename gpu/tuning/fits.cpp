#include "gpu/tuning/fits.h"

#include <algorithm>
#include <cmath>

#include "core/blocks/block_algebra.h"
#include "core/families/halo.h"
#include "core/filter/dispatch.h"
#include "gpu/tuning/halo_tiles.h"
#include "gpu/tuning/stream_fits.h"
#include "gpu/tuning/tuning.h"

namespace sweep::gpu {

double sum_of_magnitudes(const Taps& taps) {
    double sum = 0;
    for (double weight : taps.weights) sum += std::abs(weight);
    return sum;
}

bool forgets_in_tiles(const FilterDesign& filter) {
    return dispatch_order<most_stream_order>(filter.order(), [&]<int R>() {
        const auto forgets = [](const AxisDesign& axis) {
            if (axis.is_identity()) return true;
            const auto of_tile =
                carry_matrices(make_recurrence<double, R, Realisation::delta>(axis.causal),
                               make_recurrence<double, R, Realisation::delta>(axis.anticausal), stream_side);
            return of_tile.tail_A_FP.kept == 0 && of_tile.head_A_RE.kept == 0;
        };
        return forgets(filter.columns) && forgets(filter.rows);
    });
}

bool image_fits(const DesignedProblem& asked, const Limits& limits) {
    const DeviceLimits& device = tuned(limits).limits;
    return stays_on_chip(asked, device) || (stream_fits(asked, device) && forgets_in_tiles(asked.design));
}

bool lines_fit(const DesignedProblem& asked, const Limits& limits) {
    const Shape& shape = asked.problem.shape;
    const int length = asked.design.columns.is_identity() ? shape.width : shape.height;
    return length <= longest_line(tuned(limits).limits);
}

bool products_fit(const DesignedProblem& asked, const DeviceLimits& limits) {
    const Problem& p = asked.problem;
    if (p.input != Sample::u8 || !limits.tensor_cores) return false;
    if (p.filter.derivative_x > 0 || p.filter.derivative_y > 0) return false;  // (gpu/offers.cpp)
    for (const BoundaryKind kind : {p.boundary.kind, p.boundary_of_columns().kind})
        if (kind != BoundaryKind::zero && !is_periodic(kind) && !continues_by_edge(kind)) return false;
    if (!halo_refusal(asked.design, p.passes).empty()) return false;  // its taps would be too many to count
    const HaloTaps taps = halo_taps(asked.design, p.passes);
    // The sums of a filter that amplifies, or of one whose answer is nothing, are beyond float16.
    for (const Taps* line : {&taps.columns, &taps.rows})
        if (const double sum = sum_of_magnitudes(*line);
            reach_of(*line) > most_taps_halo || sum <= 0x1p-8 || sum >= 128)
            return false;
    return true;
}

bool halo_fits(const DesignedProblem& asked, const Limits& limits) {
    const Problem& p = asked.problem;
    const FilterDesign& filter = asked.design;
    if (filter.feeds_forward())  // taps ask for little
        return p.input != Sample::u8 || products_fit(asked, tuned(limits).limits);
    const int halo = halo_of(filter, p.passes), shared = tuned(limits).limits.shared_bytes_per_block;
    return dispatch_order<most_halo_order>(filter.order(), [&]<int R>() {
        return (is_plane_of_floats(p)
                    ? halo_tile<R>(tuning::Halo::Choices<R>(), p, halo, shared)
                    : halo_tile<R>(tuning::HaloOfPixels::Choices<R>(), p, halo, shared)) >= 0;
    });
}

}  // namespace sweep::gpu
