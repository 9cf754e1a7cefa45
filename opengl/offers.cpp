#include "opengl/offers.h"

#include <array>

#include "core/families/row_refusals.h"

namespace sweep::opengl {
namespace {

std::string overlapped_refusal(const DesignedProblem& asked) {
    const Problem& p = asked.problem;
    if (p.input == Sample::f64) return subject_of(p) + " reads no float64 on the opengl engine";
    if (p.method.realisation == Realisation::direct)
        return subject_of(p) + " has no direct feedback on the opengl engine";
    return "";
}

constexpr std::array all{Offer{Algorithm::alg7, max_order, overlapped_refusal}};
constexpr std::array preferences{Preference{Algorithm::alg7}};

}  // namespace

constinit const EngineOffers offers{.engine = EngineKind::opengl,
                                    .has_textures = true,
                                    .has_half_results = true,
                                    .offers = all,
                                    .preferences = preferences};

}  // namespace sweep::opengl
