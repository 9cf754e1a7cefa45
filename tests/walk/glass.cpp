// The block under the glass: each number of the engine's buffers is the sum that is shown beside it, and the states
// in double are those of passes that run over whole lines.
#include "app/lessons/glass/glass.h"

#include <algorithm>
#include <cmath>

#include "app/work/engines/engines.h"
#include "app/work/request/teach_settings.h"
#include "core/base/error.h"
#include "core/base/random_image.h"
#include "core/design/design.h"
#include "core/filter/dispatch.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

using app::BlockGlass, app::Border, app::GlassPlace, app::WalkSum;

BlockGlass glass_over(const Problem& p, const Image& X) {
    const auto engine = app::start_engine(EngineKind::cpu).engine,
               in_double = app::start_engine(EngineKind::cpu).engine;
    return {*engine, *in_double, p, X.view()};
}

// Some numbers of every block's borders.
template <class F>
void for_places(const BlockGlass& glass, F check) {
    const int b = glass.block();
    for (int m = 0; m < glass.block_rows(); ++m)
        for (int n = 0; n < glass.block_columns(); ++n)
            for (const Border border : {Border::P, Border::E, Border::P_rows, Border::E_rows}) {
                const bool rows = border == Border::P_rows || border == Border::E_rows;
                const int lanes = std::min(b, rows ? glass.height() - m * b : glass.width() - n * b);
                for (int lane : {0, lanes / 2, lanes - 1})
                    for (int k = 0; k < glass.order(); ++k) check(GlassPlace{border, m, n, lane, k});
            }
}

TEST(Glass, EachNumberIsTheSumThatIsShown) {
    const Shape shape{150, 140, 1};
    const Image X = random_image(shape, Sample::f32);
    std::vector<FilterSpec> filters{of_kind(FilterKind::bspline3), of_kind(FilterKind::bspline5),
                                    unsymmetric(4)};
    for (int order = 3; order <= 5; ++order) filters.push_back(gaussian(6, order));
    for (const FilterSpec& filter : filters)
        for (const BoundaryKind boundary : boundaries_but(BoundaryKind::constant))
            for (const Algorithm algorithm :
                 {Algorithm::automatic, Algorithm::alg4, Algorithm::alg5, Algorithm::alg6}) {
                Problem p = problem(shape, filter, boundary);
                p.method.algorithm = algorithm == Algorithm::automatic ? Algorithm::alg7 : algorithm;
                if (!why_not(p, EngineKind::cpu).empty()) continue;
                p.method.algorithm = algorithm;
                SCOPED_TRACE(text(p));
                const BlockGlass glass = glass_over(p, X);
                double largest = 0;
                for_places(glass, [&](const GlassPlace& at) {
                    largest = std::max(largest, std::abs(glass.in_double(at)));
                });
                ASSERT_GT(largest, 0);
                int apart = 0;
                for_places(glass, [&](const GlassPlace& at) {
                    const WalkSum sum = glass.sum(at);
                    ASSERT_FALSE(sum.terms.empty());
                    EXPECT_NEAR(sum.value, sum.sum(), 1e-5 * largest);
                    EXPECT_NEAR(sum.value, glass.in_double(at), 1e-5 * largest);
                    apart += sum.terms.size() > 1;
                });
                EXPECT_GT(apart, 0);
            }
}

// Without a boundary a line begins from nothing: the states are those of the passes over the whole line.
TEST(Glass, StatesAreThoseOfWholeLines) {
    const Shape shape{150, 201, 1};
    const Image X = random_image(shape, Sample::f32);
    for (int order : {1, 2, 3, 5}) {
        const FilterSpec spec = order < 3 ? of_kind(order == 1 ? FilterKind::bspline3 : FilterKind::bspline5)
                                          : gaussian(9, order);
        const Problem p = problem(shape, spec, BoundaryKind::none);
        const BlockGlass glass = glass_over(p, X);
        const FilterDesign filter = design(p.filter);
        const int b = glass.block();
        dispatch_order(order, [&]<int R>() {
            const auto F = make_recurrence<double, R, Realisation::delta>(filter.columns.causal),
                       Rv = make_recurrence<double, R, Realisation::delta>(filter.columns.anticausal);
            for (const int x : {0, 65, 149}) {
                Vec<double, R> s{};
                std::vector<double> y;
                for (int i = 0; i < shape.height; ++i) {
                    if (i % b == 0) {
                        for (int k = 0; k < R; ++k)
                            EXPECT_NEAR(glass.in_double({Border::P, i / b, x / b, x % b, k}), s[k], 1e-12);
                    }
                    y.push_back(F.step(s, double(glass.pixel(x, i))));
                }
                s = {};
                for (int i = shape.height - 1; i >= 0; --i) {
                    if (i % b == b - 1 || i == shape.height - 1) {
                        for (int k = 0; k < R; ++k)
                            EXPECT_NEAR(glass.in_double({Border::E, i / b, x / b, x % b, k}), s[k], 1e-12);
                    }
                    Rv.step(s, y[std::size_t(i)]);
                }
            }
        });
    }
}

