// The traffic of algorithms 8, halo and bands, and what they refuse before any device is asked.
#include <cmath>

#include "core/families/algorithms.h"
#include "core/families/chip/resident.h"
#include "core/families/halo.h"
#include "core/filter/memory.h"
#include "core/plan/planner.h"
#include "core/problem/accuracy.h"
#include "core/stages/stages.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

// Each of a tile's 128 columns and 64 rows has two states of r numbers, three in a word of 16 bytes, written and read.
TEST(StagesOfResident, TrafficIsTheImageTwiceAndTheCarries) {
    for (int order : {1, 3, 5}) {
        Problem p = problem({1024, 512, 2}, unsymmetric(order));
        p.method.algorithm = Algorithm::alg8;
        const double hw = double(p.shape.samples()) * 4, words = order <= 3 ? 1 : 2, tiles = 8 * 8 * 2;
        const std::vector<Stage> all = stages(p, resident_tile_columns);
        ASSERT_EQ(all.size(), 1u);
        EXPECT_DOUBLE_EQ(double(total_bytes(all)), 2 * hw + 2 * tiles * (128 + 64) * 2 * words * 16);
        p.passes = 2;
        EXPECT_DOUBLE_EQ(double(total_bytes(stages(p, resident_tile_columns))),
                         2 * hw + 2 * tiles * 128 * 2 * words * 16);
    }
}

TEST(AlgorithmResident, HasTilesOfOneShape) {
    Problem p = problem({64, 4000, 1}, gaussian(5));
    p.method.algorithm = Algorithm::alg8;
    EXPECT_NE(why_not(p, EngineKind::cpu), "");
    for (int width : {0, resident_tile_columns}) {
        p.method.block = width;
        EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    }
    p.method.block = 8;
    EXPECT_NE(why_not(p, EngineKind::cuda).find("tiles of 128"), std::string::npos);
}

// Along one axis, and under reflect101, images of every size stream.
TEST(AlgorithmResident, SaysWhyAnImageDoesNotStream) {
    Problem p = problem({256, 200, 1}, gaussian(5));
    p.method.algorithm = Algorithm::alg8;
    p.filter.axes = Axes::y;
    p.boundary.kind = BoundaryKind::clamp;
    const auto refused = [](Problem other, auto change) {
        change(other);
        return why_not(other, EngineKind::cuda);
    };
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    const std::string of_images =
        "algorithm 8 needs one channel of float32 and a width divisible by 4 along one axis";
    EXPECT_EQ(refused(p, [](Problem& q) { q.shape.width = 255; }), of_images);
    EXPECT_EQ(refused(p, [](Problem& q) { q.shape.channels = 3; }), of_images);
    EXPECT_EQ(refused(p, [](Problem& q) { q.input = Sample::u8; }), of_images);
    const std::string of_filters =
        "algorithm 8 needs all passes of a filter of order 1 to 3 without zeros that forgets within 448 "
        "samples along one axis";
    EXPECT_EQ(refused(p, [](Problem& q) { q.filter.sigma = 300; }), of_filters);
    EXPECT_EQ(refused(p, [](Problem& q) { q.filter.order = 5; }), of_filters);
    EXPECT_EQ(refused(p, [](Problem& q) { q.boundary.kind = BoundaryKind::repeat; }),
              "algorithm 8 has no lines of 200 samples for the boundary repeat along one axis");
    p.filter.axes = Axes::both;
    p.boundary.kind = BoundaryKind::reflect101;
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    EXPECT_EQ(refused(p, [](Problem& q) { q.shape.width = 260; }),
              "algorithm 8 has no lines of 260 samples for the boundary reflect101");
}

// A pole p is below 2^-22 after ln 2^-22 / ln |p| samples: 11.6 at the cubic B-spline's, sqrt(3) - 2.
TEST(Memory, IsThatOfTheSlowestPole) {
    for (const double pole : {0.1, -0.2679492, 0.5, 0.9}) {
        FilterSpec f = of_kind(FilterKind::iir);
        f.causal = feedback({pole});
        EXPECT_EQ(memory(design(f), all_passes, 1000),
                  int(std::ceil(std::log(0x1p-22) / std::log(std::abs(pole)))));
    }
    EXPECT_EQ(memory(design(of_kind(FilterKind::bspline3)), all_passes, 100), 12);
    EXPECT_EQ(memory(design(of_kind(FilterKind::bspline5)), all_passes, 100), 19);
    EXPECT_EQ(memory(design(gaussian(5)), all_passes, 30), 30) << "no longer than asked";
}

// A pass that does not run needs no halo.
TEST(Memory, IsThatOfThePassesThatRun) {
    FilterSpec f = of_kind(FilterKind::iir);
    f.causal = feedback({0.1});
    f.anticausal = feedback({0.5});
    EXPECT_EQ(memory(design(f), 1, 100), 7);
    EXPECT_EQ(memory(design(f), 2, 100), 22);
}

