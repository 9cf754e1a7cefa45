// Walks through small pictures: whatever the algorithm, order and boundary, the states are those of the true planes,
// the result is the reference's, and every number is the sum that the program says it is.
#include "app/lessons/walk/walk.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/lessons/walk/view/sum_table.h"
#include "core/base/error.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "core/problem/reference.h"
#include "core/stages/stages.h"
#include "tests/support/cases.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

constexpr Algorithm walked[] = {Algorithm::rt,   Algorithm::alg2, Algorithm::alg4, Algorithm::alg5,
                                Algorithm::alg6, Algorithm::alg7, Algorithm::alg8};
constexpr Algorithm tables[] = {
    Algorithm::sat,           Algorithm::sat_one_pass,        Algorithm::sat_doubling,
    Algorithm::sat_multiwave, Algorithm::sat_multiwave_fused, Algorithm::sat_transpose,
    Algorithm::sat_ha};

Image picture(Shape shape) {
    Image x = random_image({shape.width, shape.height, 1}, Sample::f64);
    return x;
}

Walk walk_of(Problem p, const Image& X, int block) {
    p.input = Sample::f64;
    return make_walk(p, X, block);
}

// The sample of the plane that a state keeps: place k inside the block from the edge at which the pass leaves it, which
// may lie in an earlier block, or outside of the picture.
double kept(const Walk& w, int pass, int j, int lane, int k) {
    const bool rows = pass >= 2, back = pass % 2 == 1;
    const int n = rows ? w.width : w.height,
              at = back ? j * w.block + k : std::min((j + 1) * w.block, n) - 1 - k;
    if (at < 0 || at >= n) {
        const BorderStates& s = w.states[std::size_t(pass)];
        const int beyond = back ? at - n : -1 - at;
        return s.entering[std::size_t(lane) * std::size_t(s.order) + std::size_t(beyond)];
    }
    const Plane plane = Plane(int(Plane::Y) + pass);
    return rows ? w.value(plane, at, lane) : w.value(plane, lane, at);
}

void expect_states_of_the_planes(const Walk& w) {
    for (int pass = 0; pass < all_passes; ++pass) {
        const BorderStates& s = w.states[std::size_t(pass)];
        for (int j = 0; j < s.blocks; ++j)
            for (int lane = 0; lane < s.lanes; ++lane)
                for (int k = 0; k < s.order; ++k)
                    ASSERT_NEAR(s.whole[s.at(j, lane, k)], kept(w, pass, j, lane, k), 1e-9)
                        << "pass " << pass << " block " << j << " lane " << lane << " place " << k;
    }
}

double value_of(const Walk& w, const WalkNumber& n) {
    if (n.kind == WalkNumber::Kind::pixel) return w.value(n.plane, n.x, n.y);
    const BorderStates& s = w.states[std::size_t(n.border)];
    if (n.kind == WalkNumber::Kind::entering)
        return s.entering[std::size_t(n.lane) * std::size_t(s.order) + std::size_t(n.place)];
    const std::size_t at = s.at(n.block, n.lane, n.place);
    return n.kind == WalkNumber::Kind::incomplete ? s.incomplete[at] : s.whole[at];
}

// A term has the numbers that it is computed from: nothing comes from nothing, and `plain` terms, the first so many
// of a sum, are a factor times one number.
void expect_lineage(const Walk& w, const WalkSum& sum, std::size_t plain) {
    for (const WalkNumber& number : sum.copy_of) EXPECT_EQ(value_of(w, number), sum.value) << sum.name;
    for (std::size_t i = 0; i < sum.terms.size(); ++i) {
        const WalkTerm& term = sum.terms[i];
        if (i < plain && term.of.size() == 1) {
            EXPECT_EQ(value_of(w, term.of.front()), term.value) << term.what;
        }
        const bool is_made = std::any_of(term.of.begin(), term.of.end(),
                                         [&](const WalkNumber& number) { return value_of(w, number) != 0; });
        EXPECT_TRUE(is_made || term.value == 0) << sum.name << ": " << term.what;
    }
}

