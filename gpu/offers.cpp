#include "gpu/offers.h"

#include <array>

#include "core/families/halo.h"
#include "core/families/row_refusals.h"
#include "core/problem/box_filter.h"
#include "gpu/plan/orders.h"
#include "gpu/tuning/costs.h"
#include "gpu/tuning/fits.h"

namespace sweep::gpu {
namespace {

// Step 7.2 counts the carries of eight block rows in int (gpu/overlapped/columns.cuh): 2 r numbers for each column, and
// for each of the 2 r row dots of a block of 32.
std::string blocks_refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    const std::int64_t numbers = 2 * filter.order(),
                       most = (std::int64_t(1) << 31) * 32 / (8 * numbers * (32 + numbers)) - 64;
    if (p.shape.height <= 32 || p.shape.width <= most) return "";
    return subject_of(p) + " has rows of up to " + std::to_string(most) + " pixels at order " +
           std::to_string(filter.order()) + " on the cuda engine, not " + std::to_string(p.shape.width);
}

std::string wide_sums_refusal(const DesignedProblem& asked) {
    if (table_sample(asked.problem) != Sample::f64) return "";
    return subject_of(asked.problem) + " adds up numbers of 32 bits on the cuda engine, not float64";
}

// Its sums hold no sample more than once.
std::string box_lines_refusal(const DesignedProblem& asked) {
    const BoxFilter box = box_filter(asked.problem);
    for (const BoxLine& line : {box.across, box.down})
        if (is_periodic(line.boundary) && line.extent.size() > line_period(line.boundary, line.n))
            return subject_of(asked.problem) + " has boxes of up to a period of the image on the cuda engine";
    if (asked.problem.input == Sample::f64)
        return subject_of(asked.problem) + " reads no float64 on the cuda engine";
    return "";
}

// Filters with zeros: of one channel of floats (gpu/halo/taps.cuh) and of bytes (gpu/halo/products.cuh).
std::string halo_refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    if (!filter.feeds_forward()) return "";
    const std::string filters = subject_of(p) + " filters with zeros ", here = " on the cuda engine";
    if (p.passes < all_passes) return filters + "in all four passes together" + here;
    if (p.input != Sample::u8 &&
        (p.shape.channels != 1 || p.input != Sample::f32 || p.method.memory != Memory::linear))
        return filters + "bytes, and one channel of float32 in linear memory" + here;
    // Where a derivative all but cancels, two float16 are too few digits of a weight.
    if (p.input == Sample::u8 && (p.filter.derivative_x > 0 || p.filter.derivative_y > 0))
        return filters + "no derivatives of bytes" + here;
    for (const BoundaryKind kind : {p.boundary.kind, p.boundary_of_columns().kind})
        if (!is_periodic(kind) && !continues_by_edge(kind))
            return filters + "under the boundaries clamp, mirror and repeat" + here;
    return "";
}

constexpr std::array all{
    Offer{Algorithm::alg2, most_published_order},
    Offer{Algorithm::alg4, most_published_order},
    Offer{Algorithm::alg5, most_published_order},
    Offer{Algorithm::alg6, most_published_order},
    Offer{Algorithm::alg6b, most_published_order},
    Offer{Algorithm::alg5v, 1},
    Offer{Algorithm::rt, most_published_order},
    Offer{Algorithm::rt64, max_cascade_order},
    Offer{Algorithm::alg1, most_published_order},
    Offer{Algorithm::alg3, most_published_order},
    Offer{Algorithm::alg7, max_order, blocks_refusal},
    Offer{Algorithm::parallel, max_order, blocks_refusal},
    Offer{Algorithm::alg8, most_resident_order, nullptr, image_fits},
    Offer{Algorithm::alg8a, most_chip_line_order, nullptr, lines_fit},
    Offer{Algorithm::halo, max_order, halo_refusal, halo_fits},
    Offer{Algorithm::cascade, max_cascade_order},
    Offer{Algorithm::convolution, max_cascade_order},
    Offer{Algorithm::fft, max_cascade_order},
    Offer{Algorithm::box_lines, 1, box_lines_refusal},
    Offer{Algorithm::sat, 1},
    Offer{Algorithm::sat_one_pass, 1, wide_sums_refusal},
    Offer{Algorithm::sat_doubling, 1, wide_sums_refusal},
    Offer{Algorithm::sat_multiwave, 1, wide_sums_refusal},
    Offer{Algorithm::sat_multiwave_fused, 1, wide_sums_refusal},
    Offer{Algorithm::sat_transpose, 1, wide_sums_refusal},
    Offer{Algorithm::sat_ha, 1, wide_sums_refusal},
};

// Where 7 has no closed form or loses digits, the next algorithm that is exact takes its place.
constexpr std::array preferences{Preference{Algorithm::alg7}, Preference{Algorithm::alg4},
                                 Preference{Algorithm::parallel}};

// (gpu/tuning/costs.cpp)
constexpr std::array alternatives{
    Alternative{Algorithm::alg7, Algorithm::alg8a, lines_cost_less},
    Alternative{Algorithm::alg7, Algorithm::alg8, streams_cost_less},
    Alternative{Algorithm::alg7, Algorithm::halo, halo_costs_less},
    Alternative{Algorithm::alg7, Algorithm::alg8, tiles_cost_less},
    Alternative{Algorithm::sat_one_pass, Algorithm::sat, two_passes_cost_less},
};

}  // namespace

constinit const EngineOffers offers{.engine = EngineKind::cuda,
                                    .has_textures = true,
                                    .has_half_results = true,
                                    .offers = all,
                                    .preferences = preferences,
                                    .alternatives = alternatives};

}  // namespace sweep::gpu
