#include "core/families/published/cascade.h"

#include <algorithm>
#include <array>

#include "core/families/published/published.h"
#include "core/families/row_refusals.h"

namespace sweep {
namespace {

constexpr std::array rows{
    AlgorithmInfo{
        .algorithm = Algorithm::cascade,
        .name = "5_1+4_2",
        .text =
            "fused cascades of algorithms 4 and 5 of low order, any terms: 2x5_1, 4_2+4_1 ([N11] section 8)",
        .boundaries = periodic_boundaries_but_reflect101,
        .pass_step = 4},
};

std::string refusal(const DesignedProblem& asked) {
    const auto& [p, filter] = asked;
    if (const std::string reason = boundary_refusal(asked); !reason.empty())
        return reason + (p.has_two_boundaries()
                             ? ""
                             : ": under others a cascade is another filter ([N16] section 5.1)");
    for (const CascadeTerm& term : p.method.cascade)
        if (term.order > most_term_order)
            return subject_of(p) + " has terms of order 1 to " + std::to_string(most_term_order) + ", not " +
                   std::to_string(term.order);
    if (const std::string reason = cascade_refusal(filter, p.method.cascade); !reason.empty())
        return subject_of(p) + " " + reason;
    if (std::string reason = form_refusal(asked); !reason.empty()) return reason;
    return mirror_refusal(asked);
}

// One term after the other. Step 4.5 or 5.6 of a term also takes the perimeters of its own result, which 4.1
// or 5.1 of the next term would have to read it for.
std::vector<Stage> stages(const DesignedProblem& asked, int block) {
    const Problem& p = asked.problem;
    const PublishedTraffic whole = published_traffic(asked, block, {});
    const std::uint64_t order = std::uint64_t(asked.design.order());
    std::vector<Stage> list;
    for (std::size_t i = 0; i < p.method.cascade.size(); ++i) {
        const auto [algorithm, term_order] = p.method.cascade[i];
        PublishedTraffic t = whole;
        t.column = whole.column / order * std::uint64_t(term_order);
        t.row = whole.row / order * std::uint64_t(term_order);
        if (i > 0) t.in = whole.plane;
        if (i + 1 < p.method.cascade.size()) t.out = whole.plane;
        std::vector<Stage> own = algorithm == 4 ? stages_of_4(t) : stages_of_5(t);
        if (i > 0) {
            Stage& fused = list.back();
            fused.paper = fused.step == Step::alg4_5 ? (algorithm == 4 ? "4.5+4.1" : "4.5+5.1")
                                                     : (algorithm == 4 ? "5.6+4.1" : "5.6+5.1");
            fused.bytes_written += own.front().bytes_written;
            own.erase(own.begin());
        }
        for (Stage& stage : own) stage.term = int(i);
        list.insert(list.end(), own.begin(), own.end());
    }
    return list;
}

using Poles = std::vector<std::complex<double>>;

int odd_terms(std::span<const CascadeTerm> terms) {
    return int(
        std::count_if(terms.begin(), terms.end(), [](const CascadeTerm& t) { return t.order % 2 == 1; }));
}

// Terms of odd order take one real pole each, the slowest first. The rest is pairs, conjugate or real, which
// are dealt out one by one, so that neighbours, which amplify the same waves, come into different terms: a
// term that amplifies what a later one takes away again costs digits.
std::vector<Poles> share_out(const Poles& poles, std::span<const CascadeTerm> terms) {
    Poles real, pairs;
    for (const auto& p : poles) (p.imag() == 0 ? real : pairs).push_back(p);
    std::sort(real.begin(), real.end(), [](auto a, auto b) { return a.real() < b.real(); });
    std::vector<Poles> shares(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i)
        if (terms[i].order % 2 == 1) {
            shares[i].push_back(real.back());
            real.pop_back();
        }
    pairs.insert(pairs.end(), real.begin(), real.end());
    for (std::size_t next = 0, i = 0; next < pairs.size(); i = (i + 1) % terms.size())
        if (int(shares[i].size()) < terms[i].order) {
            shares[i].insert(shares[i].end(), {pairs[next], pairs[next + 1]});
            next += 2;
        }
    return shares;
}

}  // namespace

constinit const Family families::cascade{.algorithms = rows, .refusal = refusal, .stages = stages};

std::optional<std::vector<CascadeTerm>> parse_cascade(std::string_view name) {
    std::vector<CascadeTerm> terms;
    auto digit = [&]() -> int {  // all numbers have one digit
        if (name.empty() || name.front() < '1' || name.front() > '9') return 0;
        const int value = name.front() - '0';
        name.remove_prefix(1);
        return value;
    };
    auto skip = [&](char c) {
        const bool is_there = name.starts_with(c);
        if (is_there) name.remove_prefix(1);
        return is_there;
    };
    do {
        int first = digit(), times = 1;
        if (skip('x')) {
            times = first;
            first = digit();
        }
        const CascadeTerm term{first, skip('_') ? digit() : 0};
        if (times == 0 || (term.algorithm != 4 && term.algorithm != 5) || term.order < 1 ||
            term.order > max_order)
            return std::nullopt;
        terms.insert(terms.end(), std::size_t(times), term);
    } while (skip('+'));
    if (!name.empty() || terms.size() < 2) return std::nullopt;
    return terms;
}

std::string cascade_refusal(const FilterDesign& filter, std::span<const CascadeTerm> terms) {
    if (filter.feeds_forward()) return "has no feedforward: filters with poles alone";
    int order = 0;
    for (const CascadeTerm& term : terms) order += term.order;
    if (order != filter.order())
        return "filters with order " + std::to_string(order) + ", and this filter has order " +
               std::to_string(filter.order());
    for (int pass = 0; pass < all_passes; ++pass) {
        const Poles& poles = filter.pass(pass).poles;
        const int real =
            int(std::count_if(poles.begin(), poles.end(), [](const auto& p) { return p.imag() == 0; }));
        if (odd_terms(terms) > real)
            return "splits a conjugate pair of poles, which needs a term of order 2 or more: of the poles of "
                   "the pass " +
                   std::string(pass_names[std::size_t(pass)]) + " " + std::to_string(real) + " are real";
    }
    return "";
}

std::vector<FilterDesign> cascade_terms(const FilterDesign& filter, std::span<const CascadeTerm> terms) {
    std::vector<FilterDesign> designs(terms.size());
    auto axis = [&](const AxisDesign& whole, AxisDesign FilterDesign::*which) {
        const std::vector<Poles> causal = share_out(whole.causal.poles, terms),
                                 anticausal = share_out(whole.anticausal.poles, terms);
        for (std::size_t i = 0; i < terms.size(); ++i)
            designs[i].*which = {all_pole_pass(causal[i]), all_pole_pass(anticausal[i])};
        (designs.back().*which).causal.gain = whole.causal.gain;
        (designs.back().*which).anticausal.gain = whole.anticausal.gain;
    };
    axis(filter.columns, &FilterDesign::columns);
    axis(filter.rows, &FilterDesign::rows);
    return designs;
}

}  // namespace sweep
