// Grey pictures in the window: they are filtered as one channel, and look as they do with four.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include <gtest/gtest.h>
#include <imgui.h>

#include "app/lessons/passes/passes.h"
#include "app/lessons/replay/view.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

// A grey picture, and the same in three colours.
class GreyPictures : public DemoFrames {
  protected:
    GreyPictures() : DemoFrames(320, 200) {}

    WindowOptions shown(int channels) {
        Image image({97, 61, channels}, Sample::u8);
        std::minstd_rand random(5);
        for (std::size_t i = 0; i < image.shape().pixels(); ++i)
            std::fill_n(image.data<std::uint8_t>() + i * std::size_t(channels), channels,
                        std::uint8_t(random() % 256));
        WindowOptions options;
        options.image = path(channels == 1 ? "grey.png" : "colours.png");
        save_image(*options.image, image.view());
        options.engine = EngineKind::automatic;
        options.panels = options.captions = options.dither = false;
        return options;
    }
    // Returns the times as the program copies them.
    std::string times() {
        demo_->run_action("copy-times");
        return ImGui::GetClipboardText();
    }
};

// A photo has no depth map: the blur follows the ramp that is chosen, at once.
TEST_F(GreyPictures, HaveADepthOfFieldThatFollowsTheRamp) {
    WindowOptions options = shown(3);
    options.view = View::depth_of_field;
    start(options);
    demo_->set("aperture", "1");  // the picture is small
    const Screen up = frame();
    demo_->set("depth-ramp", "0,30,96,30");
    const Screen across = frame();
    EXPECT_GT(differing(up, across), 2000);
    demo_->set("depth-ramp", "96,30,0,30");
    EXPECT_GT(differing(across, frame()), 2000);
    demo_->set("depth-ramp", "");
    EXPECT_EQ(differing(up, frame()), 0);
    demo_->set("tilt-shift", "off");
    EXPECT_GT(differing(up, frame()), 2000) << "the radius is the same everywhere";
}

TEST_F(GreyPictures, AreFilteredAsOneChannelAndSeenGrey) {
    for (const char* filter : {"gaussian-3", "box", "sat"})
        for (const View view : {View::filtered, View::wipe, View::difference}) {
            Screen screens[2];
            for (const int k : {0, 1}) {
                WindowOptions options = shown(k == 0 ? 1 : 3);
                options.view = view;
                demo_.reset();
                start(options);
                demo_->run_action(filter);
                draw(4);
                screens[k] = frame();
                EXPECT_NE(times().find(k == 0 ? ", 1 channel," : ", 4 channels,"), std::string::npos)
                    << times();
            }
            int largest = 0;
            for (std::size_t i = 0; i < screens[0].bytes.size(); ++i)
                largest = std::max(largest, std::abs(int(screens[0].bytes[i]) - int(screens[1].bytes[i])));
            EXPECT_LE(largest, 1) << filter << ", view " << int(view);
        }
}

TEST_F(GreyPictures, HaveThreeEqualValuesWhereTheyArePinned) {
    WindowOptions options = shown(1);
    options.compare.pins = {{40, 30}};
    start(options, {}, 2);
    ASSERT_EQ(demo_->compare().pins().size(), 1u);
    for (int i = 0; i < 100 && !demo_->compare().pins()[0].known; ++i) draw(1);
    const PixelValues gaussian = demo_->compare().pins()[0];
    ASSERT_TRUE(gaussian.known);
    EXPECT_GT(gaussian.after[0], 0);
    EXPECT_EQ(gaussian.after[1], gaussian.after[0]);
    EXPECT_EQ(gaussian.after[2], gaussian.after[0]);
    demo_->run_action("sat");
    // The values come when the GPU has them.
    for (int i = 0; i < 100 && demo_->compare().pins()[0].after[0] <= 1; ++i) draw(1);
    const PixelValues sum = demo_->compare().pins()[0];
    EXPECT_GT(sum.after[0], 31 * 41 * 100) << "a sum of bytes, in integers";
    EXPECT_EQ(sum.after[2], sum.after[0]);
}

// The real run is of the problem that the window solves.
TEST_F(GreyPictures, AreReplayedAsOneChannel) {
    for (const int channels : {1, 3}) {
        WindowOptions options = shown(channels);
        options.view = View::passes;
        options.teach.lesson = Lesson::replay;
        demo_.reset();
        start(options);
        const ReplayView& view = demo_->teach().view<ReplayView>();
        for (int i = 0; i < 100 && view.runs().empty(); ++i) draw(1);
        ASSERT_EQ(view.runs().size(), 1u) << view.why_not();
        EXPECT_EQ(view.runs().front().trace().shape.channels, channels == 1 ? 1 : 4);
    }
}

// The boundary's constant may have a colour: then there is more than one channel.
TEST_F(GreyPictures, HaveColouredBoundariesInFourChannels) {
    WindowOptions options = shown(1);
    options.boundary = {BoundaryKind::constant, {1, 0, 0, 1}};
    start(options, {}, 3);
    EXPECT_NE(times().find(", 4 channels,"), std::string::npos) << times();
    demo_->set("boundary", "constant:1");
    draw(3);
    EXPECT_NE(times().find(", 1 channel,"), std::string::npos) << times();
}

}  // namespace
}  // namespace sweep::app
