// The numbers along the edges of a block of a recursive filter, and the moments at which they are fixed.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "app/lessons/glass/glass.h"
#include "app/lessons/walk/lineage.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// A state is the sum of what the block makes of itself and, as the passes go on, of what else it has to take. Moments:
// blocks alone, P complete, E with what P adds, E complete, rows with what the columns add, P^T complete, E^T with what
// P^T adds, E^T complete.
struct StateOfBorder {
    const char* name;
    std::vector<int> terms, lacks;
};
StateOfBorder state_of(Border border, bool rows_are_early) {
    const int early =
        rows_are_early ? 1 : 0;  // 5.1 and 6.1 go on to the rows; 4 and 7 begin them when Z is known
    switch (border) {
        case Border::P:
            return {"P", {1, 2, 2, 2, 2, 2, 2, 2}, {2, 1, 0}};
        case Border::E:
            return {"E", {1, 1, 2, 3, 3, 3, 3, 3}, {3, 2, 1, 0}};
        case Border::P_rows:
            return {"P^T", {early, early, early, early, 2, 3, 3, 3}, {4, 3, 1, 0}};
        case Border::E_rows:
            break;
    }
    return {"E^T", {early, early, early, early, 2, 2, 3, 4}, {5, 4, 2, 1, 0}};
}

}  // namespace

GlassValue value_at(const GlassEdge& edge, const GlassNumber& number, int moment) {
    const WalkSum& sum = number.sum;
    const int whole = int(edge.lacks.size()) - 1;
    GlassValue value;
    int terms = edge.terms[std::size_t(std::clamp(moment, 0, int(edge.terms.size()) - 1))];
    if (sum.terms.size() <= 1 && terms > 0) terms = whole;  // where the picture ends nothing is lacking
    value.known = terms > 0;
    value.complete = terms >= whole;
    value.lacking = edge.lacks[std::size_t(std::min(terms, whole))];
    value.terms = value.complete ? int(sum.terms.size()) : terms;
    if (value.complete) {
        value.value = sum.value;
    } else {
        for (int i = 0; i < value.terms; ++i) value.value += sum.terms[std::size_t(i)].product();
    }
    return value;
}

std::vector<GlassSource> sources_of(const GlassEdge& edge, const GlassNumber& number, int terms) {
    const std::vector<WalkTerm>& all = number.sum.terms;
    const std::size_t count = std::min(all.size(), std::size_t(std::max(terms, 0)));
    const std::vector<double> shares = shares_of_terms(std::span(all).first(count));
    std::vector<GlassSource> sources;
    if (edge.side == EdgeSide::corner) {
        if (edge.to_m > 0 && count > 0) sources.push_back({edge.to_m - 1, edge.to_n, 1});
        return sources;
    }
    const bool rows = edge.from_m == edge.to_m;
    const int before = edge.is_causal ? -1 : 1;
    const auto beside = [&](int along, int across, double share) {
        sources.push_back(
            {edge.from_m + (rows ? across : along), edge.from_n + (rows ? along : across), share});
    };
    for (std::size_t i = 0; i < count; ++i) {
        const double share = shares[i];
        const std::string& what = all[i].what;
        if (what == glass_term::own) {
            beside(0, 0, share);
        } else if (what == glass_term::carried) {
            beside(before, 0, share);
        } else if (what == glass_term::through) {
            beside(-before, 0, share);
        } else if (what == glass_term::columns) {  // as much from above as from below, for all that is known
            beside(0, -1, 0.5 * share);
            beside(0, 1, 0.5 * share);
        } else if (what == glass_term::sum_above) {
            beside(0, -1, share);
        }
    }
    return sources;
}

std::vector<GlassMoment> BlockGlass::moments() const {
    struct Stages {
        const char *blocks, *down, *up, *fix, *right, *left;
    };
    const Stages s = [&]() -> Stages {
        switch (problem_.method.algorithm) {
            case Algorithm::alg4:
                return {"4.1", "4.2", "4.2", "4.3", "4.4", "4.4"};
            case Algorithm::alg5:
                return {"5.1", "5.2", "5.3", "5.4", "5.4", "5.5"};
            case Algorithm::alg6:
                return {"6.1", "6.2", "6.2", "6.3", "6.4", "6.4"};
            default:
                return {"7.1", "7.2", "7.2", "7.3", "7.3", "7.3"};
        }
    }();
    const bool early =
        problem_.method.algorithm == Algorithm::alg5 || problem_.method.algorithm == Algorithm::alg6;
    return {
        {s.blocks, "every block alone, from zero"},
        {s.down, "P is complete"},
        {s.up, "E takes what P adds"},
        {s.up, "E is complete"},
        {s.fix, early ? "the rows take what the columns' carries add" : "the rows begin, from true columns"},
        {s.right, "P^T is complete"},
        {s.left, "E^T takes what P^T adds"},
        {s.left, "E^T is complete: all that enters is true"}};
}

std::vector<GlassEdge> BlockGlass::edges(int m, int n) const {
    const bool early =
        problem_.method.algorithm == Algorithm::alg5 || problem_.method.algorithm == Algorithm::alg6;
    std::vector<GlassEdge> all;
    // The state that enters block (to_m, to_n) at this border.
    const auto add = [&](Border border, EdgeSide side, bool leaves, int to_m, int to_n) {
        if (to_m < 0 || to_n < 0 || to_m >= block_rows() || to_n >= block_columns()) return;
        const bool rows = border == Border::P_rows || border == Border::E_rows,
                   causal = border == Border::P || border == Border::P_rows;
        StateOfBorder state = state_of(border, early);
        GlassEdge edge;
        edge.name = state.name;
        edge.side = side;
        edge.leaves = leaves;
        edge.is_causal = causal;
        edge.to_m = to_m, edge.to_n = to_n;
        edge.from_m = rows ? to_m : to_m + (causal ? -1 : 1);
        edge.from_n = rows ? to_n + (causal ? -1 : 1) : to_n;
        edge.lanes =
            rows ? std::min(block(), height() - m * block()) : std::min(block(), width() - n * block());
        edge.depth = order();
        edge.terms = std::move(state.terms);
        edge.lacks = std::move(state.lacks);
        for (int lane = 0; lane < edge.lanes; ++lane)
            for (int k = 0; k < order(); ++k) {
                const GlassPlace at{border, to_m, to_n, lane, k};
                edge.numbers.push_back({sum(at), in_double(at)});
            }
        all.push_back(std::move(edge));
    };
    add(Border::P, EdgeSide::above, false, m, n);
    add(Border::E, EdgeSide::below, false, m, n);
    add(Border::P_rows, EdgeSide::left, false, m, n);
    add(Border::E_rows, EdgeSide::right, false, m, n);
    add(Border::P, EdgeSide::below, true, m + 1, n);
    add(Border::E, EdgeSide::above, true, m - 1, n);
    add(Border::P_rows, EdgeSide::right, true, m, n + 1);
    add(Border::E_rows, EdgeSide::left, true, m, n - 1);
    return all;
}

std::unique_ptr<Glass> make_glass(Engine& engine, Engine& in_double, const Problem& problem,
                                  ConstImageView X) {
    if (problem.filter.kind == FilterKind::sat) return std::make_unique<TableGlass>(engine, problem, X);
    return std::make_unique<BlockGlass>(engine, in_double, problem, X);
}

}  // namespace sweep::app
