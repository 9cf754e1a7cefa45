// The edge filter in the window: live, in states, compared, and saved.
#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/command_line/options.h"
#include "app/command_line/parser.h"
#include "app/command_line/picture_state.h"
#include "core/edge/edge_reference.h"
#include "files/image_file.h"
#include "tests/support/cases.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class EdgeFrames : public DemoFrames {
  protected:
    EdgeFrames() : DemoFrames(256, 192) {}

    void start(const std::vector<std::string>& arguments) {
        save_image(path("noise.npy"), test::noise({64, 48, 3}, Sample::f32).view());
        std::vector<std::string> all{"--engine=cpu", "--panels=off", "--captions=off", "--dither=off",
                                     "--sigma=4"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(all));
        options.image = path("noise.npy");
        DemoFrames::start(options, {}, 3);
    }
};

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
    EXPECT_THROW(demo_->set("filter", "diffusion"), Error);
}

TEST_F(EdgeFrames, DetailIsDerivedAndWhatIsNotGivesWay) {
    start({"--filter=edge"});
    const Screen smooth = frame();
    demo_->run_action("unsharp-mask");
    EXPECT_GT(differing(frame(), smooth), 1000);
    demo_->run_action("gradient-magnitude");
    EXPECT_TRUE(frame() == smooth);
    EXPECT_TRUE(demo_->settings().derived.is_none());
}

// The filter alone on one side of the wipe, its slots on both.
TEST_F(EdgeFrames, IsComparedAsOthersAre) {
    start({"--filter=edge"});
    const Screen smooth = frame();
    demo_->run_action("gaussian-3");
    const Screen blurred = frame();
    demo_->set("slot1", "filter=edge sigma=4");
    demo_->set("slot2", "sigma=4 order=3");
    demo_->set("wipe-sides", "slots");
    demo_->set("view", "wipe");
    frame();
    const Screen wiped = frame();
    EXPECT_EQ(differing(wiped, smooth, 0, width_ / 2 - 14), 0);
    EXPECT_EQ(differing(wiped, blurred, width_ / 2 + 14, width_), 0);
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

}  // namespace
}  // namespace sweep::app