void expect_sums_add_up(const Walk& w) {
    for (const WalkStep& step : w.steps) {
        const int width = step.transposed ? w.height : w.width, height = step.transposed ? w.width : w.height;
        for (int y = 0; y < height && step.pass >= 0; ++y)
            for (int x = 0; x < width; ++x) {
                const WalkSum sum = sum_of_pixel(w, step, x, y);
                expect_lineage(w, sum, sum.terms.size());
                if (sum.terms.empty()) continue;
                ASSERT_NEAR(sum.sum(), sum.value, 1e-9 * (1 + std::abs(sum.value)))
                    << step.stage << step.title;
            }
        for (int i = 0; i < borders; ++i) {
            const BorderStates& s = w.states[std::size_t(i)];
            for (int m = 0; m < w.block_rows() && s.blocks; ++m)
                for (int n = 0; n < w.block_columns(); ++n) {
                    const int lane = i < 2 ? n * w.block : m * w.block;
                    const WalkSum sum = sum_of_state(w, step, Border(i), m, n, lane, 0);
                    ASSERT_EQ(sum.value, state_value(w, step, Border(i), s.at(i < 2 ? m : n, lane, 0)))
                        << "the picture has another number than the sum";
                    expect_lineage(w, sum, 1);
                    if (sum.terms.empty()) continue;
                    ASSERT_NEAR(sum.sum(), sum.value, 1e-9 * (1 + std::abs(sum.value))) << sum.formula;
                }
        }
    }
}

class EachWalk : public testing::TestWithParam<std::tuple<Algorithm, BoundaryKind>> {};

TEST_P(EachWalk, EndsWithTheReference) {
    const auto [algorithm, boundary] = GetParam();
    struct Part {
        Shape shape;
        int passes, block;
    };
    for (const Part& part : {Part{{8, 8}, 1, 4}, Part{{8, 8}, 3, 8}, Part{{9, 13}, 4, 4}, Part{{16, 5}, 2, 8},
                             Part{{1, 1}, 3, 4}, Part{{32, 32}, 4, 8}})
        for (const FilterSpec& filter : {gaussian(2), of_kind(FilterKind::bspline3), unsymmetric(2)}) {
            const Image X = picture(part.shape);
            Problem p = problem({part.shape.width, part.shape.height, 1}, filter, boundary);
            p.method.algorithm = algorithm;
            p.passes = part.passes;
            if (runs_back(boundary) && filter.kind == FilterKind::iir) p.filter.anticausal.clear();
            SCOPED_TRACE(text(p) + " passes " + std::to_string(part.passes) + " blocks of " +
                         std::to_string(part.block));
            const Walk w = walk_of(p, X, part.block);
            p.input = Sample::f64;
            const Image want = reference(p, X.view());
            const std::vector<double>& got = w.values[std::size_t(int(Plane::Y) + part.passes - 1)];
            for (std::size_t i = 0; i < got.size(); ++i)
                ASSERT_NEAR(got[i], want.data<double>()[i], 1e-9) << i;
            expect_states_of_the_planes(w);
            if (part.shape.width < 32) expect_sums_add_up(w);
        }
}

std::string name_of(const testing::TestParamInfo<EachWalk::ParamType>& walk) {
    const auto [algorithm, boundary] = walk.param;
    return "Alg" + std::string(info(algorithm).name) + "_" + std::string(info(boundary).word);
}
INSTANTIATE_TEST_SUITE_P(Of, EachWalk,
                         testing::Combine(testing::ValuesIn(walked), testing::ValuesIn(all_boundaries())),
                         name_of);

TEST(Walk, AxesAndBoundariesMayDiffer) {
    Problem p = problem({17, 11, 1}, gaussian(3), BoundaryKind::repeat);
    p.filter.sigma_y = 1;
    p.boundary_y = Boundary{BoundaryKind::clamp, {}};
    p.method.algorithm = Algorithm::alg7;
    p.input = Sample::f64;
    const Image X = picture(p.shape), want = reference(p, X.view());
    const Walk w = make_walk(p, X, 4);
    for (std::size_t i = 0; i < X.shape().samples(); ++i)
        ASSERT_NEAR(w.values[std::size_t(Plane::V)][i], want.data<double>()[i], 1e-9);
    expect_states_of_the_planes(w);
}