// The window's problem says how the picture is stored; the glass has its light.
TEST(Glass, TakesAProblemOfBytes) {
    const Shape shape{70, 66, 1};
    const Image X = random_image(shape, Sample::f32);
    Problem p = problem(shape, gaussian(6, 3), BoundaryKind::clamp);
    const BlockGlass of_floats = glass_over(p, X);
    p.input = Sample::u8;
    p.shape.channels = 4;
    const BlockGlass of_bytes = glass_over(p, X);
    ASSERT_EQ(of_bytes.block_rows(), of_floats.block_rows());
    for_places(of_floats,
               [&](const GlassPlace& at) { EXPECT_EQ(of_bytes.sum(at).value, of_floats.sum(at).value); });
}

TEST(Glass, RefusesWhatHasNoCarries) {
    const Image X({40, 40, 1}, Sample::f32);
    for (const FilterKind kind : {FilterKind::sat, FilterKind::box, FilterKind::none})
        EXPECT_THROW(glass_over(problem({40, 40, 1}, of_kind(kind)), X), Error);
}

// The rectangle of X, with zeros around it.
Image cut(const Image& X, int left, int top, int width, int height, int more_columns, int more_rows,
          int from_x, int from_y) {
    Image out({width + more_columns, height + more_rows, 1}, Sample::f32);
    std::fill_n(out.data<float>(), out.shape().samples(), 0.f);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            out.view().row<float>(from_y + y)[from_x + x] = X.view().row<float>(top + y)[left + x];
    return out;
}

// What a block makes of itself is what enters the next one where nothing else is in the picture: a picture of that
// block and an empty one, in which every pass begins from nothing.
TEST(Glass, IncompleteStatesAreThoseOfTheBlockAlone) {
    const Shape shape{200, 201, 1};
    const Image X = random_image(shape, Sample::f32);
    for (const int order : {1, 2, 3, 4, 5})
        for (const BoundaryKind boundary : but_reflect101(boundaries_but(BoundaryKind::constant))) {
            const FilterSpec spec = order < 3
                                        ? of_kind(order == 1 ? FilterKind::bspline3 : FilterKind::bspline5)
                                        : gaussian(4, order);
            Problem p = problem(shape, spec, boundary);
            p.method.algorithm = Algorithm::alg5;
            SCOPED_TRACE(text(p));
            const BlockGlass glass = glass_over(p, X);
            const int b = glass.block(), m = 1, n = 1;
            ASSERT_GE(glass.block_rows(), 3);
            Problem alone = problem(shape, spec, BoundaryKind::none);
            alone.method.algorithm = Algorithm::alg7;
            for (const app::GlassEdge& edge : glass.edges(m, n)) {
                // The block that the edge comes from, and an empty one where it goes to.
                const int left = edge.from_n * b, top = edge.from_m * b,
                          width = std::min(b, shape.width - left), height = std::min(b, shape.height - top);
                const bool across = edge.from_n != edge.to_n, back = !edge.is_causal;
                const Image small = cut(X, left, top, width, height, across ? b : 0, across ? 0 : b,
                                        across && back ? b : 0, !across && back ? b : 0);
                alone.shape = small.shape();
                const BlockGlass other = glass_over(alone, small);
                ASSERT_EQ(other.block(), b);
                const app::Border border = across ? (back ? app::Border::E_rows : app::Border::P_rows)
                                                  : (back ? app::Border::E : app::Border::P);
                const int to = back ? 0 : 1;
                double largest = 0;
                for (const app::GlassNumber& number : edge.numbers)
                    largest = std::max(largest, std::abs(number.sum.terms.front().value));
                ASSERT_GT(largest, 0);
                for (int lane = 0; lane < edge.lanes; lane += 7)
                    for (int k = 0; k < order; ++k) {
                        const app::GlassValue value = value_at(edge, edge.number(lane, k), 0);
                        EXPECT_TRUE(value.known);
                        EXPECT_FALSE(value.complete);
                        EXPECT_NEAR(value.value,
                                    other.in_double({border, across ? 0 : to, across ? to : 0, lane, k}),
                                    1e-9 * largest)
                            << edge.name << (edge.leaves ? " leaves" : " enters");
                    }
            }
        }
}

