// core's mathematics against facts from outside: published numbers, closed forms, brute force in long double.
#include <limits>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/blocks/block_algebra.h"
#include "core/blocks/extension.h"
#include "core/families/algorithms.h"
#include "core/filter/dispatch.h"
#include "core/plan/planner.h"
#include "core/stages/stages.h"
#include "tests/support/cases.h"

namespace sweep {
namespace {

using namespace sweep::test;

std::vector<double> random_line(int n, unsigned seed = 1) {
    std::mt19937 generator(seed);
    std::vector<double> x(std::size_t(n), 0.0);
    for (double& v : x) v = double(generator()) * 0x1p-32;
    return x;
}

// The filters have every order from 1 to 5, and are fast and slow.
std::vector<FilterSpec> filters() {
    std::vector<FilterSpec> all = splines();
    for (int order : {3, 4, 5})
        for (double sigma : {0.8, 5.0, 40.0}) all.push_back(gaussian(sigma, order));
    for (int order : {1, 2, 3, 4, 5}) all.push_back(unsymmetric(order));
    return all;
}

std::string refusal(const std::function<void()>& f) {
    try {
        f();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ExitCode::usage);
        return e.what();
    }
    return "";
}

// ---- recurrences -------------------------------------------------------------------------------------

TEST(Recurrence, DeltaAndDirectAreTheSameFilter) {
    const std::vector<double> x = random_line(500);
    for (const FilterSpec& spec : filters()) {
        const FilterDesign filter = design(spec);
        for (const PassDesign& pass : {filter.columns.causal, filter.columns.anticausal})
            dispatch_order(filter.order(), [&]<int R>() {
                const auto delta = make_recurrence<double, R, Realisation::delta>(pass);
                const auto direct = make_recurrence<double, R, Realisation::direct>(pass);
                Vec<double, R> s{}, y{};
                double error = 0;
                for (double v : x) error = std::max(error, std::abs(delta.step(s, v) - direct.step(y, v)));
                // Direct feedback multiplies rounding errors by 1 / prod (1 - pole): 4e6 for sigma 40 at
                // order 5.
                EXPECT_LE(error, 1e-15 / pass.unit_gain + 1e-13) << text(problem({1, 1, 1}, spec));
                const double newest = delta.step(s, 0.5), newest_direct = direct.step(y, 0.5);
                EXPECT_EQ(newest, delta.level(s));
                EXPECT_EQ(newest_direct, direct.level(y));
            });
    }
}

TEST(Recurrence, ImpulseResponseOfOnePoleIsItsPowers) {
    for (double p : {0.9, -0.4}) {
        FilterSpec spec = of_kind(FilterKind::iir);
        spec.causal = {-p};
        const FilterDesign filter = design(spec);
        const auto F = make_recurrence<double, 1, Realisation::delta>(filter.columns.causal);
        Vec<double, 1> s{};
        for (int n = 0; n < 60; ++n)
            EXPECT_NEAR(F.step(s, n == 0 ? 1.0 : 0.0), (1 - p) * std::pow(p, n), 1e-15);
        // Both passes together have the response (1 - p)^2 sum_k p^k p^(k + |n|) = (1 - p)^2 / (1 - p^2)
        // p^|n|.
        const std::vector<double> h = impulse_response(filter.columns, 40);
        for (int n = -40; n <= 40; ++n)
            EXPECT_NEAR(h[std::size_t(n + 40)], (1 - p) / (1 + p) * std::pow(p, std::abs(n)), 1e-15);
    }
}

// For a constant the delta realisation adds corrections of zero, and not even the last bit of a float
// changes. (A section that alternates subtracts c from 2 c: there the last bits may change.)
TEST(Recurrence, DeltaLeavesConstantsAlone) {
    for (const FilterSpec& spec : filters()) {
        const FilterDesign filter = design(spec);
        dispatch_order(filter.order(), [&]<int R>() {
            const auto F = make_recurrence<float, R, Realisation::delta>(filter.columns.causal);
            for (float c : {0.1f, 1.0f, -3.7f}) {
                Vec<float, R> s;
                for (int k = 0; k < R; ++k) s[k] = F.steady()[k] * c;
                const bool alternates = F.alternates();
                for (int i = 0; i < 100; ++i) {
                    const float y = F.step(s, c);
                    if (alternates)
                        EXPECT_NEAR(y, c, 1e-6f * std::abs(c));
                    else
                        EXPECT_EQ(y, c);
                }
            }
        });
    }
}

// ---- filter design -----------------------------------------------------------------------------------

// The numbers are published with 12 (q) and 15 digits; the poles are in ARCHITECTURE.md.
TEST(FilterDesign, GaussianMatchesThePublishedNumbers) {
    struct Row {
        double sigma;
        double q;
        std::vector<double> d;
        double g;
    };
    const Row table[] = {
        {0.8, 0.500780375392, {-0.506119118538889, 0.17261919313899, -0.0316134838943663}, 0.634886590705734},
        {0.8,
         0.529204746911,
         {-0.534514591221373, 0.218405417689703, -0.0711187577080396, 0.0129980585309726},
         0.625770127291263},
        {0.8,
         0.555026242973,
         {-0.545192921145925, 0.238695410880125, -0.0949294236631048, 0.0308039323415566,
          -0.00565067527163222},
         0.62372632314102},
        {5, 2.381051561348, {-2.30181443915424, 1.80758152221815, -0.483609317523959}, 0.0221577655399511},
        {5,
         2.344822561310,
         {-3.01924546637323, 3.50431214427663, -1.85134750610292, 0.375249250906372},
         0.00896842270685641},
        {5,
         2.310210369596,
         {-3.71001588089521, 5.64857528129597, -4.40830806445228, 1.76210498078571, -0.288365871002783},
         0.00399044573140108},
        {40,
         18.863816439893,
         {-2.90864912716574, 2.82109053155471, -0.912380304340636},
         6.11000483340684e-05},
        {40,
         18.517090416513,
         {-3.87557836000826, 5.63468789117477, -3.64238119829087, 0.883275211361914},
         3.54423754984662e-06},
        {40,
         18.185375586243,
         {-4.84070439486301, 9.37665258179048, -9.08504576438408, 4.40297033636943, -0.853872530091282},
         2.28821539231907e-07},
    };
    for (const Row& row : table) {
        const int order = int(row.d.size());
        const FilterDesign filter = design(gaussian(row.sigma, order));
        EXPECT_NEAR(gaussian_scale(row.sigma, order), row.q, 2e-12 * row.q);
        for (int k = 0; k < order; ++k)
            EXPECT_NEAR(filter.columns.causal.d[std::size_t(k)], row.d[std::size_t(k)],
                        1e-13 * std::max(1.0, std::abs(row.d[std::size_t(k)])));
        // The published g comes from a sum of d, which cancels down to these digits.
        EXPECT_NEAR(filter.columns.causal.unit_gain, row.g, 1e-14 + 1e-9 * row.g);
        EXPECT_EQ(filter.columns.causal.gain, 1);
    }
}

TEST(FilterDesign, GaussianHasTheVarianceAskedFor) {
    for (int order : {3, 4, 5})
        for (double sigma : {0.5, 0.8, 2.0, 5.0, 40.0}) {
            const int half = int(30 * sigma) + 60;
            const std::vector<double> h = impulse_response(design(gaussian(sigma, order)).columns, half);
            double sum = 0, moment = 0;
            for (int n = -half; n <= half; ++n) {
                sum += h[std::size_t(n + half)];
                moment += double(n) * n * h[std::size_t(n + half)];
            }
            EXPECT_NEAR(sum, 1, 1e-12);
            EXPECT_NEAR(moment / (sigma * sigma), 1, 1e-9);
        }
}

TEST(FilterDesign, SplineFiltersInvertTheSampledSplines) {
    const struct {
        FilterKind kind;
        std::vector<double> spline;
    } pairs[] = {{FilterKind::bspline2, {1 / 8., 6 / 8., 1 / 8.}},
                 {FilterKind::bspline3, {1 / 6., 4 / 6., 1 / 6.}},
                 {FilterKind::bspline4, {1 / 384., 76 / 384., 230 / 384., 76 / 384., 1 / 384.}},
                 {FilterKind::bspline5, {1 / 120., 26 / 120., 66 / 120., 26 / 120., 1 / 120.}}};
    for (const auto& [kind, spline] : pairs) {
        const int half = 60, reach = int(spline.size()) / 2;
        const std::vector<double> h = impulse_response(design(of_kind(kind)).columns, half);
        for (int n = -half + reach; n <= half - reach; ++n) {
            double sum = 0;
            for (int k = -reach; k <= reach; ++k)
                sum += spline[std::size_t(k + reach)] * h[std::size_t(n - k + half)];
            EXPECT_NEAR(sum, n == 0 ? 1 : 0, 1e-14);
        }
    }
}

TEST(FilterDesign, RootsAreThoseThePolynomialWasMadeOf) {
    const std::vector<std::complex<double>> poles{std::polar(0.9999, 0.001), std::polar(0.5, 2.0), -0.25};
    const std::vector<std::complex<double>> found = roots(feedback(poles));
    ASSERT_EQ(found.size(), 5u);
    for (auto pole : poles) {
        double nearest = 1;
        for (auto root : found) nearest = std::min(nearest, std::abs(root - pole));
        EXPECT_LE(nearest, 1e-11);
    }
}

TEST(FilterDesign, RefusesInOneClearLine) {
    auto iir = [](std::vector<double> d) {
        FilterSpec f = of_kind(FilterKind::iir);
        f.causal = std::move(d);
        return f;
    };
    EXPECT_NE(refusal([&] { design(iir({-1.5})); }).find("pole 1.5"), std::string::npos);
    EXPECT_NE(refusal([&] { design(iir({0, 1.21})); }).find("magnitude 1.1"), std::string::npos);
    EXPECT_NE(refusal([&] { design(iir({-1})); }).find("pole 1"), std::string::npos);
    FilterSpec behind = iir({-0.5});
    behind.anticausal = {2};
    EXPECT_NE(refusal([&] { design(behind); }).find("anticausal"), std::string::npos);
    EXPECT_NE(refusal([&] { design(iir({})); }), "");
    EXPECT_NE(refusal([&] {
                  design(iir({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1}));
              }).find("at most 16"),
              std::string::npos);
    EXPECT_NE(refusal([&] { design(iir({std::nan("")})); }), "");
    for (double sigma : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity(), 1e6, 0.01})
        EXPECT_NE(refusal([&] { design(gaussian(sigma)); }).find("sigma"), std::string::npos) << sigma;
    for (int order : {0, 2, 6}) EXPECT_NE(refusal([&] { design(gaussian(5, order)); }), "") << order;
    EXPECT_NE(refusal([&] { design(of_kind(FilterKind::sat)); }), "");
    for (const std::string& line :
         {refusal([&] { design(iir({-1.5})); }), refusal([&] { design(gaussian(0)); })})
        EXPECT_EQ(line.find('\n'), std::string::npos);
}

