// The filters that follow the picture, in the window: live, in states, compared, and saved.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/window_request.h"
#include "core/base/error.h"
#include "core/diffusion/diffusion_reference.h"
#include "core/edge/edge_reference.h"
#include "files/image_file.h"
#include "tests/support/smooth_frames.h"

namespace sweep::app {
namespace {

using EdgeFrames = SmoothFrames;

TEST_F(EdgeFrames, ValuesChangeThePictureAndComeBackFromItsState) {
    start({"--filter=none"});
    const Screen raw = frame();
    demo_->run_action("edge-filter");
    const Screen usual = frame();
    EXPECT_GT(differing(usual, raw), 1000);
    demo_->set("edge-range", "2");
    const Screen wide = frame();
    EXPECT_GT(differing(wide, usual), 1000);
    demo_->set("iterations", "1");
    EXPECT_GT(differing(frame(), wide), 100);
    const Screen last = frame();
    const std::vector<std::string> state = state_arguments(demo_->settings());
    for (const char* said : {"--filter=edge", "--edge-range=2", "--iterations=1", "--sigma=4"})
        EXPECT_NE(std::find(state.begin(), state.end(), said), state.end()) << said;
    demo_->run_action("no-filter");
    EXPECT_TRUE(frame() == raw);
    start(state);
    EXPECT_TRUE(frame() == last);
}

TEST_F(EdgeFrames, LightIsCompressedLive) {
    start({"--filter=edge", "--edge-range=0.4"});
    const Screen smooth = frame();
    demo_->set("tone-map", "5");
    const Screen mapped = frame();
    EXPECT_GT(differing(mapped, smooth), 1000);
    const std::vector<std::string> state = state_arguments(demo_->settings());
    EXPECT_NE(std::find(state.begin(), state.end(), "--tone-map=5"), state.end());
    demo_->set("tone-map", "off");
    EXPECT_TRUE(frame() == smooth);
    start(state);
    EXPECT_TRUE(frame() == mapped);
}

TEST_F(EdgeFrames, DetailIsDerivedAndWhatIsNotGivesWay) {
    start({"--filter=edge"});
    expect_detail_alone_is_derived();
}

// The filter alone on one side of the wipe, its slots on both.
TEST_F(EdgeFrames, IsComparedAsOthersAre) {
    start({"--filter=edge"});
    const Screen smooth = frame();
    demo_->run_action("gaussian-3");
    const Screen blurred = frame();
    demo_->set("slot1", "filter=edge sigma=4");
    demo_->set("slot2", "sigma=4 order=3");
    expect_slots_on_both_sides(smooth, blurred);
}

// A depth of field by diffusion asks no engine for a table: what the filter made before is not taken for it.
TEST_F(EdgeFrames, IsNotTheDepthOfFieldThatFollows) {
    WindowOptions options;
    static_cast<Settings&>(options) =
        settings_of(parse_options({"--engine=cpu", "--panels=off", "--captions=off", "--dither=off",
                                   "--view=depth-of-field", "--focus-method=diffusion"}));
    options.keys = " ";
    DemoFrames::start(options, {}, 3);
    const Screen blurred = frame();
    demo_->run_action("edge-filter");
    EXPECT_GT(differing(frame(), blurred), 1000);
    demo_->set("view", "depth-of-field");
    EXPECT_TRUE(frame() == blurred);
}

TEST_F(EdgeFrames, TheResultIsSavedByTheCommandUnderItsName) {
    start({"--filter=edge", "--edge-range=0.5"});
    demo_->run_action("save-result");
    const std::string out = path("noise-edge-sigma4.npy");
    ASSERT_TRUE(draw_until([&] { return std::filesystem::exists(out); }));
    const Image in = load_image(path("noise.npy")), saved = load_image(out),
                truth = edge_reference({4, 0.5, 3}, BoundaryKind::clamp, in.view(), in.view());
    ASSERT_EQ(saved.shape(), in.shape());
    for (std::size_t i = 0; i < in.shape().samples(); ++i)
        ASSERT_NEAR(saved.data<float>()[i], truth.data<double>()[i], 1e-5) << i;
}

using DiffusionFrames = SmoothFrames;

TEST_F(DiffusionFrames, ValuesChangeThePictureAndComeBackFromItsState) {
    start({"--filter=none"});
    const Screen raw = frame();
    demo_->run_action("diffusion-filter");
    Screen before = frame();
    EXPECT_GT(differing(before, raw), 1000);
    for (const auto& [name, value] :
         {std::pair{"contrast", "0.5"}, {"time", "3"}, {"steps", "2"}, {"noise-sigma", "0"}}) {
        demo_->set(name, value);
        Screen now = frame();
        EXPECT_GT(differing(now, before), 100) << name;
        before = std::move(now);
    }
    const std::vector<std::string> state = state_arguments(demo_->settings());
    for (const char* said :
         {"--filter=diffusion", "--contrast=0.5", "--time=3", "--steps=2", "--noise-sigma=0"})
        EXPECT_NE(std::find(state.begin(), state.end(), said), state.end()) << said;
    EXPECT_THROW(demo_->set("contrast", "0"), Error);
    demo_->run_action("edge-filter");
    EXPECT_GT(differing(frame(), before), 1000);
    demo_->run_action("no-filter");
    EXPECT_TRUE(frame() == raw);
    start(state);
    EXPECT_TRUE(frame() == before);
}

TEST_F(DiffusionFrames, DetailIsDerivedAndWhatIsNotGivesWay) {
    start({"--filter=diffusion", "--contrast=0.5"});
    expect_detail_alone_is_derived();
}

TEST_F(DiffusionFrames, IsComparedAsOthersAre) {
    start({"--filter=diffusion", "--contrast=0.5"});
    const Screen smooth = frame();
    demo_->set("time", "2");
    const Screen shorter = frame();
    demo_->set("slot1", "filter=diffusion contrast=0.5");
    demo_->set("slot2", "filter=diffusion contrast=0.5 time=2");
    expect_slots_on_both_sides(smooth, shorter);
}

// A value that is changed makes another result of the same problem.
TEST_F(DiffusionFrames, WhatIsComparedAndMeasuredFollowsTheValues) {
    start({"--filter=diffusion", "--contrast=0.5", "--view=difference", "--measure=on"});
    const auto numbers = [&] {
        draw(2);
        EXPECT_TRUE(draw_until([&] { return demo_->settled(); }));
        const MeasureView::Measured* m = demo_->measure().measured();
        const std::optional<Statistics>& difference = demo_->compare().statistics();
        return m && difference ? std::pair(m->after.most, difference->root_mean_square)
                               : std::pair(0.0f, 0.0);
    };
    const auto [most, difference] = numbers();
    demo_->set("time", "0.5");
    const auto [most_now, difference_now] = numbers();
    EXPECT_GT(most_now, most) << "less is smoothed";
    EXPECT_LT(difference_now, difference);
}

TEST_F(DiffusionFrames, TheResultIsSavedByTheCommandUnderItsName) {
    start({"--filter=diffusion", "--contrast=0.5", "--time=9", "--steps=3"});
    demo_->run_action("save-result");
    const std::string out = path("noise-diffusion-time9.npy");
    ASSERT_TRUE(draw_until([&] { return std::filesystem::exists(out); }));
    const Image in = load_image(path("noise.npy")), saved = load_image(out),
                truth = diffusion_reference({.contrast = 0.5, .time = 9, .steps = 3}, in.view());
    ASSERT_EQ(saved.shape(), in.shape());
    for (std::size_t i = 0; i < in.shape().samples(); ++i)
        ASSERT_NEAR(saved.data<float>()[i], truth.data<double>()[i], 1e-5) << i;
}

class DiffusionPictures : public SmoothPictures {
  protected:
    static FilterSpec diffusion(int steps) {
        FilterSpec filter = test::of_kind(FilterKind::diffusion);
        filter.contrast = 0.5, filter.time = 20, filter.steps = steps;
        return filter;
    }
    static void run(SmoothPicture& picture, const Texture& light, int steps, bool waits,
                    EngineKind engine = EngineKind::cpu) {
        picture.run(light, 4, diffusion(steps), BoundaryKind::clamp, engine, waits);
    }
};

// The reference takes a while for many steps: they go by beside the frames,
// and end where those do for which a frame waits.
TEST_F(DiffusionPictures, FlowBesideTheFrames) {
    const Image image = test::noise({160, 120, 4}, Sample::f32);
    const Texture light = texture_of(image);
    SmoothPicture waited, followed;
    run(waited, light, 60, true);
    EXPECT_TRUE(waited.is_done());
    EXPECT_EQ(waited.steps(), 60);
    run(followed, light, 60, false, EngineKind::reference);
    EXPECT_FALSE(followed.is_done());
    EXPECT_EQ(followed.engine(), EngineKind::reference);
    if (followed.steps() == 0) {
        EXPECT_EQ(largest_difference(pixels_of(followed.result()), image), 0);
    }
    int before = followed.steps(), pictures = 0;
    while (!followed.is_done()) {
        if (!followed.go_on(false)) continue;
        ++pictures;
        EXPECT_GT(followed.steps(), before);
        before = followed.steps();
    }
    EXPECT_GT(pictures, 1);
    EXPECT_LT(largest_difference(pixels_of(followed.result()), pixels_of(waited.result())), 1e-5);
}

// What was begun before may still be shown, but not in place of a picture of another size, and never as the last.
TEST_F(DiffusionPictures, WhatIsAskedForNextIsTheLastThatIsShown) {
    Image bright({800, 600, 4}, Sample::f32);  // a step of the reference takes longer than a frame
    std::fill_n(bright.data<float>(), bright.shape().samples(), 5.0f);
    const Texture large = texture_of(bright), small = texture_of(test::noise({40, 30, 4}, Sample::f32));
    SmoothPicture picture, expected;
    run(picture, large, 1000, false, EngineKind::reference);
    run(picture, small, 1000, false, EngineKind::reference);
    run(picture, small, 2, false);
    while (!picture.is_done()) {
        picture.go_on(false);
        const Image seen = pixels_of(picture.result());
        ASSERT_EQ(seen.shape(), Shape({40, 30, 4}));
        EXPECT_LE(*std::max_element(seen.data<float>(), seen.data<float>() + seen.shape().samples()), 1.001f);
    }
    run(expected, small, 2, true);
    EXPECT_EQ(largest_difference(pixels_of(picture.result()), pixels_of(expected.result())), 0);
}

TEST_F(DiffusionPictures, SayWhatCannotBeAndCountMissingSamplesAsZero) {
    Image image = test::noise({20, 10, 4}, Sample::f32);
    image.data<float>()[44] = 0;
    const Texture zero = texture_of(image);
    image.data<float>()[44] = std::numeric_limits<float>::quiet_NaN();
    const Texture missing = texture_of(image);
    image.data<float>()[44] = std::numeric_limits<float>::infinity();
    const Texture infinite = texture_of(image);
    SmoothPicture picture, expected;
    run(expected, zero, 3, true);
    EXPECT_THROW(run(picture, infinite, 3, true), Error);
    EXPECT_THROW(run(picture, zero, 3, true, EngineKind::opengl), Error);
    run(picture, missing, 3, true);
    EXPECT_EQ(largest_difference(pixels_of(picture.result()), pixels_of(expected.result())), 0);
}

}  // namespace
}  // namespace sweep::app
