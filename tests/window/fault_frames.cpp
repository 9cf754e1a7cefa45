// What is broken on purpose in the view of the passes: drawn, explained, and mended.
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/source.h"
#include "tests/support/teach_frames.h"

namespace sweep::app {
namespace {

// Only the fault is waited for: what the passes are measured by goes on.
class FaultFrames : public TeachFrames {
  protected:
    using TeachFrames::TeachFrames;
    void wait_for_fault() {
        draw(1, 0);
        EXPECT_TRUE(draw_until([&] { return !passes().broken().is_busy(); }, 0));
    }
};

// In a window with room for all panels.
class WideFaultFrames : public FaultFrames {
  protected:
    WideFaultFrames() : FaultFrames(1200, 700) {}
};

// The seams are there for some seconds, then the carries are back.
TEST_F(FaultFrames, ForgottenCarriesLeaveSeamsAndComeBack) {
    WindowOptions options;
    options.teach.input = TestInput::ramp;
    options.teach.input_size = 96;
    options.teach.lesson = Lesson::blocks;
    options.teach.block_progress = 4;
    start(options);
    frames(12);
    demo_->run_action("forget-carries");
    wait_for_fault();
    const BrokenView& broken = passes().broken();
    ASSERT_TRUE(broken.result()) << broken.why_not();
    const auto pixels = [](const Texture& texture) {
        std::vector<float> values(96 * 96 * 4);
        texture.read(GL_RGBA, GL_FLOAT, values.size() * sizeof(float), values.data());
        return values;
    };
    // On a smooth ramp the blocks have steps between them.
    const auto step = [](const std::vector<float>& image, int x) {
        const std::size_t row = std::size_t(48) * 96;
        return std::abs(image[(row + std::size_t(x)) * 4] - image[(row + std::size_t(x) - 1) * 4]);
    };
    const std::vector<float> right = pixels(passes().images().image(all_passes)),
                             wrong = pixels(broken.wrong());
    EXPECT_LT(step(right, 64), 0.02f);
    EXPECT_GT(step(wrong, 64), 0.05f);
    EXPECT_LT(step(wrong, 56), step(wrong, 64));

    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::no_carries);
    draw(int(most_forgotten) + 2, 1);
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::none) << "it stays broken";
}

// The old switch is a word of the new one, and neither takes the other's fault away.
TEST_F(FaultFrames, ForgottenCarriesAreOneOfTheFaults) {
    WindowOptions options;
    options.teach.input = TestInput::ramp;
    options.teach.input_size = 48;
    start(options);
    demo_->set("forget-carries", "on");
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::no_carries);
    demo_->set("forget-carries", "off");
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::none);
    demo_->set("broken", "late-carries");
    demo_->set("forget-carries", "off");
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::late_carries);
    // Over the passes, blocks are not seen, and the time does not run.
    draw(int(most_forgotten) + 2, 1);
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::late_carries);
    EXPECT_FALSE(passes().broken().result());
}

// Each fault is drawn, stays as long as it is to stay, and is mended by itself; what it draws are numbers.
TEST_F(FaultFrames, EveryFaultIsDrawnAndMended) {
    for (const auto& [word, fault] : fault_words) {
        if (fault == Fault::none) continue;
        WindowOptions options;
        options.teach.input = TestInput::checker;
        options.teach.input_size = 80;
        options.filter.sigma = 40;
        options.teach.lesson = Lesson::blocks;
        options.boundary.kind = BoundaryKind::clamp;
        options.teach.fault.shown = fault;
        options.teach.fault.stays = true;
        options.filter.kind = fault == Fault::float_table ? FilterKind::box : FilterKind::gaussian;
        start(options);
        wait_for_fault();
        const BrokenView& broken = passes().broken();
        ASSERT_TRUE(broken.result()) << word << broken.why_not();
        EXPECT_EQ(broken.result()->fault, fault);
        EXPECT_GT(broken.result()->off.largest, 0) << word;
        frames(12);
        EXPECT_FALSE(demo_->teach().shown().is_busy()) << word << ": the window does not come to rest";
        for (const Texture* texture : {&broken.wrong(), &broken.difference()}) {
            std::vector<float> pixels(80 * 80 * 4);
            texture->read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
            for (float value : pixels) ASSERT_TRUE(std::isfinite(value)) << word;
        }
        const Screen wrong = frame();
        draw(int(most_forgotten) + 2, 1);
        EXPECT_EQ(demo_->settings().teach.fault.shown, fault) << word << " was to stay";
        demo_->run_action("broken-difference");
        EXPECT_GT(differing(wrong, frame()), 2000) << word << ": the difference looks like the picture";
        demo_->set("broken-stays", "off");
        draw(int(most_forgotten) + 2, 1);
        EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::none) << word << " stays broken";
    }
}

