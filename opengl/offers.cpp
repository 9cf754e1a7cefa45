#include "opengl/offers.h"

#include <algorithm>
#include <array>

#include "core/families/row_refusals.h"
#include "opengl/halo/reach.h"

namespace sweep::opengl {
namespace {

std::string overlapped_refusal(const DesignedProblem& asked) {
    const Problem& p = asked.problem;
    if (p.input == Sample::f64) return subject_of(p) + " reads no float64 on the opengl engine";
    if (p.method.realisation == Realisation::direct)
        return subject_of(p) + " has no direct feedback on the opengl engine";
    return "";
}

// The samples that the taps of a filter with a short response reach, which is what the algorithm goes by here,
// whatever the filter.
int reach_of_halo(const DesignedProblem& asked) {
    const HaloTaps taps = halo_taps(asked.design, asked.problem.passes);
    return std::max(reach_in_fours(taps.columns), reach_in_fours(taps.rows));
}

std::string halo_refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    if (std::string reason = overlapped_refusal(asked); !reason.empty()) return reason;
    if (std::string reason = sweep::halo_refusal(filter, p.passes); !reason.empty()) return reason;
    if (reach_of_halo(asked) <= most_reach) return "";
    return subject_of(p) + " reaches " + std::to_string(most_reach) + " samples on the opengl engine";
}

// Tables of floats, of bytes as whole numbers, and of floats as whole numbers; boxes from whole numbers.
std::string table_refusal(const DesignedProblem& asked) {
    const Problem& p = asked.problem;
    const std::string here = " on the opengl engine";
    if (p.input == Sample::f64) return subject_of(p) + " reads no float64" + here;
    if (p.method.precision == Precision::f32_less_mean) return subject_of(p) + " takes no mean off" + here;
    if (p.method.memory == Memory::texture) return subject_of(p) + " keeps tables in buffers" + here;
    if (p.filter.kind == FilterKind::box)
        return table_sample(p) == Sample::u32 ? ""
                                              : subject_of(p) + " makes boxes from tables of uint32" + here;
    if (p.input == Sample::u8 && (table_sample(p) != Sample::u32 || quantisation(p).scale != 0))
        return subject_of(p) + " adds up bytes as they are, in uint32," + here;
    return table_sample(p) == Sample::f64 ? subject_of(p) + " adds up no float64" + here : "";
}

constexpr std::array all{Offer{Algorithm::alg7, max_order, overlapped_refusal},
                         Offer{Algorithm::halo, max_order, halo_refusal},
                         Offer{Algorithm::sat, 1, table_refusal}};

// Whether `halo` is faster than 7: it is one dispatch in place of five, but what it reads and adds up grows with its
// reach (bench/results/2026-11-29-h200-opengl-halo.md).
bool halo_pays(const DesignedProblem& asked) {
    constexpr std::size_t most = std::size_t(1) << 28;
    return asked.problem.method.block == 0 &&
           sweep::halo_refusal(asked.design, asked.problem.passes).empty() &&  // then its taps are few
           asked.problem.shape.samples() * std::size_t(reach_of_halo(asked)) <= most;
}

constexpr std::array preferences{Preference{Algorithm::halo, halo_pays}, Preference{Algorithm::alg7}};

}  // namespace

constinit const EngineOffers offers{.engine = EngineKind::opengl,
                                    .has_textures = true,
                                    .has_half_results = true,
                                    .offers = all,
                                    .preferences = preferences};

}  // namespace sweep::opengl
