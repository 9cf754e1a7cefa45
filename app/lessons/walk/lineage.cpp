#include "app/lessons/walk/lineage.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace sweep::app {
namespace {

int first_step(const Walk& walk, const std::function<bool(const WalkStep&)>& is) {
    const auto found = std::find_if(walk.steps.begin(), walk.steps.end(), is);
    return found == walk.steps.end() ? -1 : int(found - walk.steps.begin());
}

}  // namespace

std::vector<double> shares_of_terms(std::span<const WalkTerm> terms) {
    double all = 0;
    for (const WalkTerm& term : terms) all += std::abs(term.product());
    std::vector<double> shares;
    for (const WalkTerm& term : terms) shares.push_back(all > 0 ? std::abs(term.product()) / all : 0);
    return shares;
}

WalkLineage::WalkLineage(const Walk& walk) : walk_(walk) {
    for (std::size_t p = 0; p < walk.values.size(); ++p)
        if (!walk.values[p].empty()) add(Kind::pixel, int(p), walk.values[p].size());
    for (int i = 0; i < borders; ++i) {
        const BorderStates& s = walk.states[std::size_t(i)];
        if (s.blocks == 0) continue;
        add(Kind::incomplete, i, s.incomplete.size());
        if (half_step(i) >= 0) add(Kind::half, i, s.whole.size());
        add(Kind::whole, i, s.whole.size());
        add(Kind::entering, i, s.entering.size());
    }
    sources_.resize(std::size_t(arrays_.back().first + arrays_.back().count));
    uses_.resize(sources_.size());
    for (int id = 0; id < size(); ++id) link(id);
    sort();
}

void WalkLineage::add(Kind kind, int of, std::size_t count) {
    Array array{kind, of};
    array.first = arrays_.empty() ? 0 : arrays_.back().first + arrays_.back().count;
    array.count = int(count);
    array.index = int(arrays_.size());
    array.maker = maker(array);
    arrays_.push_back(array);
}

const WalkLineage::Array* WalkLineage::find(Kind kind, int of) const {
    for (const Array& array : arrays_)
        if (array.kind == kind && array.of == of) return &array;
    return nullptr;
}

const WalkLineage::Array& WalkLineage::array_of(int id) const {
    for (const Array& array : arrays_)
        if (id < array.first + array.count) return array;
    throw std::out_of_range("there is no such number");
}

int WalkLineage::half_step(int border) const {
    if (border < 2) return -1;
    return first_step(walk_, [&](const WalkStep& step) {
        return step.border == 2 && step.in_memory && step.known[std::size_t(border)] == Known::incomplete;
    });
}

int WalkLineage::maker(const Array& array) const {
    const auto known = [&](Known how) {
        return first_step(walk_, [&](const WalkStep& s) { return s.known[std::size_t(array.of)] == how; });
    };
    switch (array.kind) {
        case Kind::pixel:
            return first_step(
                walk_, [&](const WalkStep& step) { return step.pass >= 0 && step.shown == Plane(array.of); });
        case Kind::half:
            return half_step(array.of);
        case Kind::incomplete:
            return known(Known::incomplete);
        case Kind::whole:
            return known(Known::complete);
        case Kind::entering:
            break;
    }
    return -1;
}

int WalkLineage::id_of(const WalkNumber& n) const {
    if (n.kind == WalkNumber::Kind::pixel)
        return find(Kind::pixel, int(n.plane))->first + n.y * walk_.width + n.x;
    const BorderStates& s = walk_.states[std::size_t(n.border)];
    if (n.kind == WalkNumber::Kind::entering)
        return find(Kind::entering, n.border)->first + n.lane * s.order + n.place;
    const Kind kind = n.kind == WalkNumber::Kind::incomplete ? Kind::incomplete : Kind::whole;
    return find(kind, n.border)->first + int(s.at(n.block, n.lane, n.place));
}

const WalkLineage::Array* WalkLineage::states_in(int step, int border) const {
    const Known known = walk_.steps[std::size_t(step)].known[std::size_t(border)];
    const int half = half_step(border);
    return known == Known::no          ? nullptr
           : known == Known::complete  ? find(Kind::whole, border)
           : half >= 0 && step >= half ? find(Kind::half, border)
                                       : find(Kind::incomplete, border);
}