// A lecture on the largest screens: the scene is as large as the stage elsewhere.
TEST(BrokenScene, HasNoMorePixelsThanCanBeBroken) {
    Settings settings;
    settings.view = View::passes;
    settings.teach.lesson = Lesson::blocks;
    const Area stage{0, 0, 2600, 1400};
    EXPECT_EQ(Source::scene_extent(settings, stage).width, stage.width);
    settings.teach.fault.shown = Fault::no_carries;
    for (const Area& area : {stage, Area{0, 0, 7680, 4320}}) {
        const auto [width, height] = Source::scene_extent(settings, area);
        EXPECT_LE(std::size_t(width) * std::size_t(height), most_broken_pixels);
        EXPECT_GT(std::size_t(width) * std::size_t(height), most_broken_pixels / 5);
        EXPECT_NEAR(double(width) / height, double(area.width) / area.height, 0.01);
    }
    settings.view = View::filtered;
    EXPECT_EQ(Source::scene_extent(settings, stage).height, stage.height);
}

// The buttons below the picture, and the small pictures below these.
TEST_F(WideFaultFrames, AFaultIsMendedByAClick) {
    WindowOptions options;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 64;
    options.teach.lesson = Lesson::blocks;
    options.teach.fault.shown = Fault::late_carries;
    options.teach.fault.stays = true;
    start(options);
    wait_for_fault();
    ASSERT_TRUE(passes().broken().result());
    demo_->set("input", "impulse");
    frames(2);
    Settings now = demo_->settings();
    const TeachLayout layout = divide_teach(divide(width_, height_, now).picture, now.teach);
    ASSERT_GT(layout.transport.height, 0);
    ASSERT_GT(layout.strip.height, 0);
    // The impulse goes where the wrong picture is clicked.
    click(float(layout.stage.x) + 0.3f * float(layout.stage.width),
          float(layout.stage.y) + 0.5f * float(layout.stage.height));
    EXPECT_LT(demo_->settings().teach.impulse_x, 0.45f);
    EXPECT_NE(demo_->settings().teach.impulse_x, 0.5f);
    wait_for_fault();
    // Of the pictures in a row the third is the difference, and the others are not.
    const float middle = float(layout.strip.y) + 0.45f * float(layout.strip.height);
    bool seen = false;
    for (float x = float(layout.strip.x); x < float(layout.strip.x) + 0.7f * float(layout.strip.width);
         x += 25) {
        click(x, middle);
        seen = seen || demo_->settings().teach.fault.difference;
    }
    EXPECT_TRUE(seen) << "no picture is the difference";
    click(float(layout.strip.x) + 30, middle);
    EXPECT_FALSE(demo_->settings().teach.fault.difference);
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::late_carries);
    click(float(layout.transport.x) + 30, float(layout.transport.y) + 22);
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::none);
    // The key goes from one to the next, and to the blocks where a fault is one of theirs.
    demo_->set("blocks", "off");
    demo_->press({'!'});
    EXPECT_EQ(demo_->settings().teach.fault.shown, Fault::no_carries);
    EXPECT_EQ(demo_->settings().teach.lesson, Lesson::blocks);
    demo_->press({'%'});
    EXPECT_TRUE(demo_->settings().teach.fault.difference);
}

TEST_F(FaultFrames, AFilterThatHasNoSuchFaultSaysSo) {
    WindowOptions options;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 48;
    options.filter.kind = FilterKind::butterworth;
    options.teach.fault.shown = Fault::direct_form;
    start(options);
    wait_for_fault();
    EXPECT_FALSE(passes().broken().result());
    EXPECT_NE(passes().broken().why_not().find("feeds forward"), std::string::npos)
        << passes().broken().why_not();
    demo_->set("filter", "gaussian");
    wait_for_fault();
    EXPECT_TRUE(passes().broken().result());
    EXPECT_EQ(passes().broken().why_not(), "");
}

// What no screen could show is clipped.
TEST_F(FaultFrames, WhatGrowsTooLargeIsClipped) {
    WindowOptions options;
    options.teach.input = TestInput::ones;
    options.teach.input_size = 64;
    options.filter.kind = FilterKind::iir;
    options.filter.causal = {-0.5};
    options.filter.causal_gain = 1e4;
    options.filter.anticausal_gain = 1e4;  // 1e16 after four passes
    for (Fault fault : {Fault::no_carries, Fault::unstable_pole, Fault::direct_form, Fault::odd_blocks}) {
        options.teach.fault.shown = fault;
        options.teach.lesson = Lesson::blocks;
        start(options);
        wait_for_fault();
        const BrokenView& broken = passes().broken();
        ASSERT_TRUE(broken.result()) << broken.why_not();
        std::vector<float> pixels(64 * 64 * 4);
        for (const Texture* texture : {&broken.wrong(), &broken.difference()}) {
            texture->read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
            for (float value : pixels) ASSERT_LE(std::abs(value), 1e6f) << int(fault);
        }
    }
}

}  // namespace
}  // namespace sweep::app
