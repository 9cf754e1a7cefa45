// The meter of traffic: trips of the picture through memory, against the formulas of [N11].
#include "app/lessons/lesson/traffic.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "app/lessons/walk/view/view.h"
#include "tests/support/cases.h"

namespace sweep::app {
namespace {

using namespace sweep::test;

const TrafficRow& row_of(const std::vector<TrafficRow>& rows, Algorithm algorithm) {
    for (const TrafficRow& row : rows)
        if (row.algorithm == algorithm) return row;
    ADD_FAILURE() << "no row of algorithm " << int(algorithm);
    return rows.front();
}

TEST(Traffic, IsThatOfThePapers) {
    const Problem p = problem({8, 8, 1}, of_kind(FilterKind::bspline3), BoundaryKind::zero);
    const std::vector<TrafficRow> rows = traffic_of(p);
    EXPECT_EQ(rows.size(), 5u);
    constexpr double b = traffic_block;
    EXPECT_DOUBLE_EQ(row_of(rows, Algorithm::rt).trips(), 8);
    // [N11] table 1, of order 1.
    EXPECT_NEAR(row_of(rows, Algorithm::alg5).trips(), 3 + 22 / b, 1e-9);
    // The picture itself is read five times and written four times; the rest are borders.
    EXPECT_NEAR(row_of(rows, Algorithm::alg2).trips(), 9, 20 / b);
    EXPECT_GT(row_of(rows, Algorithm::alg2).trips(), 9);
    EXPECT_LT(row_of(rows, Algorithm::alg7).trips(), row_of(rows, Algorithm::alg4).trips());
}

TEST(Traffic, OfTablesIsThatOfTables) {
    Problem p = problem({8, 8, 1}, of_kind(FilterKind::sat), BoundaryKind::none);
    p.method.algorithm = Algorithm::sat_doubling;
    const std::vector<TrafficRow> rows = traffic_of(p);
    // 2 h w (log2 w + log2 h)
    EXPECT_EQ(rows.front().algorithm, Algorithm::sat_doubling);
    EXPECT_DOUBLE_EQ(rows.front().trips(), 2 * (12 + 12));
    EXPECT_DOUBLE_EQ(row_of(rows, Algorithm::sat_transpose).trips(), 8);
}

TEST(Traffic, GoesStageByStage) {
    TrafficRow row;
    row.stages = {TrafficStage{"1", "first", 2, 1}, TrafficStage{"2", "second", 0.5, 0.25}};
    EXPECT_DOUBLE_EQ(row.trips_done(), 3.75) << "what to compare with is all there";
    row.now = TrafficPlace{};
    EXPECT_DOUBLE_EQ(row.trips_done(), 0);
    row.now = TrafficPlace{0, 1, 0.5};
    EXPECT_DOUBLE_EQ(row.trips_done(), 2.5);
    row.now = TrafficPlace{1, 0.5, 0};
    EXPECT_DOUBLE_EQ(row.trips_done(), 3.25);
    row.now = TrafficPlace{2, 0, 0};
    EXPECT_DOUBLE_EQ(row.trips_done(), 3.75);
}

// A stage that has not begun to work has read nothing, even where its first step is there already: "all carries are
// complete" comes before the blocks are loaded again.
TEST(Traffic, CountsAReadWhenBlocksAreLoaded) {
    Problem p = problem({8, 8, 1}, of_kind(FilterKind::bspline3), BoundaryKind::zero);
    p.method.algorithm = Algorithm::alg5;
    const Walk walk = make_walk(p, Image(p.shape, Sample::f64), 4);
    TrafficRow row = traffic_row(p);
    const auto trips = [&](const char* title) {
        const auto step = std::find_if(walk.steps.begin(), walk.steps.end(),
                                       [&](const WalkStep& s) { return s.title == title; });
        row.now = traffic_at(walk.steps, std::size_t(step - walk.steps.begin()), row);
        return row.trips_done();
    };
    const double edges = 22.0 / traffic_block;
    EXPECT_NEAR(trips("All borders are in memory"), 1, edges);
    EXPECT_NEAR(trips("All carries are complete"), 1, edges);
    EXPECT_NEAR(trips("Load the blocks again"), 2, edges);
    EXPECT_NEAR(trips("Store the blocks"), 3, edges);
    EXPECT_NEAR(trips("Done"), 3 + edges, 1e-9);
}

}  // namespace
}  // namespace sweep::app
