// What stands far away costs no digits here: the promise of core/problem/local_scale.h, on the CUDA engine.
#include "tests/support/far_away.h"

#include "tests/support/gpu_cases.h"

namespace sweep::test {
namespace {

class GpuFarAway : public GpuCases {
  protected:
    // Solves the problem by each algorithm that has it, or each of those that are `chosen`; but not by `fft`: what a
    // transform mixes, it rounds together.
    void expect_right_by_all(Problem p, const Image& in, std::vector<Algorithm> chosen = {}) {
        const Image want = reference(p, in.view());
        for (const AlgorithmInfo& a : algorithms()) {
            p.method.algorithm = a.algorithm;
            if (!chosen.empty() && std::ranges::find(chosen, a.algorithm) == chosen.end()) continue;
            if (a.makes_tables || a.algorithm == Algorithm::cascade || a.algorithm == Algorithm::fft ||
                !why_not(p, EngineKind::cuda).empty() || !fits(*engine_, p))
                continue;
            if (emulated_ && a.algorithm == Algorithm::convolution && p.filter.sigma > 20)
                continue;  // seconds each
            GuardedOutput out(p);
            engine_->run(in.view(), out.view());
            EXPECT_LE(local_error(p, in.view(), out.view(), want.view()), float32_tolerance) << text(p);
            ++runs_;
        }
    }
    // Emulated runs are slow: there the picture is small, and one case of so many is run.
    std::size_t some(std::size_t every) const { return emulated_ ? every : 1; }
    Shape shape(int channels = 1) const {
        return emulated_ ? Shape{130, 97, channels} : Shape{300, 260, channels};
    }

    int runs_ = 0;
};

TEST_F(GpuFarAway, CostsNoDigitsHere) {
    for_each_far_away(
        shape(), Sample::f32, [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); },
        some(13));
    EXPECT_GT(runs_, emulated_ ? 50 : 500);
}

TEST_F(GpuFarAway, CostsNoDigitsInLargerPictures) {
    if (emulated_) return;  // CostsNoDigitsHere has the same kernels but those of large blocks
    for_each_far_away(
        {1300, 1156, 1}, Sample::f32, [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); },
        13);
    EXPECT_GT(runs_, 50);
}

// Lines of more blocks than a thread block holds at once.
TEST_F(GpuFarAway, CostsNoDigitsInLongLines) {
    for (const Shape& shape : {Shape{40, 9000, 1}, Shape{9000, 40, 1}})
        for_each_far_away(
            shape, Sample::f32,
            [&](const Problem& p, const Image& in) { expect_right_by_all(p, in, {Algorithm::alg7}); },
            some(17));
    EXPECT_GT(runs_, 10);
}

// A datum that is looked for elsewhere is one of the large samples (ARCHITECTURE.md, the promise is local).
TEST_F(GpuFarAway, CostsNoDigitsInHoles) {
    const Shape large = emulated_ ? Shape{260, 230, 1} : Shape{1300, 1156, 1};
    std::size_t turn = 0;
    for (const FarAway& far : holes()) {
        for (const FilterSpec& filter : {gaussian(0.3), gaussian(0.5), gaussian(1), gaussian(2), gaussian(5),
                                         gaussian(2, 5), of_kind(FilterKind::bspline3)}) {
            if (turn++ % some(3) != 0) continue;
            for (BoundaryKind boundary : boundaries_where(keeps_constants)) {
                SCOPED_TRACE(far.name);
                expect_right_by_all(problem(large, filter, boundary),
                                    picture_of(far, large, Sample::f32, 1e6));
            }
        }
    }
    EXPECT_GT(runs_, emulated_ ? 10 : 50);
}

// Lines that are shorter than the filter's memory, one end of which has a datum of its own: what enters a line under
// mirror and repeat comes of both ends.
TEST_F(GpuFarAway, LinesMayEndWithDifferentDatums) {
    const FarAway bright{"all but a dark spot near a corner",
                         [](int x, int y, int, int) { return x < 2 || x >= 18 || y < 2 || y >= 30; }};
    const Image in = picture_of(bright, shape(), Sample::f32, 1, 1e-4);
    for (const FilterSpec& filter : {gaussian(60), gaussian(40, 5)})
        for (BoundaryKind boundary : boundaries_where(keeps_constants))
            expect_right_by_all(problem(shape(), filter, boundary), in, {Algorithm::alg7, Algorithm::alg8});
    EXPECT_GT(runs_, 10);
}

TEST_F(GpuFarAway, OutliersAreNoDatum) {
    for (const Algorithm algorithm : {Algorithm::alg7, Algorithm::alg8, Algorithm::alg5})
        for_each_outlier(
            {75, 90, 1},
            [&](Problem p, const Image& in) {
                p.method.algorithm = algorithm;
                if (!why_not(p, EngineKind::cuda).empty() || !fits(*engine_, p)) return;
                GuardedOutput out(p);
                engine_->run(in.view(), out.view());
                EXPECT_LE(error_of_largest(out.view(), reference(p, in.view())), 2e-6) << text(p);
                ++runs_;
            },
            some(5));
    EXPECT_GT(runs_, emulated_ ? 15 : 80);
}

TEST_F(GpuFarAway, CostsNoDigitsInSeveralChannels) {
    for (int channels : {2, 4})
        for_each_far_away(
            shape(channels), Sample::f32,
            [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); }, emulated_ ? 83 : 5);
    EXPECT_GT(runs_, emulated_ ? 15 : 100);
}

TEST_F(GpuFarAway, CostsNoDigitsOfSignals) {
    for (const Shape& line : {emulated_ ? Shape{2500, 1, 1} : Shape{9000, 1, 1},
                              emulated_ ? Shape{1, 1700, 2} : Shape{1, 7000, 2}})
        for_each_far_away(
            line, Sample::f32, [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); },
            some(83));
    EXPECT_GT(runs_, emulated_ ? 15 : 500);
}

TEST_F(GpuFarAway, CostsNoDigitsOfBoxes) {
    FilterSpec even = box(3);
    even.box_width = 10;
    even.box_height = 4;
    even.box_origin_x = 2;
    for (int channels : {1, 3, 4})
        for_each_far_away(shape(channels), Sample::f32,
                          [&](Problem p, const Image& in) {
                              p.method.algorithm = Algorithm::box_lines;
                              ASSERT_EQ(why_not(p, EngineKind::cuda), "");
                              GuardedOutput out(p);
                              on()(p, in.view(), out.view());
                              EXPECT_LE(local_error(p, in.view(), out.view(), reference(p, in.view()).view()),
                                        float32_tolerance)
                                  << text(p);
                          },
                          some(11), {box(1), box(3), box(20), box(45), even});
}

TEST_F(GpuFarAway, WhatDoesNotRunHasNoPart) {
    for_each_axis_alone(
        shape(), [&](const Problem& p, const Image& in) { expect_right_by_all(p, in); }, some(17));
    EXPECT_GT(runs_, emulated_ ? 30 : 200);
}

TEST_F(GpuFarAway, ConstantsStayToTheLastBit) {
    for_each_constant(shape(), [&](const Problem& p, const Image& in) {
        GuardedOutput out(p);
        on()(p, in.view(), out.view());
        for (int y = 0; y < p.shape.height; ++y)
            for (int x = 0; x < p.shape.width; ++x)
                ASSERT_EQ(out.view().row<float>(y)[x], in.data<float>()[0]) << text(p);
    });
}

}  // namespace
}  // namespace sweep::test