std::optional<int> WalkLineage::id_of(int step, const WalkPick& pick) const {
    const WalkStep& shown = walk_.steps[std::size_t(step)];
    if (!pick.is_state) {
        const Array* array = pixels(shown.shown);
        const int x = shown.transposed ? pick.y : pick.x, y = shown.transposed ? pick.x : pick.y;
        return array ? std::optional(array->first + y * walk_.width + x) : std::nullopt;
    }
    const int border = int(pick.border);
    const BorderStates& s = walk_.states[std::size_t(border)];
    const Array* array = pick.enters ? find(Kind::entering, border) : states_in(step, border);
    if (!array) return {};
    const int block = pick.enters ? 0 : border < 2 ? pick.m : pick.n;
    return array->first + int(s.at(block, pick.lane, pick.k));
}

WalkPick WalkLineage::place(int id) const {
    const Array& array = array_of(id);
    const int at = id - array.first;
    WalkPick pick;
    if (array.kind == Kind::pixel) {
        pick.x = at % walk_.width, pick.y = at / walk_.width;
        return pick;
    }
    const BorderStates& s = walk_.states[std::size_t(array.of)];
    const int block = at / s.order / s.lanes;
    pick.is_state = true, pick.enters = array.kind == Kind::entering;
    pick.border = Border(array.of);
    pick.k = at % s.order, pick.lane = at / s.order % s.lanes;
    if (!pick.enters) {
        const int across = pick.lane / walk_.block;
        pick.m = array.of < 2 ? block : across, pick.n = array.of < 2 ? across : block;
    }
    return pick;
}

WalkSum WalkLineage::sum(int id) const {
    const Array& array = array_of(id);
    WalkStep step = walk_.steps[std::size_t(std::max(array.maker, 0))];
    if (array.kind == Kind::pixel && array.maker < 0) step.shown = Plane(array.of);
    step.transposed = false;  // numbers are counted as they lie in the picture
    return sum_of(walk_, step, place(id));
}

void WalkLineage::link(int id) {
    const WalkSum sum = this->sum(id);
    std::vector<Link>& links = sources_[std::size_t(id)];
    const auto add = [&](const std::vector<WalkNumber>& of, double share) {
        for (const WalkNumber& number : of) {
            const int source = id_of(number);
            const double part = share / double(of.size());
            const auto known =
                std::find_if(links.begin(), links.end(), [&](const Link& l) { return l.id == source; });
            if (known != links.end())
                known->share += part;
            else
                links.push_back({source, part});
        }
    };
    add(sum.copy_of, 1);
    const std::vector<double> shares = shares_of_terms(sum.terms);
    for (std::size_t i = 0; i < shares.size(); ++i) add(sum.terms[i].of, shares[i]);
    for (const Link& l : links) uses_[std::size_t(l.id)].push_back({id, l.share});
}

// A number is ready when all that it is made of are.
void WalkLineage::sort() {
    std::vector<std::size_t> open(sources_.size());
    for (int id = 0; id < size(); ++id) {
        open[std::size_t(id)] = sources(id).size();
        if (sources(id).empty()) order_.push_back(id);
    }
    for (std::size_t i = 0; i < order_.size(); ++i)
        for (const Link& use : uses(order_[i]))
            if (--open[std::size_t(use.id)] == 0) order_.push_back(use.id);
    if (order_.size() != sources_.size()) throw std::logic_error("a number of the walk is made of itself");
}

std::vector<double> WalkLineage::shares_in(int id) const {
    std::vector<double> shares(sources_.size());
    shares[std::size_t(id)] = 1;
    for (auto at = order_.rbegin(); at != order_.rend(); ++at)
        for (const Link& source : sources(*at))
            shares[std::size_t(source.id)] += shares[std::size_t(*at)] * source.share;
    return shares;
}

std::vector<double> WalkLineage::shares_of(int id) const {
    std::vector<double> shares(sources_.size());
    shares[std::size_t(id)] = 1;
    for (const int at : order_)
        for (const Link& use : uses(at)) shares[std::size_t(use.id)] += shares[std::size_t(at)] * use.share;
    return shares;
}

}  // namespace sweep::app
