// The numbers of a walk. F, R, F^T and R^T run over blocks from given states; all of the algebra of [N11] is linear
// combinations of what such runs leave.
#include <algorithm>
#include <cmath>
#include <span>

#include "app/lessons/walk/plan.h"
#include "app/lessons/walk/walk.h"
#include "core/base/error.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"
#include "core/line/exact_line.h"

namespace sweep::app {
namespace {

using State = std::vector<long double>;  // the last outputs, the newest first

long double step(const WalkPass& pass, State& state, long double x) {
    long double y = static_cast<long double>(pass.gain) * x;
    for (std::size_t k = 0; k < pass.d.size(); ++k) y -= static_cast<long double>(pass.d[k]) * state[k];
    std::rotate(state.begin(), state.end() - 1, state.end());
    state[0] = y;
    return y;
}

// A line of samples that one pass runs over, forwards or back, in place of a column or a row of a plane.
struct Line {
    double* data;
    std::ptrdiff_t step;
    int n;
    double& operator[](int i) const { return data[i * step]; }
};

void run(const WalkPass& pass, bool back, Line line, State& state) {
    for (int i = 0; i < line.n; ++i) {
        double& sample = line[back ? line.n - 1 - i : i];
        sample = double(step(pass, state, static_cast<long double>(sample)));
    }
}

struct Ends {
    State first, last;  // P before the line, E behind it
};

// What lies outside of a line ([N16] section 4): the states of the direct realisation are outputs.
std::unique_ptr<ExactLine> line_of(const AxisDesign& axis, const Boundary& boundary, int n) {
    return exact_line(axis, {Realisation::direct, LineForm::f80}, boundary.kind, true, n);
}
Ends ends_of(const AxisDesign& axis, ExactLine& exact, double outside, std::vector<double> line) {
    exact(line.data(), 1, outside);
    const double gain = axis.causal.gain;
    Ends ends;
    for (std::size_t k = 0; k < std::size_t(axis.order()); ++k) {
        ends.first.push_back(exact.first[k] * gain);
        ends.last.push_back(exact.last[k] * gain * axis.anticausal.gain);
    }
    return ends;
}

class Builder {
  public:
    Builder(Walk& walk, const WalkPlan& plan) : walk_(walk), plan_(plan), design_(design_of(walk.problem)) {
        for (int i = 0; i < all_passes; ++i) {
            const PassDesign& pass = design_.pass(i);
            walk.passes[std::size_t(i)] = {pass.gain * pass.unit_gain, pass.d};
        }
        walk.order = design_.order();
    }

    void build(const Image& X) {
        plane(Plane::X).assign(X.data<double>(), X.data<double>() + X.shape().samples());
        if (plan_.doubles) return double_reach();
        const std::array<int, all_passes> order =
            plan_.rows_first ? std::array{2, 0, 1, 3} : std::array{0, 1, 2, 3};
        for (int i : order)
            if (plan_.has_pass(i)) run_pass(i);
    }

  private:
    // A table is a first-order filter that adds up; it has no up and no left.
    static FilterDesign design_of(const Problem& problem) {
        if (is_recursive(problem.filter.kind)) return design(problem.filter);
        FilterDesign table;
        PassDesign sums;
        sums.poles = {1.0};
        sums.d = {-1.0};
        table.columns = table.rows = {sums, sums};
        return table;
    }

    std::vector<double>& plane(Plane p) { return walk_.values[std::size_t(p)]; }
    const WalkPass& pass(int i) const { return walk_.passes[std::size_t(i)]; }
    bool rows(int i) const { return i >= 2; }
    bool back(int i) const { return i % 2 == 1; }
    int lanes(int i) const { return rows(i) ? walk_.height : walk_.width; }
    int blocks(int i) const { return rows(i) ? walk_.block_columns() : walk_.block_rows(); }

    // Block j of a lane of a plane.
    Line line(std::vector<double>& from, int i, int lane, int j) {
        const int b = walk_.block, all = rows(i) ? walk_.width : walk_.height;
        const std::ptrdiff_t along = rows(i) ? 1 : walk_.width, across = rows(i) ? walk_.width : 1;
        return {from.data() + lane * across + j * b * along, along, std::min(b, all - j * b)};
    }
    Line whole_line(std::vector<double>& from, int i, int lane) {
        Line all = line(from, i, lane, 0);
        all.n = rows(i) ? walk_.width : walk_.height;
        return all;
    }

    // The plane of blocks filtered on their own by pass i, and the states that they leave.
    void run_blocks_alone(int i, Plane in, Plane out) {
        plane(out) = plane(in);
        walk_.made_of[std::size_t(out)] = in;
        BorderStates& s = walk_.states[std::size_t(i)];
        for (int j = 0; j < s.blocks; ++j)
            for (int lane = 0; lane < s.lanes; ++lane) {
                State state(std::size_t(s.order), 0);
                run(pass(i), back(i), line(plane(out), i, lane, j), state);
                put(s.incomplete, s, j, lane, state);
            }
    }

