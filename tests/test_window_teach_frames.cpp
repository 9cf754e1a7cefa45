// The view of the four passes in the window: what keys and clicks do to it.
#include "tests/demo_frames.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace sweep::app {
namespace {

class TeachFrames : public DemoFrames {
  protected:
    TeachFrames() : DemoFrames(900, 560) {}

    void start(WindowOptions options) {
        options.view = View::passes;
        options.teach.playing = false;
        options.engine = EngineChoice::cpu;
        DemoFrames::start(options, {}, 0);
    }
    void frames(int count) { draw(count, 0.1); }
    void click(float x, float y) {
        mouse(x, y, true);
        frames(1);
        mouse(x, y);
        frames(2);
    }
};

TEST_F(TeachFrames, PlaysStepsAndLoops) {
    WindowOptions options;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 64;
    options.teach.progress = 0;
    start(options);
    frames(2);
    EXPECT_EQ(demo_->settings().teach.progress, 0);
    demo_->press({'.'});
    demo_->press({'.'});
    frames(1);
    EXPECT_NEAR(demo_->settings().teach.progress, 2.0 / 64, 1e-9);
    demo_->press({','});
    frames(1);
    EXPECT_NEAR(demo_->settings().teach.progress, 1.0 / 64, 1e-9);
    demo_->press({'>'});
    EXPECT_EQ(demo_->settings().teach.progress, 1);
    demo_->press({Key::end});
    EXPECT_EQ(demo_->settings().teach.progress, 4);
    demo_->press({Key::home});
    EXPECT_EQ(demo_->settings().teach.progress, 0);
    demo_->press({' '});
    frames(10);  // a second of twelve
    EXPECT_NEAR(demo_->settings().teach.progress, 4.0 / 12, 0.05);
    frames(112);
    EXPECT_LT(demo_->settings().teach.progress, 1) << "it does not begin again";
}

TEST_F(TeachFrames, TimesTheEngineAndReadsTheLine) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 96;
    start(options);
    frames(12);
    const TeachView& teach = demo_->teach();
    EXPECT_GT(teach.images().engine_ms(), 0);
    EXPECT_LT(teach.images().engine_ms(), 1000);
    ASSERT_TRUE(teach.trace());
    EXPECT_EQ(teach.trace()->length, 96);
    EXPECT_TRUE(teach.trace()->forward);
    demo_->press({'>'});
    demo_->press({'.'});
    frames(6);
    EXPECT_FALSE(teach.trace()->forward) << "up is anticausal";
    const LineTrace& trace = *teach.trace();
    for (int i = 0; i < trace.length; ++i)
        ASSERT_NEAR(trace.y(i), teach.engine_line()[std::size_t(trace.index(i))], 2e-5);
}

TEST_F(TeachFrames, ClickMovesTheImpulse) {
    WindowOptions options;
    options.teach.input = TestInput::impulse;
    options.teach.input_size = 64;
    start(options);
    frames(3);
    const auto impulse = [&] {
        const Texture& image = demo_->teach().images().image(0);
        std::vector<float> x(std::size_t(64) * 64 * 4);
        image.read(GL_RGBA, GL_FLOAT, x.size() * sizeof(float), x.data());
        for (std::size_t i = 0; i < x.size(); i += 4)
            if (x[i] == 1) return std::pair<int, int>(int(i / 4) % 64, int(i / 4) / 64);
        return std::pair(-1, -1);
    };
    EXPECT_EQ(impulse(), std::pair(32, 32));
    // Somewhere in the picture; where it is, the viewer of the same layout knows.
    Viewer viewer;
    gui_->begin(width_, height_, 0.01);
    const TeachLayout layout = divide_teach(divide(width_, height_, demo_->settings()).picture);
    gui_->end();
    viewer.place(layout.picture, 64, 64);
    const Point corner = viewer.origin();
    click(corner.x + 10.5f * viewer.zoom(), corner.y + 40.5f * viewer.zoom());
    EXPECT_EQ(impulse(), std::pair(10, 40));
}

TEST_F(TeachFrames, EveryFilterAndModeIsDrawn) {
    for (FilterKind kind : {FilterKind::gaussian, FilterKind::bspline5, FilterKind::elliptic,
                            FilterKind::exponential, FilterKind::iir, FilterKind::box})
        for (bool blocks : {false, true}) {
            WindowOptions options;
            options.filter.kind = kind;
            options.filter.causal = {-1.6, 0.8};
            options.teach.input = TestInput::step;
            options.teach.input_size = 48;
            options.teach.blocks = blocks;
            options.teach.enlarged = blocks ? -1 : 3;
            start(options);
            EXPECT_NO_THROW(frames(3));
            EXPECT_EQ(demo_->teach().images().ready(), is_recursive(kind)) << int(kind);
        }
}

}  // namespace
}  // namespace sweep::app
