// Algorithm `halo` on the OpenGL engine, against the reference. One program serves filters of every length, so that
// many cases run on llvmpipe, too.
#include <memory>
#include <set>

#include "core/base/error.h"
#include "core/plan/planner.h"
#include "opengl/engine.h"
#include "tests/support/comparison.h"
#include "tests/support/far_away.h"
#include "tests/support/problems.h"
#include "tests/support/required.h"

namespace sweep {
namespace {

using namespace sweep::test;

std::vector<FilterSpec> short_filters() {
    FilterSpec two_sided = of_kind(FilterKind::iir), by_axis = gaussian(0.6), zeros = gaussian(1);
    two_sided.causal = feedback({0.52, -0.3});
    two_sided.anticausal = feedback({-0.5, 0.1});
    by_axis.sigma_y = 1.2;
    zeros.accuracy = 3e-4;
    FilterSpec slope = zeros;
    slope.derivative_x = 1;
    return {of_kind(FilterKind::bspline3),
            of_kind(FilterKind::bspline5),
            gaussian(1),
            two_sided,
            by_axis,
            zeros,
            slope};
}

class OpenGLHalo : public testing::Test {
  protected:
    void SetUp() override {
        if (!opengl::probe().usable) SKIP_WITHOUT("window", opengl::probe().text);
        engine_ = std::make_unique<opengl::Engine>();
    }
    Image filtered(Problem p, const Image& in) {
        p.method.algorithm = Algorithm::halo;
        Image out(p.shape, output_sample(p));
        engine_->prepare(p);
        engine_->run(in.view(), out.view());
        return out;
    }
    void expect_right(Problem p) {
        p.method.algorithm = Algorithm::halo;
        ++runs_;
        SCOPED_TRACE(text(p));
        const Image in = random_image(p.shape, p.input);
        EXPECT_LE(largest_error(filtered(p, in).view(), reference(p, in.view()).view()), 3 * float_tolerance);
    }

    std::unique_ptr<opengl::Engine> engine_;
    int runs_ = 0;
};

// One pixel, less than a halo, less than a tile, parts of tiles.
TEST_F(OpenGLHalo, MatchesTheReference) {
    for (const Shape& shape : {Shape{1, 1, 1}, Shape{5, 3, 1}, Shape{1, 90, 1}, Shape{200, 1, 1},
                               Shape{112, 64, 1}, Shape{131, 77, 1}})
        for (const BoundaryKind boundary : but_reflect101(boundaries_where(is_extended)))
            for (const FilterSpec& filter : short_filters()) {
                // Its slope is 0, and digits of that are none.
                if (shape.width == 1 && filter.derivative_x > 0) continue;
                expect_right(problem(shape, filter, boundary));
            }
    EXPECT_GT(runs_, 180);
}

TEST_F(OpenGLHalo, TakesPicturesOfEveryKind) {
    for (int channels = 1; channels <= 4; ++channels)
        for (const Sample sample : {Sample::u8, Sample::f32})
            for (const BoundaryKind boundary : {BoundaryKind::constant, BoundaryKind::mirror}) {
                Problem p = problem({131, 37, channels}, gaussian(1), boundary);
                p.input = sample;
                p.linear = sample == Sample::u8;
                expect_right(p);
                if (channels < 4) continue;
                p.method.memory = Memory::texture;
                expect_right(p);
            }
    EXPECT_EQ(runs_, 20);
}

TEST_F(OpenGLHalo, TakesAnyPassesAndTwoBoundaries) {
    for (int passes = 1; passes <= all_passes; ++passes)
        for (const FilterSpec& filter : short_filters()) {
            Problem p = problem({70, 45, 2}, filter, BoundaryKind::constant);
            p.passes = passes;
            expect_right(p);
            p.boundary_y = Boundary{BoundaryKind::repeat, {}};
            expect_right(p);
        }
    EXPECT_EQ(runs_, 56);
}

TEST_F(OpenGLHalo, ConstantImagesStayConstantToTheLastBit) {
    for (const int channels : {1, 3})
        for (const float value : {0.1F, 12345.678F}) {
            Image in({97, 65, channels}, Sample::f32);
            std::fill_n(in.data<float>(), in.shape().samples(), value);
            const Image out = filtered(problem(in.shape(), gaussian(1)), in);
            EXPECT_EQ(std::set<float>(out.data<float>(), out.data<float>() + in.shape().samples()),
                      std::set{value});
        }
}

// No sample costs another one its digits, unless the filter remembers it.
TEST_F(OpenGLHalo, KeepsTheDigitsBesideLargeNumbers) {
    for (const FarAway& far : far_away())
        for (const double V : {1e6, 1e30}) {
            const Problem p = problem({300, 220, 1}, gaussian(1));
            const Image in = picture_of(far, p.shape, Sample::f32, V);
            EXPECT_LE(local_error(p, in.view(), filtered(p, in).view(), reference(p, in.view()).view()),
                      float32_tolerance)
                << far.name << " " << V;
        }
}

// A work group that read what another one writes would read it too early.
TEST_F(OpenGLHalo, WorkGroupsNeedNotRunTogether) {
    const Problem p = problem({300, 100, 3}, gaussian(1));
    const Image in = random_image(p.shape, p.input), together = filtered(p, in);
    engine_->run_groups_apart(3);
    EXPECT_EQ(largest_error(filtered(p, in).view(), together.view()), 0);
}

TEST_F(OpenGLHalo, IsTakenWhereItIsFaster) {
    const auto taken = [](const Problem& p) { return resolved(p, EngineKind::opengl).method.algorithm; };
    Problem p = problem({1920, 1080, 4}, gaussian(1));
    EXPECT_EQ(taken(p), Algorithm::halo);
    p.filter.sigma = 4;
    EXPECT_EQ(taken(p), Algorithm::alg7);
    p.filter.sigma = 1;
    p.method.block = 32;
    EXPECT_EQ(taken(p), Algorithm::alg7) << "blocks are those of 7";
    p.method.block = 0;
    p.shape = {4096, 4096, 1};
    EXPECT_EQ(taken(p), Algorithm::halo);
    p.filter.sigma = 1.4;
    EXPECT_EQ(taken(p), Algorithm::alg7) << "more taps are slower";
}

TEST_F(OpenGLHalo, RefusesWhatReachesTooFar) {
    Problem p = problem({100, 100, 1}, gaussian(3));
    p.method.algorithm = Algorithm::halo;
    EXPECT_NE(why_not(p, EngineKind::opengl), "");
    p.filter = gaussian(1);
    EXPECT_EQ(why_not(p, EngineKind::opengl), "");
    p.method.realisation = Realisation::direct;
    EXPECT_NE(why_not(p, EngineKind::opengl).find("no direct feedback"), std::string::npos);
}

}  // namespace
}  // namespace sweep
