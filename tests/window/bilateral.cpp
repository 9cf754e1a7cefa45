// The bilateral filter in the window: live, beside the edge filter, and in the middle of the picture where all of it
// would take too long.
#include "engines/bilateral.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "core/bilateral/bilateral_reference.h"
#include "engines/smoothing.h"
#include "files/image_file.h"
#include "tests/support/smooth_frames.h"

namespace sweep::app {
namespace {

using BilateralFrames = SmoothFrames;

TEST_F(BilateralFrames, ValuesChangeThePictureAndComeBackFromItsState) {
    start({"--filter=none", "--sigma=2"});
    const Screen raw = frame();
    demo_->run_action("bilateral-filter");
    const Screen usual = frame();
    EXPECT_GT(differing(usual, raw), 1000);
    demo_->set("edge-range", "2");
    const Screen wide = frame();
    EXPECT_GT(differing(wide, usual), 1000);
    demo_->set("sigma", "1");
    const Screen last = frame();
    EXPECT_GT(differing(last, wide), 100);
    const std::vector<std::string> state = state_arguments(demo_->settings());
    for (const char* said : {"--filter=bilateral", "--edge-range=2", "--sigma=1"})
        EXPECT_NE(std::find(state.begin(), state.end(), said), state.end()) << said;
    demo_->run_action("no-filter");
    EXPECT_TRUE(frame() == raw);
    start(state);
    EXPECT_TRUE(frame() == last);
}

TEST_F(BilateralFrames, DetailIsDerivedAndWhatIsNotGivesWay) {
    start({"--filter=bilateral", "--sigma=2"});
    expect_detail_alone_is_derived();
}

// One action puts it beside the edge filter of the same sigma and range.
TEST_F(BilateralFrames, IsComparedWithTheEdgeFilter) {
    start({"--filter=bilateral", "--sigma=2", "--edge-range=0.7"});
    const Screen bilateral = frame();
    demo_->run_action("edge-filter");
    const Screen edge = frame();
    demo_->run_action("wipe-bilateral");
    EXPECT_EQ(demo_->settings().view, View::wipe);
    expect_slots_on_both_sides(edge, bilateral);
}

TEST_F(BilateralFrames, TheResultIsSavedByTheCommandUnderItsName) {
    start({"--filter=bilateral", "--sigma=2", "--edge-range=0.5"});
    demo_->run_action("save-result");
    const std::string out = path("noise-bilateral-sigma2.npy");
    ASSERT_TRUE(draw_until([&] { return std::filesystem::exists(out); }));
    const Image in = load_image(path("noise.npy")), saved = load_image(out),
                truth = bilateral_reference({2, 0.5}, BoundaryKind::clamp, in.view(), in.view());
    ASSERT_EQ(saved.shape(), in.shape());
    for (std::size_t i = 0; i < in.shape().samples(); ++i)
        ASSERT_NEAR(saved.data<float>()[i], truth.data<double>()[i], 1e-5) << i;
}

// A pixel of the picture is four of the window. The reference takes a second for the few pixels that it filters.
TEST_F(BilateralFrames, WhatWouldTakeTooLongIsTheMiddleWithALineAroundIt) {
    start({"--filter=none"});
    const Screen raw = frame();
    demo_->set("engine", "reference");
    demo_->set("sigma", "300");
    demo_->run_action("bilateral-filter");
    const Screen now = frame();
    const Rectangle cut =
        sweep::middle_of({0, 0, 64, 48}, taps_in_seconds(EngineKind::reference) / taps({.sigma = 300}, 1));
    ASSERT_LT(cut.width, 20);
    const Region inside{4 * cut.x, 4 * cut.y, 4 * cut.width, 4 * cut.height},
        around{inside.x - 2, inside.y - 2, inside.width + 4, inside.height + 4};
    EXPECT_GT(differing(now.part(inside), raw.part(inside)), inside.width * inside.height / 2);
    EXPECT_GT(differing(now.part(around), raw.part(around)),
              differing(now.part(inside), raw.part(inside)) + 2 * inside.width);
    EXPECT_EQ(differing(now.part(around), raw.part(around)), differing(now, raw));
}

// In steps that take the reference a second together, the part that is filtered grows from the middle;
// the rest is as it was.
TEST_F(SmoothPictures, GrowFromTheMiddle) {
    const Image image = test::noise({128, 96, 4}, Sample::f32);
    const Texture light = texture_of(image);
    FilterSpec asked = test::of_kind(FilterKind::bilateral);
    asked.sigma = 10, asked.range = 0.3;
    SmoothPicture waited, followed;
    waited.run(light, 4, asked, BoundaryKind::clamp, EngineKind::cpu, true);
    EXPECT_TRUE(waited.is_done());
    EXPECT_FALSE(waited.part());
    const Image all = pixels_of(waited.result());
    followed.run(light, 4, asked, BoundaryKind::clamp, EngineKind::reference, false);
    EXPECT_FALSE(followed.is_done());
    Rectangle before;
    int pictures = 0;
    while (!followed.is_done()) {
        if (!followed.go_on(false)) continue;
        ++pictures;
        const Rectangle part = followed.part().value_or(Rectangle{0, 0, 128, 96});
        EXPECT_GT(part.width, before.width);
        EXPECT_NEAR(part.x + part.width / 2.0, 64, 0.5);
        EXPECT_NEAR(part.y + part.height / 2.0, 48, 0.5);
        const Image seen = pixels_of(followed.result());
        for (int y = 0; y < 96; ++y)
            for (int x = 0; x < 128; ++x) {
                const bool is_in =
                    x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height;
                const float expected = (is_in ? all : image).view().row<float>(y)[4 * x];
                ASSERT_NEAR(seen.view().row<float>(y)[4 * x], expected, 1e-5f) << x << ", " << y;
            }
        before = part;
    }
    EXPECT_GT(pictures, 1);
    EXPECT_FALSE(followed.part());
}

// Whatever the filter: after its last step it has what it makes at once.
TEST_F(SmoothPictures, AreTheSameInStepsAndAtOnce) {
    const Image image = test::noise({50, 37, 3}, Sample::f32);
    for (const KindInfo& kind : filter_kinds()) {
        if (!kind.follows_picture) continue;
        SCOPED_TRACE(kind.word);
        FilterSpec filter = test::of_kind(kind.kind);
        filter.sigma = 3;
        const auto smoothing = make_smoothing(filter, BoundaryKind::clamp, image.shape(), image.shape(),
                                              Sample::f32, EngineKind::cpu);
        EXPECT_EQ(smoothing->engine(), EngineKind::cpu);
        Image at_once(image.shape(), Sample::f32);
        smoothing->run(image.view(), image.view(), at_once.view());
        smoothing->begin(image.view());
        EXPECT_EQ(smoothing->steps() > 1, kind.steps != SmoothingSteps::none);
        for (int i = 0; i < smoothing->steps(); ++i) smoothing->step();
        EXPECT_LE(largest_difference(smoothing->smooth(), at_once), 1e-6);
        EXPECT_EQ(smoothing->part(), whole(image.shape()));
        const Image truth = truth_of(filter, BoundaryKind::clamp, image.view(), image.view());
        for (std::size_t i = 0; i < image.shape().samples(); ++i)
            ASSERT_NEAR(at_once.data<float>()[i], truth.data<double>()[i], 1e-5) << i;
    }
}

TEST(BilateralMiddle, IsNoLargerThanAsked) {
    for (const Rectangle& all :
         {Rectangle{0, 0, 640, 480}, Rectangle{5, 7, 1, 1000}, Rectangle{0, 0, 3000, 2}}) {
        Rectangle inner;
        for (double pixels = 1; pixels < 4e5; pixels *= 1.13) {
            const Rectangle part = sweep::middle_of(all, pixels);
            EXPECT_LE(part.width * double(part.height), pixels + 0.001);
            EXPECT_GE(part.width, inner.width);
            EXPECT_GE(part.height, inner.height);
            EXPECT_LE(std::abs(2 * (part.x - all.x) + part.width - all.width), 1);
            EXPECT_LE(std::abs(2 * (part.y - all.y) + part.height - all.height), 1);
            inner = part;
        }
        EXPECT_EQ(inner, all);
    }
}

}  // namespace
}  // namespace sweep::app