// ---- block algebra and boundaries --------------------------------------------------------------------

// The test compares blocks with carries and the same recurrence along the whole line.
TEST(BlockAlgebra, BlocksWithCarriesAreTheSequentialFilter) {
    for (const FilterSpec& spec : filters()) {
        const FilterDesign filter = design(spec);
        dispatch(filter.order(), Realisation::delta, [&]<int R, Realisation K>() {
            const auto F = make_recurrence<double, R, K>(filter.columns.causal);
            const auto Rv = make_recurrence<double, R, K>(filter.columns.anticausal);
            const int b = 16, blocks = 5, last_length = 9, n = (blocks - 1) * b + last_length;
            const std::vector<double> x = random_line(n);

            std::vector<Vec<double, R>> P_true(blocks), E_true(blocks);
            std::vector<double> y = x;
            Vec<double, R> s{};
            for (int k = 0; k < R; ++k) s[k] = 0.3 * F.steady()[k];
            const Vec<double, R> first = s;
            for (int i = 0; i < n; ++i) {
                if (i % b == 0) P_true[std::size_t(i / b)] = s;
                y[std::size_t(i)] = F.step(s, y[std::size_t(i)]);
            }
            for (int k = 0; k < R; ++k) s[k] = -0.2 * Rv.steady()[k];
            const Vec<double, R> last = s;
            for (int i = n - 1; i >= 0; --i) {
                if (i == n - 1 || i % b == b - 1) E_true[std::size_t(i / b)] = s;
                Rv.step(s, y[std::size_t(i)]);
            }

            const auto full = carry_matrices(F, Rv, b), part = carry_matrices(F, Rv, last_length);
            const auto full_weights = block_weights(F, Rv, b),
                       part_weights = block_weights(F, Rv, last_length);
            auto local = [&](int m, int from) {
                const auto& weights = m == blocks - 1 ? part_weights : full_weights;
                Vec<double, R> sum{};
                for (std::size_t i = 0; i < weights.size(); ++i)
                    for (int k = 0; k < R; ++k) sum[k] += weights[i][from + k] * x[std::size_t(m * b) + i];
                return sum;
            };
            std::vector<Vec<double, R>> P(blocks);
            s = first;
            double error = 0, largest = 0;
            auto compare = [&](const Vec<double, R>& got, const Vec<double, R>& want) {
                for (int k = 0; k < R; ++k) {
                    error = std::max(error, std::abs(got[k] - want[k]));
                    largest = std::max(largest, std::abs(want[k]));
                }
            };
            for (int m = 0; m < blocks; ++m) {
                P[std::size_t(m)] = s;
                compare(s, P_true[std::size_t(m)]);
                (m == blocks - 1 ? part : full).next_prologue(s, local(m, 0));
            }
            s = last;
            for (int m = blocks - 1; m >= 0; --m) {
                compare(s, E_true[std::size_t(m)]);
                (m == blocks - 1 ? part : full).next_epilogue(s, P[std::size_t(m)], local(m, R));
            }
            EXPECT_LE(error, 1e-13 * std::max(1.0, largest)) << text(problem({1, 1, 1}, spec));
        });
    }
}