// From fix to fix a state comes nearer to what the engine has, and at the last moment it is that, to the last bit.
TEST(Glass, EveryFixAddsATermUntilTheStateIsTheEngines) {
    const Shape shape{200, 170, 1};
    const Image X = random_image(shape, Sample::f32);
    for (const Algorithm algorithm : {Algorithm::alg4, Algorithm::alg5, Algorithm::alg6, Algorithm::alg7}) {
        Problem p = problem(shape, gaussian(6, 3), BoundaryKind::clamp);
        p.method.algorithm = algorithm;
        const BlockGlass glass = glass_over(p, X);
        const int last = int(glass.moments().size()) - 1;
        ASSERT_EQ(last, app::last_moment);
        for (int m = 0; m < glass.block_rows(); ++m)
            for (int n = 0; n < glass.block_columns(); ++n)
                for (const app::GlassEdge& edge : glass.edges(m, n))
                    for (std::size_t i = 0; i < edge.numbers.size(); i += 17) {
                        const app::GlassNumber& number = edge.numbers[i];
                        int terms = 0, lacking = 9;
                        for (int moment = 0; moment <= last; ++moment) {
                            const app::GlassValue value = value_at(edge, number, moment);
                            EXPECT_GE(value.terms, terms);
                            EXPECT_LE(value.lacking, lacking);
                            terms = value.terms, lacking = value.lacking;
                            if (!value.complete) continue;
                            EXPECT_EQ(value.value, number.sum.value);
                        }
                        EXPECT_EQ(lacking, 0);
                        EXPECT_EQ(terms, int(number.sum.terms.size()));
                    }
    }
}

// Every sum of a table: the engine's number, what it consists of, and the reference's table.
TEST(Glass, SumsOfATableAddUpToTheReference) {
    for (const Precision precision : {Precision::f32, Precision::f32_less_mean, Precision::fixed_point,
                                      Precision::uint32, Precision::f64})
        for (const Shape shape :
             {Shape{150, 201, 1}, Shape{64, 64, 1}, Shape{31, 130, 1}, Shape{129, 7, 1}}) {
            const Image X = random_image(shape, Sample::f32);
            Problem p = problem(shape, of_kind(FilterKind::sat));
            p.method.algorithm = Algorithm::sat;
            p.method.precision = precision;
            SCOPED_TRACE(text(p));
            const auto engine = app::start_engine(EngineKind::cpu).engine;
            const app::TableGlass glass(*engine, p, X.view());
            // The table of the reference: in bytes or in double, of the same samples.
            Problem of_truth = problem(shape, of_kind(FilterKind::sat));
            of_truth.method.algorithm = Algorithm::sat;
            of_truth.input = Sample::f64;
            of_truth.method.precision = Precision::f64;
            Image in(shape, Sample::f64), table(shape, Sample::f64);
            for (int y = 0; y < shape.height; ++y)
                for (int x = 0; x < shape.width; ++x) in.view().row<double>(y)[x] = glass.pixel_value(x, y);
            const auto reference = app::start_engine(EngineKind::reference).engine;
            reference->prepare(of_truth);
            reference->run(in.view(), table.view());
            const auto entry = [&](int x, int y) {
                return x < 0 || y < 0 ? 0 : table.view().row<double>(y)[x];
            };
            double all = 1;  // the largest entry: without its mean a picture's last one is about zero
            for (int y = 0; y < shape.height; ++y)
                for (int x = 0; x < shape.width; ++x) all = std::max(all, std::abs(entry(x, y)));
            const bool integers = precision == Precision::fixed_point || precision == Precision::uint32;
            const double tolerance = integers ? 0 : precision == Precision::f64 ? 1e-12 * all : 2e-6 * all;
            const auto wrapped = [&](double sum) { return integers ? std::fmod(sum, 4294967296.0) : sum; };
            const int b = glass.block(), last = int(glass.moments().size()) - 1;
            int checked = 0;
            for (int m = 0; m < glass.block_rows(); ++m)
                for (int n = 0; n < glass.block_columns(); ++n)
                    for (const app::GlassEdge& edge : glass.edges(m, n))
                        for (int lane = 0; lane < edge.lanes; ++lane) {
                            const app::GlassNumber& number = edge.number(lane, 0);
                            const int top = edge.to_m * b, left = edge.to_n * b;
                            double truth = 0;
                            if (edge.name == "P")
                                truth = entry(left + lane, top - 1) - entry(left + lane - 1, top - 1);
                            else if (edge.name == "P^T")
                                truth = entry(left - 1, top + lane);
                            else
                                truth = entry(std::min(left + b, shape.width) - 1, top - 1) -
                                        entry(left - 1, top - 1);
                            EXPECT_NEAR(number.sum.value, wrapped(truth), tolerance) << edge.name;
                            EXPECT_NEAR(number.sum.sum(), number.sum.value, tolerance) << edge.name;
                            EXPECT_NEAR(number.in_double, wrapped(truth), integers ? 0 : 1e-9 * all)
                                << edge.name;
                            const app::GlassValue end = value_at(edge, number, last);
                            EXPECT_TRUE(end.complete);
                            EXPECT_EQ(end.value, number.sum.value);
                            ++checked;
                        }
            EXPECT_GT(checked, 0);
        }
}