    static void put(std::vector<double>& to, const BorderStates& s, int j, int lane, const State& state) {
        for (int k = 0; k < s.order; ++k) to[s.at(j, lane, k)] = double(state[std::size_t(k)]);
    }
    // The complete state with which pass i enters block j: that of the block before it on the pass's way.
    State entering(int i, int j, int lane) const {
        const BorderStates& s = walk_.states[std::size_t(i)];
        State state(std::size_t(s.order));
        const int before = back(i) ? j + 1 : j - 1;
        for (int k = 0; k < s.order; ++k)
            state[std::size_t(k)] =
                before < 0 || before >= s.blocks
                    ? s.entering[std::size_t(lane) * std::size_t(s.order) + std::size_t(k)]
                    : s.whole[s.at(before, lane, k)];
        return state;
    }
    State zeros() const { return State(std::size_t(walk_.order), 0); }

    void allocate(int i) {
        BorderStates& s = walk_.states[std::size_t(i)];
        s.blocks = blocks(i), s.lanes = lanes(i), s.order = walk_.order;
        const std::size_t numbers = std::size_t(s.blocks) * std::size_t(s.lanes) * std::size_t(s.order);
        for (auto* list : {&s.incomplete, &s.carried, &s.through, &s.fixed, &s.whole})
            list->assign(numbers, 0);
        s.entering.assign(std::size_t(s.lanes) * std::size_t(s.order), 0);
    }

    // The true input of the axis gives the states outside the picture.
    void find_ends(int i) {
        if (!is_recursive(walk_.problem.filter.kind)) return;
        const bool of_rows = rows(i);
        std::vector<double>& in = plane(of_rows ? Plane::Z : Plane::X);
        const AxisDesign& axis = of_rows ? design_.rows : design_.columns;
        const Boundary& boundary = of_rows ? walk_.problem.boundary : walk_.problem.boundary_of_columns();
        const double outside =
            boundary.outside(0) * (of_rows ? design_.gain_after(2) * design_.response_after(2) : 1);
        const auto exact = line_of(axis, boundary, whole_line(in, i, 0).n);
        for (int lane = 0; lane < lanes(i); ++lane) {
            const Line l = whole_line(in, i, lane);
            std::vector<double> samples;
            for (int k = 0; k < l.n; ++k) samples.push_back(l[k]);
            const Ends ends = ends_of(axis, *exact, outside, samples);
            const State& state = back(i) ? ends.last : ends.first;
            BorderStates& s = walk_.states[std::size_t(i)];
            for (int k = 0; k < s.order; ++k)
                s.entering[std::size_t(lane) * std::size_t(s.order) + std::size_t(k)] =
                    double(state[std::size_t(k)]);
        }
    }

    // The parts of the block's states that do not come from the block itself, and their sum: [N11] (24), (34), (37),
    // (39).
    void complete(int i) {
        BorderStates& s = walk_.states[std::size_t(i)];
        for (int step_ = 0; step_ < s.blocks; ++step_) {
            const int j = back(i) ? s.blocks - 1 - step_ : step_;
            for (int lane = 0; lane < s.lanes; ++lane) {
                std::vector<double> silence(std::size_t(walk_.block), 0);
                const Line quiet{silence.data(), 1, line(plane(Plane::X), i, lane, j).n};
                State state = entering(i, j, lane);
                run(pass(i), back(i), quiet, state);
                put(s.carried, s, j, lane, state);
                if (back(i) && plan_.overlaps(i)) {
                    std::fill(silence.begin(), silence.end(), 0);
                    State P = entering(i - 1, j, lane), E = zeros();
                    run(pass(i - 1), false, quiet, P);
                    run(pass(i), true, quiet, E);
                    put(s.through, s, j, lane, E);
                }
                for (int k = 0; k < s.order; ++k) {
                    const std::size_t at = s.at(j, lane, k);
                    s.whole[at] = s.incomplete[at] + s.carried[at] + s.through[at] + s.fixed[at];
                }
            }
        }
    }

    // What the carries of the columns add to the states of the rows. In algorithms 5 and 6 the rows ran over blocks of
    // Z without the carries, in 7 over rows of X.
    void fix_rows(int i) {
        BorderStates& s = walk_.states[std::size_t(i)];
        if (plan_.rows_of == RowsOf::Z) return;
        std::vector<double> missing;
        if (plan_.rows_of != RowsOf::X) {
            missing.assign(plane(Plane::X).size(), 0);
            for (int j = 0; j < walk_.block_rows(); ++j)
                for (int x = 0; x < walk_.width; ++x) {
                    const Line l = line(missing, 0, x, j);
                    State P = entering(0, j, x), E = plan_.has_pass(1) ? entering(1, j, x) : zeros();
                    run(pass(0), false, l, P);
                    if (plan_.has_pass(1)) run(pass(1), true, l, E);
                }
            for (int q = 2; q <= i; ++q)  // through F^T, and for epilogues R^T as well
                for (int j = 0; j < s.blocks; ++j)
                    for (int lane = 0; lane < s.lanes; ++lane) {
                        State state = zeros();
                        run(pass(q), back(q), line(missing, i, lane, j), state);
                        if (q == i) put(s.fixed, s, j, lane, state);
                    }
            return;
        }
        // The states of raw rows are columns of numbers, which the passes down and up filter like columns of pixels.
        const Boundary& boundary = walk_.problem.boundary_of_columns();
        const auto exact = line_of(design_.columns, boundary, s.lanes);
        for (int j = 0; j < s.blocks; ++j)
            for (int k = 0; k < s.order; ++k) {
                std::vector<double> column;
                for (int lane = 0; lane < s.lanes; ++lane) column.push_back(s.incomplete[s.at(j, lane, k)]);
                const std::vector<double> raw = column;
                const double outside = boundary.outside(0) * constant_state(i, j, k);
                Ends ends = ends_of(design_.columns, *exact, outside, column);
                const Line l{column.data(), 1, int(column.size())};
                run(pass(0), false, l, ends.first);
                if (plan_.has_pass(1)) run(pass(1), true, l, ends.last);
                for (int lane = 0; lane < s.lanes; ++lane)
                    s.fixed[s.at(j, lane, k)] = column[std::size_t(lane)] - raw[std::size_t(lane)];
            }
    }

