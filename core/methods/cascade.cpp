#include "core/methods/cascade.h"

#include <algorithm>

namespace sweep {
namespace {

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