TEST(Walk, TablesAddUp) {
    for (Algorithm algorithm : {Algorithm::sat, Algorithm::sat_one_pass}) {
        Image X({11, 9, 1}, Sample::f64);
        for (int i = 0; i < 99; ++i) X.data<double>()[i] = i * i % 7;
        Problem p = problem(X.shape(), of_kind(FilterKind::sat));
        p.method.algorithm = algorithm;
        p.input = Sample::f64;
        const Walk w = make_walk(p, X, 4);
        const Image want = reference(p, X.view());
        for (std::size_t i = 0; i < 99; ++i)
            EXPECT_EQ(w.values[std::size_t(Plane::U)][i], want.data<double>()[i]);
        // [N11] (45): what the columns carry into a block is one number for all of its rows.
        const BorderStates& s = w.states[std::size_t(Border::P_rows)];
        double above = 0;
        for (int x = 4; x < 8; ++x) above += w.states[0].whole[w.states[0].at(0, x, 0)];
        double running = above;
        EXPECT_EQ(s.fixed[s.at(1, 4, 0)], above);
        for (int y = 4; y < 8; ++y) EXPECT_EQ(s.fixed[s.at(1, y, 0)], running);
        expect_sums_add_up(w);
    }
}

// Whatever the year, the table is the reference's, and so is what each of its stages leaves: sums of rows or of
// columns, and the carries between the blocks.
TEST(Walk, EveryTableIsTheReferences) {
    for (Algorithm algorithm : tables)
        for (Shape shape : {Shape{8, 8}, Shape{9, 13}, Shape{16, 5}, Shape{1, 1}, Shape{1, 7}, Shape{7, 1},
                            Shape{32, 32}}) {
            Problem p = problem({shape.width, shape.height, 1}, of_kind(FilterKind::sat));
            p.method.algorithm = algorithm;
            SCOPED_TRACE(algorithm_name(p) + " " + std::to_string(shape.width) + " x " +
                         std::to_string(shape.height));
            const Image X = picture(p.shape);
            const Walk w = walk_of(p, X, 4);
            p.input = Sample::f64;
            const Image want = reference(p, X.view());
            const auto table = [&](int x, int y) {
                return x < 0 || y < 0 ? 0 : want.view().row<double>(y)[x];
            };
            EXPECT_EQ(plane_letter(w, w.steps.back().shown), "V");
            for (int y = 0; y < w.height; ++y)
                for (int x = 0; x < w.width; ++x) {
                    ASSERT_NEAR(w.value(w.steps.back().shown, x, y), table(x, y), 1e-9);
                    if (algorithm == Algorithm::sat_doubling) continue;
                    const bool rows_first = w.steps.back().shown == Plane::Y;
                    const double part = table(x, y) - (rows_first ? table(x, y - 1) : table(x - 1, y));
                    ASSERT_NEAR(w.value(rows_first ? Plane::U : Plane::Y, x, y), part, 1e-9);
                }
            expect_sums_add_up(w);
            if (algorithm == Algorithm::sat_ha) expect_states_of_the_planes(w);
        }
}

// Each pass of recursive doubling adds up twice as many pixels as the one before.
TEST(Walk, DoublingDoubles) {
    Problem p = problem({13, 6, 1}, of_kind(FilterKind::sat));
    p.method.algorithm = Algorithm::sat_doubling;
    Image X(p.shape, Sample::f64);
    std::fill_n(X.data<double>(), 13 * 6, 1.0);
    const Walk w = walk_of(p, X, 4);
    std::size_t pass = 0;
    for (const WalkStep& step : w.steps) {
        if (step.reach == 0) continue;
        const int reach = 2 * step.reach;
        const double most = step.pass == 2 ? std::min(reach, 13) : 13 * std::min(reach, 6);
        EXPECT_EQ(w.value(step.shown, 12, 5), most) << step.title;
        EXPECT_EQ(w.value(step.shown, 0, 0), 1);
        ++pass;
    }
    EXPECT_EQ(pass, 4u + 3u);
    // The engine has as many stages.
    EXPECT_EQ(pass, stages(p, 32).size());
}

// A table's stages are those that the engine runs and times; each has a reason and a source.
TEST(Walk, TablesHaveTheStagesOfTheEngine) {
    Problem p = problem({8, 8, 1}, of_kind(FilterKind::sat));
    for (Algorithm algorithm : tables) {
        p.method.algorithm = algorithm;
        std::vector<std::string> engine, here;
        for (const Stage& stage : stages(p, 32))
            if (engine.empty() || engine.back() != stage.paper) engine.emplace_back(stage.paper);
        for (const WalkStep& step : walk_of(p, picture(p.shape), 4).steps) {
            EXPECT_TRUE(step.why.ends_with('.')) << step.why;
            EXPECT_FALSE(step.source.empty());
            if (step.stage != "start" && step.stage != "done" && (here.empty() || here.back() != step.stage))
                here.push_back(step.stage);
        }
        EXPECT_EQ(engine, here) << algorithm_name(p);
    }
}

