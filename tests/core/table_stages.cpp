// The traffic of summed-area tables against the papers' formulas; and which precisions are refused.
#include <bit>

#include "core/base/error.h"
#include "core/families/family.h"
#include "core/plan/planner.h"
#include "core/stages/stages.h"
#include "tests/support/cases.h"

namespace sweep::test {
namespace {

double traffic(Problem p, Algorithm algorithm, int block) {
    p.method.algorithm = algorithm;
    return double(total_bytes(stages(p, block)));
}

TEST(TableStages, TrafficIsThatOfTheFormulas) {
    for (int b : {32, 64, 128})
        for (int channels : {1, 3}) {
            const Problem p = problem({1024, 512, channels}, of_kind(FilterKind::sat));
            const double hw = double(p.shape.samples()) * 4;
            EXPECT_DOUBLE_EQ(traffic(p, Algorithm::sat, b), (3 + 8. / b + 2. / b / b) * hw);
            EXPECT_DOUBLE_EQ(traffic(p, Algorithm::sat_one_pass, b), (2 + 12. / b) * hw);
            EXPECT_DOUBLE_EQ(traffic(p, Algorithm::sat_doubling, 1), 2 * hw * (10 + 9));
            EXPECT_DOUBLE_EQ(traffic(p, Algorithm::sat_multiwave, b), (8 + 8. / b) * hw);
            EXPECT_DOUBLE_EQ(traffic(p, Algorithm::sat_multiwave_fused, b), (4 + 9. / b) * hw);
            EXPECT_DOUBLE_EQ(traffic(p, Algorithm::sat_transpose, 32), 8 * hw);
            EXPECT_DOUBLE_EQ(traffic(p, Algorithm::sat_ha, b), (3 + 8. / b) * hw);
        }
}

// Doubling takes ceil(log2 w) + ceil(log2 h) passes, numbered along each direction; a single pixel takes one.
TEST(TableStages, DoublingHasAsManyPassesAsTheSidesHaveBits) {
    for (int w : {1, 2, 3, 64, 65, 1000})
        for (int h : {1, 2, 5, 512, 513}) {
            Problem p = problem({w, h, 1}, of_kind(FilterKind::sat));
            p.method.algorithm = Algorithm::sat_doubling;
            const auto list = stages(p, 1);
            const auto passes = [](int n) { return int(std::ceil(std::log2(n))); };
            EXPECT_EQ(int(list.size()), std::max(1, passes(w) + passes(h)));
            int row = 0, column = 0;
            for (const Stage& stage : list)
                EXPECT_EQ(stage.term, stage.step == Step::sat_doubling_rows ? row++ : column++);
        }
}

TEST(TableStages, MeansAndBoxesAreStages) {
    Problem p = problem({100, 50, 3}, box(2));
    for (const AlgorithmInfo& a : algorithms()) {
        if (a.family != &families::tables) continue;
        p.method.algorithm = a.algorithm;
        p.method.precision = Precision::f32_less_mean;
        const auto list = stages(p, 32);
        EXPECT_EQ(list.front().step, Step::sat_mean) << a.name;
        EXPECT_EQ(list.front().bytes_read, 100u * 50 * 3 * 4);
        EXPECT_EQ(list.back().step, Step::box) << a.name;
        p.method.precision = Precision::f32;
        EXPECT_EQ(stages(p, 32).size(), list.size() - 1) << a.name;
    }
}

TEST(TablePrecision, DecidesWhatTheTableHolds) {
    Problem p = problem({100, 50, 1}, of_kind(FilterKind::sat));
    const struct {
        Precision precision;
        Sample sample;
    } rows[] = {{Precision::automatic, Sample::f32},
                {Precision::f32, Sample::f32},
                {Precision::f32_less_mean, Sample::f32},
                {Precision::fixed_point, Sample::u32},
                {Precision::f64, Sample::f64}};
    for (const auto& [precision, sample] : rows) {
        p.method.precision = precision;
        EXPECT_EQ(output_sample(p), sample);
        EXPECT_NO_THROW(validate(p));
    }
    p.filter = box(3);
    EXPECT_EQ(table_sample(p), Sample::f64);
    EXPECT_EQ(output_sample(p), Sample::f32);
}

// On the CUDA engine only `sat` adds up doubles, and `auto` chooses it for them.
TEST(TablePrecision, OfDoublesHasOneAlgorithmOnTheGpu) {
    Problem p = problem({1000, 1000, 1}, of_kind(FilterKind::sat));
    p.method.precision = Precision::f64;
    for (const AlgorithmInfo& a : algorithms()) {
        p.method.algorithm = a.algorithm;
        if (a.family != &families::tables) continue;
        EXPECT_EQ(why_not(p, EngineKind::cuda).empty(), a.algorithm == Algorithm::sat) << a.name;
    }
    p.method.algorithm = Algorithm::automatic;
    EXPECT_EQ(resolved(p, EngineKind::cuda).method.algorithm, Algorithm::sat);
}

TEST(TablePrecision, RefusesWhatMakesNoSense) {
    Problem p = problem({1000, 1000, 1}, of_kind(FilterKind::sat));
    p.method.precision = Precision::uint32;
    EXPECT_THROW(validate(p), Error);  // the samples are floats
    p.input = Sample::u8;
    EXPECT_NO_THROW(validate(p));
    p.filter = box(127);
    EXPECT_NO_THROW(validate(p));
    p.filter = box(128);  // 257 x 257 whites of 65535 do not fit
    EXPECT_THROW(validate(p), Error);
    p.method.precision = Precision::fixed_point;
    EXPECT_THROW(validate(p), Error);
    p.filter = of_kind(FilterKind::sat);
    p.method.fixed_point = 4096;
    EXPECT_NO_THROW(validate(p));
    p.method.precision = Precision::f32;
    EXPECT_THROW(validate(p), Error);
    p.method.precision = Precision::automatic;
    p.method.fixed_point = -1;
    EXPECT_THROW(validate(p), Error);
}

// Fixed point 16.16 holds the whole part of a box sum, and its fraction to 2^-16.
TEST(TablePrecision, FixedPointKeepsValuesBeyondOne) {
    Problem p = problem({3, 1, 1}, of_kind(FilterKind::sat));
    p.method.precision = Precision::fixed_point;
    Image in(p.shape, Sample::f32);
    const float samples[] = {1.5f, 1000.25f, -3.f};
    std::copy_n(samples, 3, in.data<float>());
    const Image out = reference(p, in.view());
    EXPECT_EQ(out.data<std::uint32_t>()[0], 3u << 15);
    EXPECT_EQ(out.data<std::uint32_t>()[1], std::uint32_t(1001.75 * 65536));
    EXPECT_EQ(out.data<std::uint32_t>()[2], std::uint32_t(1001.75 * 65536));
}

}  // namespace
}  // namespace sweep::test
