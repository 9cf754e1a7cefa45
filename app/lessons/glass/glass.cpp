#include "app/lessons/glass/glass.h"

#include <algorithm>
#include <utility>

#include "app/lessons/glass/form.h"
#include "core/base/error.h"
#include "core/design/design.h"
#include "core/design/kinds.h"
#include "core/families/algorithms.h"

namespace sweep::app {
namespace {

constexpr int preferred_block = 32;  // small enough to be drawn; an engine may have others

bool keeps_carries(Algorithm algorithm) {
    return algorithm == Algorithm::alg4 || algorithm == Algorithm::alg5 || algorithm == Algorithm::alg6 ||
           algorithm == Algorithm::alg7;
}

Problem glass_problem(Problem problem, const Shape& shape) {
    if (!is_recursive(problem.filter.kind))
        throw Error(ExitCode::usage,
                    "this filter has no carries: choose a Gaussian, a B-spline or another recursive one");
    problem.shape = {shape.width, shape.height, 1};
    problem.input = Sample::f32;  // the mean of the colours, even of a picture of bytes
    problem.passes = all_passes;
    problem.method.block = preferred_block;
    problem.method.memory = Memory::linear;
    problem.method.half_result = false;
    problem.method.cascade.clear();
    if (!keeps_carries(problem.method.algorithm)) problem.method.algorithm = Algorithm::alg7;
    return problem;
}

Carries carries_of(Engine& engine, const Problem& problem, ConstImageView in) {
    engine.prepare(problem);
    Image out(problem.shape, output_sample(problem));
    engine.run(in, out.view());
    return engine.carries();
}

// One block of the picture and the states that enter it, in double.
template <int R, Realisation K>
struct OpenBlock {
    using State = Vec<double, R>;
    using Lines = std::vector<double>;
    Recurrence<double, R, K> F, Rv, FT, RTv;