// Algorithm 5 has the 23 pictures of the slides.
TEST(Walk, StepsAreThoseOfTheSlides) {
    Problem p = problem({8, 8, 1}, of_kind(FilterKind::bspline3));
    p.method.algorithm = Algorithm::alg5;
    const Walk w = walk_of(p, picture(p.shape), 4);
    ASSERT_EQ(w.steps.size(), 23u);
    EXPECT_EQ(w.steps.front().stage, "start");
    EXPECT_EQ(w.steps[11].stage, "5.2");
    EXPECT_EQ(w.steps[14].source, "[N11] (39)");
    EXPECT_EQ(w.steps[16].stage, "5.6");
    EXPECT_EQ(w.steps[16].known[3], Known::complete);
    EXPECT_EQ(w.steps.back().shown, Plane::V);
    for (const WalkStep& step : w.steps) {
        EXPECT_FALSE(step.why.empty());
        EXPECT_TRUE(step.why.ends_with('.')) << step.why;
        EXPECT_FALSE(step.source.empty());
    }
    // The stages are those that the engine runs and times; the steps of 8 are one launch.
    for (Algorithm algorithm : walked) {
        p.method.algorithm = algorithm;
        std::set<std::string> engine, here;
        for (const Stage& stage : stages(p, 32)) engine.insert(std::string(stage.paper));
        for (const WalkStep& step : walk_of(p, picture(p.shape), 4).steps)
            if (step.stage != "start" && step.stage != "done") here.insert(engine_stage(step));
        EXPECT_EQ(engine, here) << algorithm_name(p);
    }
}

TEST(Walk, RefusesWhatItCannotShow) {
    Problem p = problem({8, 8, 1}, of_kind(FilterKind::box));
    EXPECT_NE(why_no_walk(p), "");
    p.filter = gaussian(3, 5);
    p.method.algorithm = Algorithm::alg7;
    EXPECT_NE(why_no_walk(p), "");
    EXPECT_THROW(walk_of(p, picture(p.shape), 4), Error);
    p.filter = of_kind(FilterKind::butterworth);
    EXPECT_NE(why_no_walk(p), "");
    p.filter = gaussian(3);
    p.method.algorithm = Algorithm::halo;
    EXPECT_NE(why_no_walk(p).find("6, 7 or 8"), std::string::npos);
}

TEST(Walks, WhatEntersThePictureIsKnownWithTheStepThatMakesIt) {
    for (Algorithm algorithm : walked) {
        Problem p = problem({8, 8, 1}, of_kind(FilterKind::bspline3), BoundaryKind::zero);
        p.method.algorithm = algorithm;
        const Walk w = walk_of(p, picture({8, 8}), 4);
        std::array<bool, borders> made{true, false, false, false};
        for (const WalkStep& step : w.steps) {
            if (step.border >= 0 && step.known[std::size_t(step.border)] == Known::complete)
                made[std::size_t(step.border)] = true;
            if (algorithm == Algorithm::rt && step.pass >= 0) made[std::size_t(step.pass)] = true;
            EXPECT_EQ(step.entered, made) << step.stage << " " << step.title;
        }
        for (int lane = 0; lane < 8; ++lane)
            for (Border border : {Border::E, Border::E_rows}) {
                const WalkSum sum = sum_of_entering(w, border, lane, 0);
                ASSERT_EQ(sum.terms.size(), 1u);
                EXPECT_NEAR(sum.sum(), sum.value, 1e-12);
                EXPECT_NE(sum.value, 0);
            }
        EXPECT_EQ(sum_of_entering(w, Border::P, 3, 0).value, 0);
    }
}

// The last row reads them, and adds them up.
TEST(LargeNumbers, AreNoZeroWhereTheyCount) {
    for (const auto& [value, text] : {std::pair{0.0, "0"},
                                      {1e-9, "0"},
                                      {5.13e-6, "5.1e-6"},
                                      {-9.8e-5, "-9.8e-5"},
                                      {0.25, "0.2500"},
                                      {3.0, "3"},
                                      {-366.0 / 7, "-52.2857"}})
        EXPECT_EQ(large_text(value), text);
}

}  // namespace
}  // namespace sweep::app
