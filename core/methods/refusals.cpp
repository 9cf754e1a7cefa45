// What each engine can solve, what is refused, and which algorithm is the fastest.
#include "core/base/error.h"
#include "core/filter/design.h"
#include "core/methods/offers.h"
#include "core/methods/row_refusals.h"

namespace sweep {
namespace {

std::string_view name_of(EngineKind engine) {
    return engine == EngineKind::reference ? "reference" : offers_of(engine).name;
}

// What of the problem the engine does not have whatever the algorithm, in words; empty: it has all.
std::string_view missing(const Problem& p, EngineKind engine) {
    const EngineOffers& has = offers_of(engine);
    if (p.memory == Memory::texture && !has.has_textures) return "textures";
    return p.half_result && !has.has_half_results ? "results in float16" : "";
}

// The names of the engine's other algorithms for the problem.
std::string alternatives(const Problem& p, EngineKind engine) {
    std::string list;
    for (const AlgorithmInfo& a : algorithms()) {
        Problem other = p;
        other.algorithm = a.algorithm;
        if (a.algorithm == p.algorithm || a.algorithm == Algorithm::automatic ||
            a.algorithm == Algorithm::cascade || !why_not(other, engine).empty())
            continue;
        list += (list.empty() ? "" : ", ") + std::string(a.name);
    }
    return list;
}

// The options to use in place of a request that is refused; each of them is accepted.
std::string advice(const Problem& p, EngineKind engine) {
    if (const std::string others = alternatives(p, engine); !others.empty()) {
        Problem automatic = p;
        automatic.algorithm = Algorithm::automatic;
        return why_not(automatic, engine).empty() ? "--algorithm auto (" + others + ")"
                                                  : "--algorithm " + others;
    }
    if (why_not(p, EngineKind::reference).empty()) return "--engine reference, or another boundary or filter";
    for (const EngineOffers* other : engines())
        if (other->engine != engine && why_not(p, other->engine).empty())
            return "--engine " + std::string(other->name);
    return "another boundary or filter";
}

// Refuses filters that the method's arithmetic does not hold.
std::string digits_refusal(const Problem& p, const Method& method) {
    if (p.realisation == Realisation::direct) return "";  // direct feedback is there to be seen failing
    // A method in double is what is advised in place of others, and nothing is better: it must be well within
    // the promise for float32, and for float64 input it may exceed its own promise, which the program then reports.
    const double limit = !method.in_double        ? largest_block_error
                         : p.input == Sample::f64 ? float32_tolerance
                                                  : float32_tolerance / 40;
    if (expected_error(p, method.in_double ? TrialLines::all : TrialLines::noise) <= limit) return "";
    return subject_of(p) + (method.in_double ? " loses the digits of this filter even in double"
                                             : " loses the digits of this filter in float32");
}

// Why the algorithm that the problem names does not solve it.
std::string refusal(const Problem& p, EngineKind engine) {
    const AlgorithmInfo& a = info(p.algorithm);
    const bool recursive = is_recursive(p.filter.kind);
    if (recursive == a.makes_tables)
        return subject_of(p) + (recursive ? " makes tables, and this is a recursive filter"
                                          : " filters recursively, and this needs a table");
    const Offer* const offer = find_offer(offers_of(engine), p.algorithm);
    if (!offer) return "the " + std::string(name_of(engine)) + " engine has no " + subject_of(p);
    const FilterDesign filter = recursive ? design(p.filter) : FilterDesign{};
    if (filter.order() > offer->most_order)
        return subject_of(p) + " has orders 1 to " + std::to_string(offer->most_order) + " on the " +
               std::string(name_of(engine)) + " engine, not " + std::to_string(filter.order());
    const DesignedProblem asked{p, filter};
    std::string reason = offer->refusal ? offer->refusal(asked) : "";
    if (reason.empty()) reason = a.method->refusal(asked);
    return reason.empty() && recursive ? digits_refusal(p, *a.method) : reason;
}

}  // namespace

std::string why_not(const Problem& p, EngineKind engine) {
    if (const std::string_view what = missing(p, engine); !what.empty())
        return "the " + std::string(name_of(engine)) + " engine has no " + std::string(what);
    if (p.filter.kind == FilterKind::none || engine == EngineKind::reference) return "";
    if (p.algorithm == Algorithm::automatic) return why_not(resolved(p, engine), engine);
    return refusal(p, engine);
}

void require_support(const Problem& p, EngineKind engine) {
    if (const std::string reason = why_not(p, engine); !reason.empty())
        throw Error(ExitCode::usage, reason + ": use " + advice(p, engine));
}

const EngineOffers& offers_of(EngineKind engine) {
    for (const EngineOffers* one : engines())
        if (one->engine == engine) return *one;
    return *engines().back();
}

const Offer* find_offer(const EngineOffers& engine, Algorithm algorithm) {
    for (const Offer& offer : engine.offers)
        if (offer.algorithm == algorithm) return &offer;
    return nullptr;
}

bool has_algorithm(EngineKind engine, Algorithm algorithm) {
    return algorithm == Algorithm::automatic || find_offer(offers_of(engine), algorithm);
}

// Tables are fastest in one pass. What holds a recursive filter where no preferred algorithm is exact is rt64, or 7 in
// direct feedback, which is there to be seen failing.
Problem resolved(Problem p, EngineKind engine) {
    if (p.algorithm != Algorithm::automatic) return p;
    const EngineOffers& offers =
        offers_of(engine);  // of the reference those of another: it has no algorithms
    const auto solved_by = [&](Algorithm algorithm) {
        p.algorithm = algorithm;
        return why_not(p, offers.engine).empty();
    };
    if (!is_recursive(p.filter.kind)) {
        if (!solved_by(Algorithm::sat_one_pass)) p.algorithm = Algorithm::sat;
        return p;
    }
    for (const auto& [algorithm, pays] : offers.preferences)
        if ((!pays || pays(p)) && solved_by(algorithm) &&
            (p.realisation == Realisation::direct || expected_error(p) <= tried_tolerance(p)))
            return p;
    p.algorithm = p.realisation == Realisation::direct ? Algorithm::alg7 : Algorithm::rt64;
    return p;
}

}  // namespace sweep
