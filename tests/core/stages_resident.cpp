// The traffic of algorithm 8, and what it refuses before any device is asked.
#include "core/problem/algorithms.h"
#include "core/stages/stages.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

TEST(StagesOfResident, TrafficIsTheImageTwiceAndTheRowsCarries) {
    for (int order : {1, 3, 5}) {
        Problem p = problem({1024, 512, 2}, unsymmetric(order));
        p.algorithm = Algorithm::alg8;
        const double hw = double(p.shape.samples()) * 4;
        const std::vector<Stage> all = stages(p, strip_width);
        ASSERT_EQ(all.size(), 1u);
        EXPECT_DOUBLE_EQ(double(total_bytes(all)), (2 + 4 * 2. * order / strip_width) * hw);
        p.passes = 2;
        EXPECT_DOUBLE_EQ(double(total_bytes(stages(p, strip_width))), 2 * hw);
    }
}

TEST(AlgorithmResident, RefusesWhatNoChipHolds) {
    Problem p = problem({64, 2048, 1}, gaussian(5));
    p.algorithm = Algorithm::alg8;
    EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    EXPECT_NE(why_not(p, EngineKind::cpu), "");
    p.shape.height = 2049;
    EXPECT_NE(why_not(p, EngineKind::cuda).find("2048 rows"), std::string::npos);
    p.shape.height = 8;
    for (int width : {0, strip_width}) {
        p.block = width;
        EXPECT_EQ(why_not(p, EngineKind::cuda), "");
    }
    p.block = 8;
    EXPECT_NE(why_not(p, EngineKind::cuda).find("strips of 16"), std::string::npos);
}

}  // namespace
}  // namespace sweep::test
