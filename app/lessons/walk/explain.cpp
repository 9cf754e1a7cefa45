// Every number of a step as the sum that it is.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/lessons/walk/plan.h"
#include "core/design/design.h"

namespace sweep::app {
namespace {

constexpr std::array<const char*, planes> letters{"X", "Y", "Z", "U", "V", "Y", "Z", "U", "V"};

bool is_incomplete(Plane plane) {
    return plane >= Plane::incomplete_Y && plane <= Plane::incomplete_V;
}

std::string name_of(const Walk& walk, Plane plane) {
    return (is_incomplete(plane) ? "~" : "") + plane_letter(walk, plane);
}

using Numbers = std::vector<WalkNumber>;

Numbers pixel(Plane plane, int x, int y) {
    return {{WalkNumber::Kind::pixel, plane, x, y}};
}
WalkNumber state(WalkNumber::Kind kind, int border, int block, int lane, int place) {
    return {kind, Plane::X, 0, 0, border, block, lane, place};
}
// The sample of the state with which a pass enters a block: of the block before it, or from outside.
WalkNumber entering(const Walk& walk, int pass, int block, int lane, int place) {
    const int before = pass % 2 == 1 ? block + 1 : block - 1;
    const bool outside = before < 0 || before >= walk.states[std::size_t(pass)].blocks;
    return state(outside ? WalkNumber::Kind::entering : WalkNumber::Kind::whole, pass, outside ? 0 : before,
                 lane, place);
}
void add_entering(Numbers& to, const Walk& walk, int pass, int block, int lane) {
    for (int k = 0; k < walk.states[std::size_t(pass)].order; ++k)
        to.push_back(entering(walk, pass, block, lane, k));
}

// The pixel of the plane filtered from zero that sample k of the block's state is; none where the block is shorter.
Numbers at_edge(const Walk& walk, int border, int block, int lane, int k) {
    const bool rows = border >= 2;
    const int first = block * walk.block,
              last = std::min(first + walk.block, rows ? walk.width : walk.height) - 1,
              at = border % 2 == 1 ? first + k : last - k;
    if (at < first || at > last) return {};
    return pixel(Plane(int(Plane::incomplete_Y) + border), rows ? at : lane, rows ? lane : at);
}

// What the carries of the columns, or the pivots, add to a state is computed from these.
Numbers fixed_of(const Walk& walk, int border, int block, int lane, int k) {
    Numbers of;
    const WalkPlan plan = plan_of(walk.problem);
    if (border < 2) {
        if (lane > 0) of.push_back(state(WalkNumber::Kind::whole, border, block, lane - 1, k));
        return of;
    }
    const BorderStates& s = walk.states[std::size_t(border)];
    if (plan.rows_of == RowsOf::X) {
        for (int other = 0; other < s.lanes; ++other)
            of.push_back(state(WalkNumber::Kind::incomplete, border, block, other, k));
        return of;
    }
    const int m = lane / walk.block, end = std::min((block + 1) * walk.block, walk.width);
    for (int x = block * walk.block; x < end; ++x)
        for (int pass : {0, 1})
            if (plan.has_pass(pass)) add_entering(of, walk, pass, m, x);
    return of;
}

// What comes from the block before is computed from these.
Numbers carried_of(const Walk& walk, int border, int block, int lane) {
    Numbers of;
    if (border == 0 && plan_of(walk.problem).pivots)
        for (int before = 0; before < block; ++before)
            of.push_back(state(WalkNumber::Kind::incomplete, border, before, lane, 0));
    else
        add_entering(of, walk, border, block, lane);
    return of;
}

// A part of a state that is one number times another: of order 1. Where the state is a sum of several, or comes from
// nothing, the part is given as it is.
WalkTerm scaled(std::string what, double part, double by, Numbers of) {
    const bool is_one_number = of.size() == 1 && by != 0;
    return {std::move(what), is_one_number ? part / by : 1, is_one_number ? by : part, std::move(of)};
}

// What recursive doubling adds, and what the carry adds to a number of a block.
void two_terms(WalkSum& sum, const Walk& walk, const WalkStep& step, int x, int y) {
    const bool rows = step.pass == 2;
    if (step.adds) {
        const Plane in = rows ? Plane::incomplete_U : Plane::incomplete_Y;
        const int b = walk.block;
        sum.formula = fmt::format("{} = ~{} + {}", plane_letter(walk, step.shown), plane_letter(walk, in),
                                  rows ? "P^T" : "P");
        sum.terms.push_back({name_of(walk, in), 1, walk.value(in, x, y), pixel(in, x, y)});
        sum.terms.push_back({rows ? "P^T at the left" : "P above",
                             1,
                             walk.entering(step.pass, y / b, x / b, rows ? y : x, 0),
                             {entering(walk, step.pass, rows ? x / b : y / b, rows ? y : x, 0)}});
        return;
    }
    const Plane in = walk.made_of[std::size_t(step.shown)];
    const int from_x = rows ? x - step.reach : x, from_y = rows ? y : y - step.reach;
    const std::string letter = plane_letter(walk, in);
    sum.formula = fmt::format("y_{{i}} = x_{{i}} + x_{{i-{}}}", step.reach);
    sum.terms.push_back({fmt::format("{}({}, {})", letter, x, y), 1, walk.value(in, x, y), pixel(in, x, y)});
    if (from_x < 0 || from_y < 0)
        sum.terms.push_back({"outside", 1, 0});
    else
        sum.terms.push_back({fmt::format("{}({}, {})", letter, from_x, from_y), 1,
                             walk.value(in, from_x, from_y), pixel(in, from_x, from_y)});
}

constexpr std::array<const char*, borders> state_names{"P", "E", "P^T", "E^T"};

}  // namespace

std::string plane_letter(const Walk& walk, Plane plane) {
    const bool table = !is_recursive(walk.problem.filter.kind);
    if (table && !walk.steps.empty() && plane == walk.steps.back().shown) return "V";
    if (int(plane) >= planes) return fmt::format("S{}", int(plane) - planes + 1);
    return letters[std::size_t(plane)];
}

double WalkSum::sum() const {
    double all = 0;
    for (const WalkTerm& term : terms) all += term.product();
    return all;
}

WalkSum sum_of_pixel(const Walk& walk, const WalkStep& step, int x, int y) {
    WalkSum sum;
    if (step.transposed) std::swap(x, y);
    sum.name = fmt::format("{}({}, {})", name_of(walk, step.shown), x, y);
    sum.value = walk.value(step.shown, x, y);
    if (step.pass < 0) return sum;
    if (step.adds || step.reach > 0) {
        two_terms(sum, walk, step, x, y);
        return sum;
    }
    if (int(step.shown) >= planes) return sum;  // a copy
    const WalkPass& pass = walk.passes[std::size_t(step.pass)];
    const bool rows = step.pass >= 2, back = step.pass % 2 == 1, alone = is_incomplete(step.shown);
    const Plane in = walk.made_of[std::size_t(step.shown)];
    sum.formula = "y_{i} = g x_{i}";
    sum.terms.push_back({name_of(walk, in), pass.gain, walk.value(in, x, y), pixel(in, x, y)});
    const int b = walk.block, along = rows ? x : y, m = y / b, n = x / b;
    const int first = along / b * b, last = std::min(first + b, rows ? walk.width : walk.height) - 1;
    for (int k = 1; k <= int(pass.d.size()); ++k) {
        const int at = back ? along + k : along - k;
        const bool outside = back ? at > last : at < first;
        double value = 0;
        Numbers of;
        std::string what = back ? fmt::format("y_{{i+{}}}", k) : fmt::format("y_{{i-{}}}", k);
        if (!outside) {
            value = rows ? walk.value(step.shown, at, y) : walk.value(step.shown, x, at);
            of = rows ? pixel(step.shown, at, y) : pixel(step.shown, x, at);
        } else if (!alone) {
            const int place = (back ? at - last : first - at) - 1;
            value = walk.entering(step.pass, m, n, rows ? y : x, place);
            of = {entering(walk, step.pass, rows ? n : m, rows ? y : x, place)};
            what += fmt::format(", from {}", state_names[std::size_t(step.pass)]);
        } else {
            what += ", zero";
        }
        sum.terms.push_back({std::move(what), -pass.d[std::size_t(k - 1)], value, std::move(of)});
        sum.formula += fmt::format(" - d_{{{}}} {}", k,
                                   back ? fmt::format("y_{{i+{}}}", k) : fmt::format("y_{{i-{}}}", k));
    }
    return sum;
}

// While the rows take in the columns' carries, their states are half way.
static bool is_half_way(const WalkStep& step, Border border) {
    return int(border) >= 2 && step.border == 2 && step.in_memory &&
           step.known[std::size_t(border)] == Known::incomplete;
}

double state_value(const Walk& walk, const WalkStep& step, Border border, std::size_t at) {
    const BorderStates& s = walk.states[std::size_t(border)];
    if (step.known[std::size_t(border)] == Known::complete) return s.whole[at];
    return is_half_way(step, border) ? s.incomplete[at] + s.fixed[at] : s.incomplete[at];
}

WalkSum sum_of_state(const Walk& walk, const WalkStep& step, Border border, int m, int n, int lane, int k) {
    const int i = int(border);
    const BorderStates& s = walk.states[std::size_t(i)];
    const bool rows = i >= 2, back = i % 2 == 1, table = !is_recursive(walk.problem.filter.kind);
    const int j = rows ? n : m;
    const std::size_t at = s.at(j, lane, k);
    WalkSum sum;
    sum.name = fmt::format("{}_{{{},{}}} of {} {}", state_names[std::size_t(i)], m, n,
                           rows ? "row" : "column", lane);
    sum.value = state_value(walk, step, border, at);
    const bool fixing = is_half_way(step, border);
    if (step.known[std::size_t(i)] != Known::complete && !fixing) {
        sum.formula = back ? "the first samples of the block, filtered from zero"
                           : "the last samples of the block, filtered from zero";
        sum.copy_of = at_edge(walk, i, j, lane, k);
        return sum;
    }
    const std::string letter = state_names[std::size_t(i)],
                      before = back ? state_names[std::size_t(i - 1)] : letter, index = rows ? "n" : "m",
                      power = table  ? ""
                              : back ? "A_{R}^b "
                                     : "A_{F}^b ";
    const char* const from = rows ? (back ? "the right" : "the left") : back ? "below" : "above";
    sum.formula = fmt::format("{0}_{{{1}}} = ~{0}_{{{1}}}", letter, index);
    sum.terms.push_back({fmt::format("~{}, its own", letter),
                         1,
                         s.incomplete[at],
                         {state(WalkNumber::Kind::incomplete, i, j, lane, k)}});
    const bool is_fixed = std::any_of(s.fixed.begin(), s.fixed.end(), [](double v) { return v != 0; });
    if (is_fixed && !rows) {
        sum.formula += " + pivot";
        sum.terms.push_back({"pivot: columns before", 1, s.fixed[at], fixed_of(walk, i, j, lane, k)});
    } else if (is_fixed) {
        sum.formula += table ? " + s(P)" : " + fix(P, E)";
        sum.terms.push_back({table ? "s(P) of the columns" : "fix(P, E) of the columns", 1, s.fixed[at],
                             fixed_of(walk, i, j, lane, k)});
    }
    if (fixing) return sum;
    sum.formula += fmt::format(" + {}{}_{{{}{}}}", power, letter, index, back ? "+1" : "-1");
    const bool adds_up = table || (i == 0 && plan_of(walk.problem).pivots);
    sum.terms.push_back(scaled(fmt::format("{}{}, from {}", power, letter, from), s.carried[at],
                               adds_up ? 0 : walk.entering(i, m, n, lane, 0), carried_of(walk, i, j, lane)));
    if (back && std::any_of(s.through.begin(), s.through.end(), [](double v) { return v != 0; })) {
        sum.formula += fmt::format(" + H {}_{{{}-1}}", before, index);
        Numbers of;
        add_entering(of, walk, i - 1, j, lane);
        sum.terms.push_back(scaled(fmt::format("H {}, from {}", before, rows ? "the left" : "above"),
                                   s.through[at], walk.entering(i - 1, m, n, lane, 0), std::move(of)));
    }
    return sum;
}

WalkSum sum_of_entering(const Walk& walk, Border border, int lane, int k) {
    const int i = int(border);
    const BorderStates& s = walk.states[std::size_t(i)];
    const bool rows = i >= 2, back = i % 2 == 1;
    WalkSum sum;
    sum.name =
        fmt::format("{} of {} {}, from outside", state_names[std::size_t(i)], rows ? "row" : "column", lane);
    sum.value = s.entering[std::size_t(lane) * std::size_t(s.order) + std::size_t(k)];
    const Boundary& boundary = rows ? walk.problem.boundary : walk.problem.boundary_of_columns();
    sum.formula = "what the boundary continues, [N16] section 4";
    if (boundary.kind != BoundaryKind::zero) return sum;
    sum.formula = "nothing lies outside";
    if (!back) return sum;
    // Beyond the edge the causal pass decays, and the anticausal one comes back from there with a part of it.
    sum.formula = "what the causal pass leaves beyond the edge, and the other brings back";
    const BorderStates& before = walk.states[std::size_t(i) - 1];
    const double P = before.whole[before.at(before.blocks - 1, lane, 0)];
    if (s.order == 1 && P != 0)
        sum.terms.push_back(
            {fmt::format("h {}, at the edge", state_names[std::size_t(i) - 1]), sum.value / P, P});
    return sum;
}

}  // namespace sweep::app