TEST(StagesOfHalo, TrafficIsTheImageTwice) {
    Problem p = problem({1000, 500, 1}, of_kind(FilterKind::bspline3));
    p.method.algorithm = Algorithm::halo;
    const std::vector<Stage> all = stages(p, 104);
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(total_bytes(all), 2 * 4 * p.shape.samples());
}

TEST(AlgorithmHalo, RefusesByName) {
    Problem p = problem({64, 64, 1}, of_kind(FilterKind::bspline5));
    p.method.algorithm = Algorithm::halo;
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    EXPECT_EQ(why_not(p, EngineKind::cpu), "");
    p.input = Sample::f64;
    EXPECT_NE(why_not(p, EngineKind::cuda).find("bytes and float32, not float64"), std::string::npos);
    p.input = Sample::u8;
    p.shape.channels = 3;
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    p.filter = gaussian(3);
    EXPECT_NE(why_not(p, EngineKind::cuda).find("remembers longer"), std::string::npos);
}

TEST(AlgorithmHalo, RefusesFiltersWithZerosByName) {
    Problem p = problem({64, 64, 1}, gaussian(1));
    p.filter.accuracy = 3e-4;
    p.method.algorithm = Algorithm::halo;
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    EXPECT_LT(expected_error(p), tried_tolerance(p));
    const auto refused = [](Problem other, auto change) {
        change(other);
        return why_not(other, EngineKind::cuda);
    };
    EXPECT_NE(refused(p, [](Problem& q) { q.shape.channels = 3; }).find("one channel of float32"),
              std::string::npos);
    EXPECT_EQ(refused(p, [](Problem& q) { q.input = Sample::u8; }), "");
    const auto slope_of_bytes = [](Problem& q) { q.input = Sample::u8, q.filter.derivative_x = 1; };
    EXPECT_NE(refused(p, slope_of_bytes).find("no derivatives of bytes"), std::string::npos);
    EXPECT_NE(refused(p, [](Problem& q) { q.passes = 2; }).find("four passes together"), std::string::npos);
    EXPECT_NE(
        refused(p, [](Problem& q) { q.boundary.kind = BoundaryKind::zero; }).find("clamp, mirror and repeat"),
        std::string::npos);
    for (const double sigma : {4., 400.})
        EXPECT_NE(refused(p, [&](Problem& q) { q.filter.sigma = sigma; }).find("remembers longer"),
                  std::string::npos);
    p.filter = gaussian(0.5, 5);
    EXPECT_NE(why_not(p, EngineKind::cuda).find("orders 1 to 3 without zeros"), std::string::npos);
}

// The trial finds filters whose poles cancel, and passes those that are well.
TEST(AlgorithmHalo, ErrorIsTried) {
    Problem p = problem({300, 200, 1}, of_kind(FilterKind::iir));
    p.method.algorithm = Algorithm::halo;
    for (BoundaryKind boundary :
         {BoundaryKind::zero, BoundaryKind::clamp, BoundaryKind::repeat, BoundaryKind::mirror}) {
        p.boundary.kind = boundary;
        p.filter.causal = feedback({0.3, -0.4});
        EXPECT_GT(expected_error(p), 1e-9);
        EXPECT_LT(expected_error(p), tried_tolerance(p));
    }
}

// Rows have no carries: the image twice in and once out, and 2 r numbers of each column and block row, which
// are written once by each of two stages and read once by each of two.
TEST(StagesOfBands, TrafficIsTheImageThriceAndTheColumnsCarries) {
    Problem p = problem({1000, 500, 3}, gaussian(5));
    p.method.algorithm = Algorithm::bands;
    const std::vector<Stage> all = stages(p, 64);
    ASSERT_EQ(all.size(), 3u);
    const std::uint64_t carries = 4 * 3 * 6 * 8 * 1000;  // bytes, channels, 2 r, block rows, columns
    EXPECT_EQ(total_bytes(all), 3 * 4 * p.shape.samples() + 4 * carries);
}

TEST(AlgorithmBands, RefusesByName) {
    Problem p = problem({640, 640, 1}, gaussian(5));
    p.method.algorithm = Algorithm::bands;
    EXPECT_EQ(why_not(p, EngineKind::cpu), "");
    EXPECT_NE(why_not(p, EngineKind::cuda).find("no algorithm bands"), std::string::npos);
    p.boundary.kind = BoundaryKind::repeat;
    EXPECT_EQ(why_not(p, EngineKind::cpu), "");
    p.filter = gaussian(60);
    EXPECT_NE(why_not(p, EngineKind::cpu).find("forgets within a row"), std::string::npos);
    p.passes = 2;
    EXPECT_EQ(why_not(p, EngineKind::cpu), "") << "columns have carries";
}

}  // namespace
}  // namespace sweep::test
