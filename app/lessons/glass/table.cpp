// The sums of a summed-area table at the edges of a block, in the numbers that the table adds up.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/lessons/glass/glass.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr double words = 4294967296.0;  // sums of integers are taken modulo this
constexpr int columns_of_a_term = 8;    // of s(P), which has too many columns for a term each

// Sums in uint32 alone take bytes.
Problem table_problem(Problem problem, const Shape& shape) {
    problem.shape = {shape.width, shape.height, 1};
    problem.input = problem.method.precision == Precision::uint32 ? Sample::u8 : Sample::f32;
    problem.method.memory = Memory::linear;
    problem.method.half_result = false;
    problem.method.fixed_point = 0;
    return problem;
}

}  // namespace

TableGlass::TableGlass(Engine& engine, const Problem& problem, ConstImageView X)
    : problem_(table_problem(problem, X.shape)) {
    const Shape shape = problem_.shape;
    Image in(shape, problem_.input);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x) {
            const float value = X.row<float>(y)[x];
            if (problem_.input == Sample::u8)
                in.view().row<std::uint8_t>(y)[x] =
                    std::uint8_t(std::lround(255 * std::clamp(double(value), 0.0, 1.0)));
            else
                in.view().row<float>(y)[x] = std::isfinite(value) ? value : 0;
        }
    engine.prepare(problem_);
    Image out(shape, output_sample(problem_));
    engine.run(std::as_const(in).view(), out.view());
    problem_ = engine.resolved();
    of_engine_ = engine.table_carries();

    const Quantisation q = quantisation(problem_);
    const std::vector<double> means = engine.table_mean();
    const double mean = means.empty() ? 0 : means.front();
    X_.resize(shape.pixels());
    const ConstImageView view = std::as_const(in).view();
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x) {
            if (problem_.input == Sample::u8)
                X_[at(x, y)] = double(view.row<std::uint8_t>(y)[x]);
            else if (q.scale > 0)
                X_[at(x, y)] =
                    double(std::nearbyint(std::clamp(view.row<float>(y)[x], 0.f, q.limit) * q.scale));
            else
                X_[at(x, y)] = double(view.row<float>(y)[x]) - mean;
        }
    table_ = X_;
    for (int y = 0; y < shape.height; ++y) {
        double row = 0;
        for (int x = 0; x < shape.width; ++x) {
            row += X_[at(x, y)];
            table_[at(x, y)] = row + (y > 0 ? table_[at(x, y - 1)] : 0);
        }
    }
}

double TableGlass::box(int x0, int y0, int x1, int y1) const {
    const auto entry = [&](int x, int y) { return x < 0 || y < 0 ? 0 : table_[at(x, y)]; };
    return x1 <= x0 || y1 <= y0 ? 0
                                : entry(x1 - 1, y1 - 1) - entry(x0 - 1, y1 - 1) - entry(x1 - 1, y0 - 1) +
                                      entry(x0 - 1, y0 - 1);
}

// Takes the multiples of 2^32 off that sums of integers lose.
void TableGlass::wrap(GlassNumber& number) const {
    if (table_sample(problem_) != Sample::u32) return;
    if (const double times = std::floor(number.sum.sum() / words); times > 0)
        number.sum.terms.push_back({"2^32, wrapped", -times, words});
    number.in_double = std::fmod(number.in_double, words);
}

GlassNumber TableGlass::column(int m, int x) const {
    const int b = block(), n = x / b;
    GlassNumber number;
    WalkSum& sum = number.sum;
    sum.name = fmt::format("P_{{{},{}}}", m, n);
    sum.formula = "P_{m} = ~P + P_{m-1}";
    if (m == 0) {
        sum.formula = "nothing lies above the picture";
        sum.terms.push_back({"outside", 1, 0});
    } else {
        double own = 0;
        for (int y = (m - 1) * b; y < m * b; ++y) own += X_[at(x, y)];
        sum.terms.push_back({glass_term::own, 1, own});
        sum.terms.push_back({glass_term::carried, 1, of_engine_.column(0, m - 1, x)});
    }
    sum.value = of_engine_.column(0, m, x);
    number.in_double = box(x, 0, x + 1, m * b);
    wrap(number);
    return number;
}