    // The state that a pass, or the two of an axis, leave at the border of a line, from these states.
    static State leaving(const Recurrence<double, R, K>& forward, const Recurrence<double, R, K>& backward,
                         bool anticausal, State P, State E, const Lines& line) {
        Lines y = run_pass(forward, false, P, line);
        if (!anticausal) return P;
        run_pass(backward, true, E, std::move(y));
        return E;
    }
};

template <int R, Realisation K>
WalkSum sum_at(const BlockGlass& glass, const FilterDesign& design, const Carries& carries,
               const GlassPlace& at) {
    const int b = glass.block();
    using Open = OpenBlock<R, K>;
    using State = typename Open::State;
    const bool rows = at.border == Border::P_rows || at.border == Border::E_rows,
               anticausal = at.border == Border::E || at.border == Border::E_rows;
    // The neighbour at this border, whose pixels and carries the state comes from.
    const int m = rows ? at.m : at.m + (anticausal ? 1 : -1), n = rows ? at.n + (anticausal ? 1 : -1) : at.n;
    const int top = m * b, left = n * b, height = std::min(b, glass.height() - top),
              width = std::min(b, glass.width() - left);
    Open open{make_recurrence<double, R, K>(design.columns.causal),
              make_recurrence<double, R, K>(design.columns.anticausal),
              make_recurrence<double, R, K>(design.rows.causal),
              make_recurrence<double, R, K>(design.rows.anticausal)};
    WalkSum sum;
    const auto add = [&](const char* what, const State& state) {
        sum.terms.push_back({what, 1, state[at.k]});
    };
    const auto column_state = [&](int x, bool epilogue) {
        State state{};
        for (int k = 0; k < R; ++k) state[k] = carries.column(0, m, x, epilogue ? R + k : k);
        return state;
    };
    const auto row_state = [&](int y, bool epilogue) {
        State state{};
        for (int k = 0; k < R; ++k) state[k] = carries.row(0, n, y, epilogue ? R + k : k);
        return state;
    };
    const auto pixels = [&](int x) {
        typename Open::Lines line;
        for (int i = 0; i < height; ++i) line.push_back(double(glass.pixel(x, top + i)));
        return line;
    };
    const State none{};
    if (!rows) {
        const int x = at.n * b + at.lane;
        const typename Open::Lines zeros(std::size_t(height), 0.0);
        add(glass_term::own, Open::leaving(open.F, open.Rv, anticausal, none, none, pixels(x)));
        if (anticausal)
            add(glass_term::through,
                Open::leaving(open.F, open.Rv, true, column_state(x, false), none, zeros));
        add(glass_term::carried,
            anticausal ? Open::leaving(open.F, open.Rv, true, none, column_state(x, true), zeros)
                       : Open::leaving(open.F, open.Rv, false, column_state(x, false), none, zeros));
        return sum;
    }
    // Row `lane` of Z, the block filtered down and up: of its own pixels, and of the carries of its columns.
    typename Open::Lines own, of_carries;
    const typename Open::Lines down_zeros(std::size_t(height), 0.0), zeros(std::size_t(width), 0.0);
    const auto z = [&](State P, State E, const typename Open::Lines& line) {
        return run_pass(open.Rv, true, E, run_pass(open.F, false, P, line))[std::size_t(at.lane)];
    };
    for (int x = left; x < left + width; ++x) {
        own.push_back(z(none, none, pixels(x)));
        of_carries.push_back(z(column_state(x, false), column_state(x, true), down_zeros));
    }
    const int y = top + at.lane;
    const State P = row_state(y, false), E = row_state(y, true);
    add(glass_term::own, Open::leaving(open.FT, open.RTv, anticausal, none, none, own));
    add(glass_term::columns, Open::leaving(open.FT, open.RTv, anticausal, none, none, of_carries));
    if (anticausal) add(glass_term::through, Open::leaving(open.FT, open.RTv, true, P, none, zeros));
    add(glass_term::carried, anticausal ? Open::leaving(open.FT, open.RTv, true, none, E, zeros)
                                        : Open::leaving(open.FT, open.RTv, false, P, none, zeros));
    return sum;
}

// The states of passes over whole lines, kept where they enter the blocks. `ends` has those that enter the picture.
template <int R, Realisation K>
Carries carries_of_lines(const FilterDesign& design, ConstImageView X, const Carries& ends, int block) {
    using State = Vec<double, R>;
    const int w = X.shape.width, h = X.shape.height;
    Carries carries{block, R, X.shape, {}, {}};
    carries.allocate(true, true);
    std::vector<double> Z(std::size_t(w) * std::size_t(h)), line;
    const auto both = [&](const AxisDesign& axis, State P, State E, const auto& keep) {
        const auto F = make_recurrence<double, R, K>(axis.causal),
                   Rv = make_recurrence<double, R, K>(axis.anticausal);
        const int n = int(line.size());
        for (int i = 0; i < n; ++i) {
            if (i % block == 0) keep(i / block, 0, P);
            line[std::size_t(i)] = F.step(P, line[std::size_t(i)]);
        }
        for (int i = n - 1; i >= 0; --i) {
            if (i % block == block - 1 || i == n - 1) keep(i / block, R, E);
            line[std::size_t(i)] = Rv.step(E, line[std::size_t(i)]);
        }
    };
    for (int x = 0; x < w; ++x) {
        line.clear();
        for (int y = 0; y < h; ++y) line.push_back(double(X.row<float>(y)[x]));
        State P{}, E{};
        for (int k = 0; k < R; ++k)
            P[k] = ends.column(0, 0, x, k), E[k] = ends.column(0, ends.block_rows() - 1, x, R + k);
        both(design.columns, P, E, [&](int m, int first, const State& s) {
            for (int k = 0; k < R; ++k) carries.column(0, m, x, first + k) = s[k];
        });
        for (int y = 0; y < h; ++y)
            Z[std::size_t(y) * std::size_t(w) + std::size_t(x)] = line[std::size_t(y)];
    }
    for (int y = 0; y < h; ++y) {
        const auto row = Z.begin() + std::ptrdiff_t(y) * w;
        line.assign(row, row + w);
        State P{}, E{};
        for (int k = 0; k < R; ++k)
            P[k] = ends.row(0, 0, y, k), E[k] = ends.row(0, ends.block_columns() - 1, y, R + k);
        both(design.rows, P, E, [&](int n, int first, const State& s) {
            for (int k = 0; k < R; ++k) carries.row(0, n, y, first + k) = s[k];
        });
    }
    return carries;
}

// The name of the state, with the place of its block, and the equation.
void name(WalkSum& sum, const GlassPlace& at) {
    const auto of_block = [&](const char* letter) {
        return std::string(letter) + "_{" + std::to_string(at.m) + "," + std::to_string(at.n) + "}";
    };
    switch (at.border) {
        case Border::P:
            sum.name = of_block("P");
            sum.formula = "P_{m} = ~P + A_{F}^b P_{m-1}";
            break;
        case Border::E:
            sum.name = of_block("E");
            sum.formula = "E_{m} = ~E + H P_{m+1} + A_{R}^b E_{m+1}";
            break;
        case Border::P_rows:
            sum.name = of_block("P^T");
            sum.formula = "P^T_{n} = ~P^T + fix(P, E) + A_{F}^b P^T_{n-1}";
            break;
        case Border::E_rows:
            sum.name = of_block("E^T");
            sum.formula = "E^T_{n} = ~E^T + fix(P, E) + H P^T_{n+1} + A_{R}^b E^T_{n+1}";
            break;
    }
}

}  // namespace

BlockGlass::BlockGlass(Engine& engine, Engine& in_double, const Problem& problem, ConstImageView X)
    : X_(X.shape, Sample::f32) {
    const Problem asked = glass_problem(problem, X.shape);
    design_ = design(asked.filter);
    std::copy_n(static_cast<const float*>(X.data), X.shape.samples(), X_.data<float>());
    Problem wide = asked;
    wide.input = Sample::f64;
    wide.method.algorithm = Algorithm::alg7;
    Image X_in_double(X.shape, Sample::f64);
    std::copy_n(X_.data<float>(), X.shape.samples(), X_in_double.data<double>());
    of_engine_ = carries_of(engine, asked, std::as_const(X_).view());
    problem_ = engine.resolved();
    const Carries ends = carries_of(in_double, wide, std::as_const(X_in_double).view());
    in_double_ = with_form(problem_, design_, [&]<int R, Realisation K>() {
        return carries_of_lines<R, K>(design_, std::as_const(X_).view(), ends, block());
    });
}

double BlockGlass::number(const Carries& carries, const GlassPlace& at) {
    const int r = carries.order, block = carries.block;
    switch (at.border) {
        case Border::P:
            return carries.column(0, at.m, at.n * block + at.lane, at.k);
        case Border::E:
            return carries.column(0, at.m, at.n * block + at.lane, r + at.k);
        case Border::P_rows:
            return carries.row(0, at.n, at.m * block + at.lane, at.k);
        case Border::E_rows:
            return carries.row(0, at.n, at.m * block + at.lane, r + at.k);
    }
    return 0;
}

WalkSum BlockGlass::sum(const GlassPlace& at) const {
    WalkSum sum;
    const bool ends = (at.border == Border::P && at.m == 0) ||
                      (at.border == Border::E && at.m == block_rows() - 1) ||
                      (at.border == Border::P_rows && at.n == 0) ||
                      (at.border == Border::E_rows && at.n == block_columns() - 1);
    if (ends) {
        sum.terms.push_back({"outside", 1, in_double(at)});
    } else {
        sum = with_form(problem_, design_,
                        [&]<int R, Realisation K>() { return sum_at<R, K>(*this, design_, of_engine_, at); });
    }
    name(sum, at);
    if (ends) sum.formula = "what the boundary continues the line by";
    sum.value = engine(at);
    return sum;
}

}  // namespace sweep::app