// The test compares the states that an infinite line of constants leaves with a walk along that line, which
// ends when nothing changes any more.
TEST(Extension, ClosedFormIsWhatALongWalkLeaves) {
    for (const FilterSpec& spec : filters()) {
        const FilterDesign filter = design(spec);
        dispatch(filter.order(), Realisation::delta, [&]<int R, Realisation K>() {
            const auto F = make_recurrence<double, R, K>(filter.columns.causal);
            const auto Rv = make_recurrence<double, R, K>(filter.columns.anticausal);
            const auto closed = extension(filter.columns, F, Rv, BoundaryKind::clamp, 1);
            const double before = 0.7, behind = -1.3;
            const Vec<double, R> P = closed.first_prologue(before);
            Vec<double, R> s{}, e{};
            for (int i = 0; i < 3000; ++i) F.step(s, before);
            for (int k = 0; k < R; ++k) EXPECT_NEAR(P[k], s[k], 1e-11);

            std::vector<double> tail(3000);
            const Vec<double, R> leaving = s;
            for (double& y : tail) y = F.step(s, behind);
            for (int k = 0; k < R; ++k) e[k] = Rv.steady()[k] * behind;
            std::for_each(tail.rbegin(), tail.rend(), [&](double y) { Rv.step(e, y); });
            const Vec<double, R> E = closed.last_epilogue(behind, leaving);
            for (int k = 0; k < R; ++k) EXPECT_NEAR(E[k], e[k], 1e-10);
        });
    }
}