GlassNumber TableGlass::row(int n, int y) const {
    const int b = block(), m = y / b;
    GlassNumber number;
    WalkSum& sum = number.sum;
    sum.name = fmt::format("P^T_{{{},{}}}", m, n);
    sum.formula = "P^T_{n} = ~P^T + s(P) + P^T_{n-1}";
    if (n == 0) {
        sum.formula = "nothing lies left of the picture";
        sum.terms.push_back({"outside", 1, 0});
    } else {
        double own = 0;
        for (int i = m * b; i <= y; ++i)
            for (int x = (n - 1) * b; x < n * b; ++x) own += X_[at(x, i)];
        sum.terms.push_back({glass_term::own, 1, own});
        sum.terms.push_back({glass_term::sum_above, 1, of_engine_.sum(0, m, n - 1)});
        sum.terms.push_back({glass_term::carried, 1, of_engine_.row(0, n - 1, y)});
    }
    sum.value = of_engine_.row(0, n, y);
    number.in_double = box(0, 0, n * b, y + 1);
    wrap(number);
    return number;
}

GlassNumber TableGlass::scalar(int m, int n) const {
    const int b = block(), left = n * b, right = std::min(left + b, width());
    GlassNumber number;
    WalkSum& sum = number.sum;
    sum.name = fmt::format("s(P_{{{},{}}})", m, n);
    sum.formula = "the columns' carries P, added up over the block";
    for (int x = left; x < right; x += columns_of_a_term) {
        const int end = std::min(x + columns_of_a_term, right);
        double some = 0;
        for (int i = x; i < end; ++i) some += of_engine_.column(0, m, i);
        sum.terms.push_back({fmt::format("columns {} to {}", x, end - 1), 1, some});
    }
    sum.value = of_engine_.sum(0, m, n);
    number.in_double = box(left, 0, right, m * b);
    wrap(number);
    return number;
}

std::vector<GlassMoment> TableGlass::moments() const {
    return {{"S.1", "every block alone: its columns and rows added up"},
            {"S.2", "P is complete, and s(P) is its sum"},
            {"S.3", "the rows take s(P), all that lies above"},
            {"S.3", "P^T is complete: the table, left of the block"}};
}

std::vector<GlassEdge> TableGlass::edges(int m, int n) const {
    const int columns = std::min(block(), width() - n * block()),
              rows = std::min(block(), height() - m * block());
    std::vector<GlassEdge> all;
    const auto edge = [&](std::string name, EdgeSide side, bool leaves, int to_m, int to_n, int lanes,
                          std::vector<int> terms, std::vector<int> lacks, const auto& number) {
        if (to_m >= block_rows() || to_n >= block_columns()) return;
        GlassEdge one;
        one.name = std::move(name);
        one.side = side;
        one.leaves = leaves;
        const bool down = side == EdgeSide::above || side == EdgeSide::below;
        one.to_m = to_m, one.to_n = to_n;
        one.from_m = down ? to_m - 1 : to_m,
        one.from_n = side == EdgeSide::left || side == EdgeSide::right ? to_n - 1 : to_n;
        one.lanes = lanes;
        one.terms = std::move(terms);
        one.lacks = std::move(lacks);
        for (int lane = 0; lane < lanes; ++lane) one.numbers.push_back(number(lane));
        all.push_back(std::move(one));
    };
    const auto column = [&](int to) {
        return [this, to, n](int lane) { return this->column(to, n * block() + lane); };
    };
    const auto row = [&](int to) {
        return [this, to, m](int lane) { return this->row(to, m * block() + lane); };
    };
    const std::vector<int> of_P{1, 2, 2, 2}, of_rows{1, 1, 2, 3}, of_s{0, 1, 1, 1};
    edge("P", EdgeSide::above, false, m, n, columns, of_P, {2, 1, 0}, column(m));
    edge("P^T", EdgeSide::left, false, m, n, rows, of_rows, {3, 2, 1, 0}, row(n));
    edge("s(P)", EdgeSide::corner, false, m, n, 1, of_s, {1, 0}, [&](int) { return scalar(m, n); });
    edge("P", EdgeSide::below, true, m + 1, n, columns, of_P, {2, 1, 0}, column(m + 1));
    edge("P^T", EdgeSide::right, true, m, n + 1, rows, of_rows, {3, 2, 1, 0}, row(n + 1));
    return all;
}

}  // namespace sweep::app
