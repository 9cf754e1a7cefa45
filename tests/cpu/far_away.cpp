// What stands far away costs no digits here: the promise of core/problem/local_scale.h, on the CPU engine.
#include "tests/support/far_away.h"

#include <gtest/gtest.h>

#include "cpu/engine.h"

namespace sweep::test {
namespace {

class CpuFarAway : public testing::Test {
  protected:
    double error_of(const Problem& p, const Image& in) {
        GuardedOutput out(p);
        engine_.prepare(p);
        engine_.run(in.view(), out.view());
        return local_error(p, in.view(), out.view(), reference(p, in.view()).view());
    }
    // Solves the problem by each algorithm that has it.
    void expect_right_by_all(Problem p, const Image& in) {
        const Image want = reference(p, in.view());
        for (const AlgorithmInfo& a : algorithms()) {
            p.method.algorithm = a.algorithm;
            if (a.makes_tables || a.algorithm == Algorithm::cascade || !why_not(p, EngineKind::cpu).empty())
                continue;
            GuardedOutput out(p);
            engine_.prepare(p);
            engine_.run(in.view(), out.view());
            EXPECT_LE(local_error(p, in.view(), out.view(), want.view()),
                      p.input == Sample::f64 ? float64_tolerance : float32_tolerance)
                << text(p);
            ++runs_;
        }
    }

    cpu::Engine engine_;
    int runs_ = 0;
};

TEST_F(CpuFarAway, CostsNoDigitsHere) {
    for_each_far_away({300, 260, 1}, Sample::f32,
                      [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); });
    EXPECT_GT(runs_, 500);
}

TEST_F(CpuFarAway, CostsNoDigitsOfFloat64) {
    for_each_far_away({150, 131, 1}, Sample::f64,
                      [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); });
    EXPECT_GT(runs_, 500);
}

TEST_F(CpuFarAway, CostsNoDigitsInSeveralChannels) {
    for_each_far_away({140, 90, 3}, Sample::f32,
                      [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); });
    EXPECT_GT(runs_, 300);
}

TEST_F(CpuFarAway, OutliersAreNoDatum) {
    for (const Shape& shape : {Shape{75, 90, 1}, Shape{300, 130, 1}, Shape{9, 6, 1}, Shape{1000, 1, 1}})
        for_each_outlier(shape, [&](const Problem& p, const Image& in) {
            GuardedOutput out(p);
            engine_.prepare(p);
            engine_.run(in.view(), out.view());
            EXPECT_LE(error_of_largest(out.view(), reference(p, in.view())), 2e-6) << text(p);
        });
}

TEST_F(CpuFarAway, CostsNoDigitsOfSignals) {
    for (const Shape& shape : {Shape{9000, 1, 1}, Shape{1, 7000, 2}})
        for_each_far_away(shape, Sample::f32,
                          [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); });
    EXPECT_GT(runs_, 500);
}

TEST_F(CpuFarAway, CostsNoDigitsOfBoxes) {
    FilterSpec even = box(3);
    even.box_width = 10;
    even.box_height = 4;
    even.box_origin_x = 2;
    for (const Sample sample : {Sample::f32, Sample::f64})
        for_each_far_away(
            {150, 131, 3}, sample,
            [&](const Problem& p, const Image& in) {
                EXPECT_LE(error_of(p, in), sample == Sample::f64 ? float64_tolerance : float32_tolerance)
                    << text(p);
            },
            1, {box(1), box(3), box(20), box(100), even});
}

TEST_F(CpuFarAway, WhatDoesNotRunHasNoPart) {
    for_each_axis_alone({200, 131, 1},
                        [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); });
    EXPECT_GT(runs_, 200);
}

TEST_F(CpuFarAway, ConstantsStayToTheLastBit) {
    for_each_constant({200, 131, 1}, [&](const Problem& p, const Image& in) {
        GuardedOutput out(p);
        engine_.prepare(p);
        engine_.run(in.view(), out.view());
        for (int y = 0; y < p.shape.height; ++y)
            for (int x = 0; x < p.shape.width; ++x)
                ASSERT_EQ(out.view().row<float>(y)[x], in.data<float>()[0]) << text(p);
    });
}

}  // namespace
}  // namespace sweep::test