    // The state that a block of ones leaves after the row passes up to i, from zero.
    double constant_state(int i, int j, int k) {
        std::vector<double> ones(std::size_t(walk_.block), 1);
        const Line l{ones.data(), 1, line(plane(Plane::X), i, 0, j).n};
        State state;
        for (int q = 2; q <= i; ++q) {
            state = zeros();
            run(pass(q), back(q), l, state);
        }
        return double(state[std::size_t(k)]);
    }

    // The complete plane after pass i: every block from the states that enter it, [N11] (8).
    void run_blocks(int i, Plane in, Plane out) {
        plane(out) = plane(in);
        walk_.made_of[std::size_t(out)] = in;
        for (int j = 0; j < blocks(i); ++j)
            for (int lane = 0; lane < lanes(i); ++lane) {
                State state = entering(i, j, lane);
                run(pass(i), back(i), line(plane(out), i, lane, j), state);
            }
    }

    // Recursive doubling: a plane after the other, each from the one before.
    void double_reach() {
        Plane from = Plane::X;
        for (const DoublingPass& pass : doubling_passes(walk_.problem.shape)) {
            const std::vector<double>& in = plane(from);
            std::vector<double> out = in;
            const int w = walk_.width, dx = pass.pass == 2 ? pass.reach : 0,
                      dy = pass.pass == 0 ? pass.reach : 0;
            for (int y = dy; y < walk_.height && pass.reach > 0; ++y)
                for (int x = dx; x < w; ++x)
                    out[std::size_t(y * w + x)] += in[std::size_t((y - dy) * w + x - dx)];
            walk_.values.push_back(std::move(out));
            walk_.made_of.push_back(from);
            from = Plane(int(walk_.values.size()) - 1);
        }
    }

    // The columns' sums of X become the table's rows at the lower edges of the blocks: all columns above, and with the
    // pivot all that lies to the left of these.
    void complete_by_pivots() {
        BorderStates& s = walk_.states[std::size_t(Border::P)];
        std::vector<double> above(std::size_t(s.lanes), 0);
        for (int j = 0; j < s.blocks; ++j) {
            double left = 0;
            for (int lane = 0; lane < s.lanes; ++lane) {
                const std::size_t at = s.at(j, lane, 0);
                double& column = above[std::size_t(lane)];
                s.carried[at] = column;
                s.fixed[at] = left;
                column += s.incomplete[at];
                left += column;
                s.whole[at] = left;
            }
        }
    }

    void run_pass(int i) {
        const Plane alone = Plane(int(Plane::incomplete_Y) + i), out = Plane(int(Plane::Y) + i);
        allocate(i);
        find_ends(i);
        run_blocks_alone(i, plan_.input_alone(i), alone);
        if (rows(i)) fix_rows(i);
        if (plan_.pivots && i == 0)
            complete_by_pivots();
        else
            complete(i);
        run_blocks(i, plan_.input(i), out);
    }

    Walk& walk_;
    const WalkPlan& plan_;
    const FilterDesign design_;
};

}  // namespace

double Walk::entering(int pass, int m, int n, int lane, int place) const {
    const BorderStates& s = states[std::size_t(pass)];
    const int j = pass >= 2 ? n : m, before = pass % 2 == 1 ? j + 1 : j - 1;
    if (before < 0 || before >= s.blocks)
        return s.entering[std::size_t(lane) * std::size_t(s.order) + std::size_t(place)];
    return s.whole[s.at(before, lane, place)];
}

Walk make_walk(const Problem& problem, const Image& X, int block) {
    if (const std::string reason = why_no_walk(problem); !reason.empty())
        throw Error(ExitCode::usage, reason);
    const WalkPlan plan = plan_of(problem);
    Walk walk;
    walk.problem = problem;
    walk.width = X.shape().width;
    walk.height = X.shape().height;
    walk.block = plan.by_blocks ? block : std::max(walk.width, walk.height);
    Builder(walk, plan).build(X);
    walk.steps = steps_of(problem, plan, walk.order);
    return walk;
}

}  // namespace sweep::app