// The blocks that a number comes from are those of its terms: their shares add up, and they are neighbours.
TEST(Glass, NumbersComeFromTheBlocksOfTheirTerms) {
    const Shape shape{200, 201, 1};
    const Image X = random_image(shape, Sample::f32);
    for (const bool is_table : {false, true}) {
        Problem p = problem(shape, is_table ? of_kind(FilterKind::sat) : gaussian(6, 3), BoundaryKind::clamp);
        if (is_table) p.boundary.kind = BoundaryKind::none;
        p.method.algorithm = is_table ? Algorithm::sat : Algorithm::alg5;
        const auto engine = app::start_engine(EngineKind::cpu).engine,
                   in_double = app::start_engine(EngineKind::cpu).engine;
        const auto glass = app::make_glass(*engine, *in_double, p, X.view());
        const int last = int(glass->moments().size()) - 1;
        int moved = 0;
        for (const app::GlassEdge& edge : glass->edges(1, 1)) {
            const app::GlassNumber& number = edge.number(edge.lanes / 2, 0);
            double before = 0;
            for (const int moment : {0, last}) {
                const int terms = value_at(edge, number, moment).terms;
                const auto sources = app::sources_of(edge, number, terms);
                double all = 0;
                for (const app::GlassSource& source : sources) {
                    all += source.share;
                    EXPECT_LE(std::abs(source.m - edge.from_m) + std::abs(source.n - edge.from_n), 1);
                }
                EXPECT_NEAR(all, terms > 0 ? 1 : 0, 1e-12) << edge.name;
                if (moment == 0) before = double(sources.size());
                moved += moment == last && double(sources.size()) > before;
            }
            if (edge.name == "P" || edge.name == "P^T") {
                const auto sources = app::sources_of(edge, number, int(number.sum.terms.size()));
                ASSERT_GE(sources.size(), 2u);
                EXPECT_EQ(sources.front().m, edge.from_m);
                EXPECT_EQ(sources.front().n, edge.from_n) << "its own pixels";
                const bool rows = edge.name == "P^T";
                EXPECT_EQ(sources.back().m, edge.from_m - (rows ? 0 : 1));
                EXPECT_EQ(sources.back().n, edge.from_n - (rows ? 1 : 0)) << "what is carried";
            }
        }
        EXPECT_GT(moved, 2) << "fixes bring more of the picture";
    }
}