// ---- problems and stages -----------------------------------------------------------------------------

TEST(Problem, RefusesWhatMakesNoSense) {
    Problem good = problem({8, 8, 3}, gaussian(5));
    EXPECT_EQ(refusal([&] { validate(good); }), "");
    auto refused = [&](auto change) {
        Problem p = good;
        change(p);
        return refusal([&] { validate(p); });
    };
    EXPECT_NE(refused([](Problem& p) { p.shape.width = 0; }), "");
    EXPECT_NE(refused([](Problem& p) { p.shape.channels = 5; }), "");
    EXPECT_NE(refused([](Problem& p) { p.passes = 0; }), "");
    EXPECT_NE(refused([](Problem& p) { p.passes = 5; }), "");
    EXPECT_NE(refused([](Problem& p) { p.input = Sample::u16; }), "");
    Problem table = good;
    table.method.algorithm = Algorithm::sat;
    EXPECT_NE(refusal([&] { require_support(table, EngineKind::cpu); }), "");
    EXPECT_NE(refused([](Problem& p) { p.filter = box(-1); }), "");
    EXPECT_NE(refused([](Problem& p) { p.filter.causal_gain = 1e30; }), "");
    EXPECT_NE(refused([](Problem& p) { p.shape.width = 1 << 30; }), "");
    EXPECT_NE(refused([](Problem& p) { p.shape = {1, 1 << 30, 1}; }), "");
    EXPECT_NE(refused([](Problem& p) { p.shape = {1, std::numeric_limits<int>::max(), 1}; }), "");
    EXPECT_NE(refused([](Problem& p) { p.shape = {1, 1 << 28, 4}; }), "");
    EXPECT_EQ(refused([](Problem& p) { p.shape = {1, (1 << 30) - 1, 1}; }), "");
    EXPECT_NE(refused([](Problem& p) { p.boundary = {BoundaryKind::constant, {1, 2}}; }), "");
    EXPECT_NE(refused([](Problem& p) { p.boundary = {BoundaryKind::constant, {std::nan("")}}; }), "");
    EXPECT_EQ(refused([](Problem& p) { p.boundary = {BoundaryKind::constant, {1, 2, 3}}; }), "");
    EXPECT_EQ(refused([](Problem& p) { p.boundary = {BoundaryKind::constant, {-1e30}}; }), "");
    EXPECT_NE(refused([](Problem& p) { p.boundary = {BoundaryKind::constant, {1e39}}; }), "");
}

