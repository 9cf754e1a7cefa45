#include "core/plan/planner.h"

#include "core/base/error.h"
#include "core/families/row_refusals.h"
#include "core/plan/offers.h"
#include "core/plan/preferences.h"

namespace sweep {
namespace {

// What of the problem the engine does not have whatever the algorithm, in words; empty: it has all.
std::string_view missing(const Problem& p, EngineKind engine) {
    const EngineOffers& has = offers_of(engine);
    if (p.method.memory == Memory::texture && !has.has_textures) return "textures";
    return p.method.half_result && !has.has_half_results ? "results in float16" : "";
}

}  // namespace

Problem Planner::with(Algorithm algorithm) const {
    Problem other = problem_;
    other.method.algorithm = algorithm;
    return other;
}

std::string Planner::why_not(EngineKind engine, Algorithm algorithm) const {
    return why_not(with(algorithm), engine);
}

std::string Planner::why_not(const Problem& p, EngineKind engine) const {
    if (const std::string_view what = missing(p, engine); !what.empty())
        return "the " + std::string(name_of(engine).word) + " engine has no " + std::string(what);
    if (only_converts(p.filter.kind) || engine == EngineKind::reference) return "";
    return refusal(p.method.algorithm == Algorithm::automatic ? with(usual_algorithm(engine)) : p, engine);
}

// Why the algorithm that the problem names does not solve it.
std::string Planner::refusal(const Problem& p, EngineKind engine) const {
    const AlgorithmInfo& a = info(p.method.algorithm);
    const bool recursive = is_recursive(p.filter.kind);
    if (recursive == a.makes_tables)
        return subject_of(p) + (recursive ? " makes tables, and this is a recursive filter"
                                          : " filters recursively, and this needs a table");
    const Offer* const offer = find_offer(offers_of(engine), p.method.algorithm);
    if (!offer) return "the " + std::string(name_of(engine).word) + " engine has no " + subject_of(p);
    if (filter_.order() > offer->most_order)
        return subject_of(p) + " has orders 1 to " + std::to_string(offer->most_order) + " on the " +
               std::string(name_of(engine).word) + " engine, not " + std::to_string(filter_.order());
    const DesignedProblem asked{p, filter_};
    std::string reason = offer->refusal ? offer->refusal(asked) : "";
    if (reason.empty()) reason = a.family->refusal(asked);
    return reason.empty() && recursive ? digits_refusal(p, *a.family) : reason;
}

// Refuses filters that the family's arithmetic does not hold.
std::string Planner::digits_refusal(const Problem& p, const Family& family) const {
    if (p.method.realisation == Realisation::direct)
        return "";  // direct feedback is there to be seen failing
    // A family in double is what is advised in place of others, and nothing is better: it must be well within
    // the promise for float32, and for float64 input it may exceed its own promise, which the program then reports.
    const double limit = !family.in_double        ? largest_block_error
                         : p.input == Sample::f64 ? float32_tolerance
                                                  : float32_tolerance / 40;
    if (expected_error(p, family.in_double ? TrialLines::all : TrialLines::noise) <= limit) return "";
    return subject_of(p) + (family.in_double ? " loses the digits of this filter even in double"
                                             : " loses the digits of this filter in float32");
}

double Planner::expected_error(Algorithm algorithm, TrialLines lines) const {
    return expected_error(with(algorithm), lines);
}

double Planner::expected_error(const Problem& p, TrialLines lines) const {
    const Family& family = family_of(p);
    if (!is_recursive(p.filter.kind) || !family.expected_error) return 0;
    return family.expected_error({p, filter_}, trials_, lines);
}

// Nothing more is asked of direct feedback.
bool Planner::is_exact(const Problem& p) const {
    return p.method.realisation == Realisation::direct ||
           expected_error(p, TrialLines::all) <= tried_tolerance(p);
}

Algorithm Planner::usual_algorithm(EngineKind engine) const {
    const EngineOffers& offers =
        offers_of(engine);  // of the reference those of another: it has no algorithms
    const bool recurs = is_recursive(problem_.filter.kind);
    const auto takes = [&](const Preference& preference) {
        if (info(preference.algorithm).makes_tables == recurs) return false;
        const Problem preferred = with(preference.algorithm);
        return why_not(preferred, offers.engine).empty() &&
               (!preference.pays || preference.pays({preferred, filter_})) && is_exact(preferred);
    };
    for (const Preference& preference : offers.preferences)
        if (takes(preference)) return preference.algorithm;
    if (!recurs)
        for (const Preference& preference : preferences_for_tables())
            if (takes(preference)) return preference.algorithm;
    return last_resort(problem_);
}

Algorithm Planner::algorithm(EngineKind engine, const Limits* limits) const {
    if (problem_.method.algorithm != Algorithm::automatic) return problem_.method.algorithm;
    const Algorithm usual = usual_algorithm(engine);
    if (!limits) return usual;
    const EngineOffers& offers = offers_of(engine);
    const Problem by_usual = with(usual);
    for (const auto& [in_place_of, algorithm, costs_less] : offers.alternatives) {
        if (in_place_of != usual || !costs_less({by_usual, filter_}, *limits)) continue;
        const Problem other = with(algorithm);
        if (!why_not(other, engine).empty()) continue;
        const Offer* const offer = find_offer(offers, algorithm);
        if ((!offer->fits || offer->fits({other, filter_}, *limits)) && is_exact(other)) return algorithm;
    }
    return usual;
}

// The names of the engine's other algorithms for the problem.
std::string Planner::alternatives(EngineKind engine) const {
    std::string list;
    for (const AlgorithmInfo& a : algorithms()) {
        if (a.algorithm == problem_.method.algorithm || a.algorithm == Algorithm::automatic ||
            a.algorithm == Algorithm::cascade || !why_not(engine, a.algorithm).empty())
            continue;
        list += (list.empty() ? "" : ", ") + std::string(a.name);
    }
    return list;
}

// The options to use in place of a request that is refused; each of them is accepted.
std::string Planner::advice(EngineKind engine) const {
    if (const std::string others = alternatives(engine); !others.empty())
        return why_not(engine, Algorithm::automatic).empty() ? "--algorithm auto (" + others + ")"
                                                             : "--algorithm " + others;
    const auto has_it = [&](EngineKind other) { return other != engine && why_not(other).empty(); };
    if (has_it(EngineKind::cpu)) return "--engine cpu";
    if (why_not(EngineKind::reference).empty()) return "--engine reference, or another boundary or filter";
    for (const EngineOffers* other : engines())
        if (has_it(other->engine)) return "--engine " + std::string(name_of(other->engine).word);
    return "another boundary or filter";
}

void Planner::require_support(EngineKind engine) const {
    if (const std::string reason = why_not(engine); !reason.empty())
        throw Error(ExitCode::usage, reason + ": use " + advice(engine));
}

std::vector<Stage> Planner::stages(Algorithm algorithm, int block) const {
    const Problem p = with(algorithm);
    return family_of(p).stages({p, filter_}, block);
}

namespace {

Planner planner_of(const Problem& p) {
    return {p, is_recursive(p.filter.kind) ? design(p.filter) : FilterDesign{}};
}

}  // namespace

std::string why_not(const Problem& p, EngineKind engine) {
    return planner_of(p).why_not(engine);
}

void require_support(const Problem& p, EngineKind engine) {
    planner_of(p).require_support(engine);
}

double expected_error(const Problem& p, TrialLines lines) {
    return planner_of(p).expected_error(p.method.algorithm, lines);
}

Problem resolved(Problem p, EngineKind engine) {
    p.method.algorithm = planner_of(p).algorithm(engine);
    return p;
}

std::vector<Stage> stages(const Problem& p, int block) {
    return planner_of(p).stages(p.method.algorithm, block);
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

}  // namespace sweep