// What each block's pixels add to a number is what the number is when all other pixels are 0.
TEST(Glass, LineageIsWhatEachBlockAddsAlone) {
    const Shape shape{260, 200, 1};
    const Image X = random_image(shape, Sample::f32);
    for (const FilterSpec& filter : {gaussian(40, 3), of_kind(FilterKind::bspline5), unsymmetric(4)}) {
        Problem p = problem(shape, filter, BoundaryKind::none);
        p.method.algorithm = Algorithm::alg5;
        SCOPED_TRACE(text(p));
        const BlockGlass glass = glass_over(p, X);
        const int b = glass.block(), columns = glass.block_columns(), blocks = glass.block_rows() * columns;
        std::vector<BlockGlass> alone;
        for (int i = 0; i < blocks; ++i) {
            Image part(shape, Sample::f32);
            for (int y = 0; y < shape.height; ++y)
                for (int x = 0; x < shape.width; ++x)
                    part.view().row<float>(y)[x] =
                        y / b == i / columns && x / b == i % columns ? X.view().row<float>(y)[x] : 0;
            alone.push_back(glass_over(p, part));
        }
        int many = 0;
        for (const app::GlassEdge& edge : glass.edges(1, 2)) {
            const bool rows = edge.from_m == edge.to_m;
            const Border border = rows ? (edge.is_causal ? Border::P_rows : Border::E_rows)
                                       : (edge.is_causal ? Border::P : Border::E);
            const int lane = edge.lanes / 2, k = glass.order() - 1;
            std::vector<double> adds;
            double all = 0;
            for (const BlockGlass& one : alone) {
                adds.push_back(std::abs(one.in_double({border, edge.to_m, edge.to_n, lane, k})));
                all += adds.back();
            }
            std::size_t seen = 0;
            for (const double part : adds) seen += part > 2e-3 * all;
            const auto lineage = glass.lineage(edge, lane, k);
            EXPECT_GE(lineage.size(), seen) << edge.name;
            many = std::max(many, int(lineage.size()));
            for (std::size_t i = 0; i < lineage.size(); ++i) {
                EXPECT_NEAR(lineage[i].share, adds[std::size_t(lineage[i].m * columns + lineage[i].n)] / all,
                            1e-4)
                    << edge.name;
                EXPECT_LE(lineage[i].share, lineage[i > 0 ? i - 1 : 0].share);
            }
        }
        EXPECT_GT(many, filter.kind == FilterKind::gaussian ? 8 : 0) << "it was handed on";
    }
}

TEST(Glass, LineageOfATableIsAllAboveAndLeft) {
    const Shape shape{130, 100, 1};
    Image X(shape, Sample::f32);
    std::fill_n(X.data<float>(), shape.samples(), 1.f);
    Problem p = problem(shape, of_kind(FilterKind::sat), BoundaryKind::none);
    p.method.algorithm = Algorithm::sat;
    p.method.precision = Precision::uint32;
    const auto engine = app::start_engine(EngineKind::cpu).engine,
               in_double = app::start_engine(EngineKind::cpu).engine;
    const auto glass = app::make_glass(*engine, *in_double, p, X.view());
    const int b = glass->block();
    for (const app::GlassEdge& edge : glass->edges(1, 1)) {
        const bool corner = edge.side == app::EdgeSide::corner, rows = !corner && edge.from_m == edge.to_m;
        double all = 0;
        for (const app::GlassSource& source : glass->lineage(edge, 3, 0)) {
            all += source.share;
            EXPECT_LT(source.m, rows ? edge.to_m + 1 : edge.to_m) << edge.name;
            EXPECT_EQ(source.n < edge.to_n, rows) << edge.name;
            if (!rows || source.m == edge.to_m) continue;
            EXPECT_NEAR(source.share, double(b) / (edge.to_m * b + 4) / edge.to_n, 1e-12) << "a whole block";
        }
        EXPECT_NEAR(all, 1, 1e-12) << edge.name;
    }
}

// Sums that do not fit into 32 bits say how often they have wrapped.
TEST(Glass, SumsOfIntegersSayHowOftenTheyWrap) {
    const Shape shape{130, 130, 1};
    Image X(shape, Sample::f32);
    std::fill_n(X.data<float>(), shape.samples(), 30.f);
    Problem p = problem(shape, of_kind(FilterKind::sat));
    p.method.algorithm = Algorithm::sat;
    p.method.precision = Precision::fixed_point;
    const auto engine = app::start_engine(EngineKind::cpu).engine;
    const app::TableGlass glass(*engine, p, X.view());
    const app::GlassNumber corner = glass.row(2, 129);
    EXPECT_EQ(corner.sum.terms.back().what, "2^32, wrapped");
    EXPECT_EQ(corner.sum.sum(), corner.sum.value);
    EXPECT_EQ(corner.in_double, corner.sum.value);
}

TEST(Glass, OfATableNeedsAnAlgorithmThatKeepsItsSums) {
    const Shape shape{80, 70, 1};
    const Image X = random_image(shape, Sample::f32);
    const auto engine = app::start_engine(EngineKind::cpu).engine;
    Problem p = problem(shape, of_kind(FilterKind::sat));
    p.method.algorithm = Algorithm::sat_one_pass;
    EXPECT_THROW(app::TableGlass(*engine, p, X.view()), Error);
}

}  // namespace
}  // namespace sweep::test