TEST(Problem, ABoxOfTheLargestValueFitsIntoItsTable) {
    for (int radius : {0, 1, 64, 127, 128, 1000, 1000000})
        for (Shape shape : {Shape{100, 100, 1}, Shape{8192, 8192, 1}, Shape{60001, 3, 1}})
            for (BoundaryKind boundary : {BoundaryKind::none, BoundaryKind::zero, BoundaryKind::mirror}) {
                Problem p = problem(shape, box(radius), boundary);
                p.input = Sample::u8;
                std::uint64_t area = 1;
                for (int n : {shape.width, shape.height}) {
                    const std::uint64_t side = 2 * std::uint64_t(radius) + 1;
                    area *= keeps_constants(boundary) ? side : std::min(side, std::uint64_t(n));
                }
                EXPECT_EQ(table_sample(p) == Sample::u32, area * box_scale < 1ull << 32);
            }
}

// The formula of algorithm 7 is ours: (3 + 16 r/b + 16 r^2/b^2) h w. That of tables is [N11] section 6: (3 +
// 8/b + 2/b^2) h w.
TEST(Stages, TrafficIsThatOfTheFormulas) {
    for (int b : {32, 64, 128})
        for (int channels : {1, 3}) {
            const Shape shape{1024, 512, channels};
            const double hw = double(shape.samples()) * 4;
            for (const FilterSpec& spec : filters()) {
                const double r = design(spec).order();
                EXPECT_DOUBLE_EQ(double(total_bytes(stages(problem(shape, spec), b))),
                                 (3 + 16 * r / b + 16 * r * r / b / b) * hw);
            }
            Problem table = problem(shape, of_kind(FilterKind::sat));
            EXPECT_DOUBLE_EQ(double(total_bytes(stages(table, b))), (3 + 8. / b + 2. / b / b) * hw);
            table.method.algorithm =
                Algorithm::sat_one_pass;  // ours: 8-byte words, published twice, read once
            EXPECT_DOUBLE_EQ(double(total_bytes(stages(table, b))), (2 + 12. / b) * hw);
        }
}

TEST(Stages, PartsOfBlocksCountAsBlocks) {
    const std::vector<Stage> list = stages(problem({65, 1, 1}, of_kind(FilterKind::bspline3)), 64);
    ASSERT_EQ(list.size(), 4u);
    EXPECT_EQ(list[0].paper, "7.1");
    EXPECT_EQ(list[0].bytes_read, 65u * 4);
    // There are one row and two columns of blocks. Step 7.1 writes 2 numbers for each of 65 columns, 2 for
    // the one row in each of 2 blocks, and the corner, (2 r)^2 = 4 numbers, of each of 2 blocks.
    EXPECT_EQ(list[0].bytes_written, 4u * (2 * 65 + 2 * 2 + 4 * 2));
}

}  // namespace
}  // namespace sweep
