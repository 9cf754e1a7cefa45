// The view of the four passes in the window: the effect of keys and clicks.
#include "tests/support/teach_frames.h"

#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace sweep::app {
namespace {

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
    frames(10);  // one second of twelve
    EXPECT_NEAR(demo_->settings().teach.progress, 4.0 / 12, 0.05);
    frames(112);
    EXPECT_LT(demo_->settings().teach.progress, 1) << "it does not begin again";
}

// The blocks are drawn as algorithm 7 takes them: the time of another algorithm says nothing about them.
TEST_F(TeachFrames, TimesTheAlgorithmThatIsDrawn) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 96;
    options.method.algorithm = Algorithm::rt;
    start(options);
    frames(12);
    const PassImages& images = passes().images();
    EXPECT_EQ(images.timed_name(), "algorithm rt");
    EXPECT_GT(images.engine_ms(), 0);
    demo_->set("blocks", "on");
    frames(1);
    EXPECT_EQ(images.timed_name(), "algorithm 7");
    frames(10);
    EXPECT_GT(images.engine_ms(), 0);
    EXPECT_EQ(images.why_not_timed(), "");
    EXPECT_FALSE(images.is_measuring());

    demo_->set("engine", "reference");
    frames(4);
    EXPECT_EQ(images.engine_ms(), 0);
    EXPECT_EQ(images.why_not_timed(), "the reference has no blocks");
    EXPECT_FALSE(images.is_measuring());
}

TEST_F(TeachFrames, TimesTheEngineAndReadsTheLine) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 96;
    start(options);
    frames(12);
    const PassesView& teach = passes();
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
        const Texture& image = passes().images().image(0);
        std::vector<float> x(std::size_t(64) * 64 * 4);
        image.read(GL_RGBA, GL_FLOAT, x.size() * sizeof(float), x.data());
        for (std::size_t i = 0; i < x.size(); i += 4)
            if (x[i] == 1) return std::pair<int, int>(int(i / 4) % 64, int(i / 4) / 64);
        return std::pair(-1, -1);
    };
    EXPECT_EQ(impulse(), std::pair(32, 32));
    // The place is somewhere in the picture; the viewer of the same layout tells where that is.
    Viewer viewer;
    gui_->begin(width_, height_, 0.01);
    const TeachLayout layout =
        divide_teach(divide(width_, height_, demo_->settings()).picture, demo_->settings().teach);
    gui_->end();
    viewer.place(layout.picture, 64, 64);
    const Point corner = viewer.origin();
    click(corner.x + 10.5f * viewer.zoom(), corner.y + 40.5f * viewer.zoom());
    EXPECT_EQ(impulse(), std::pair(10, 40));
}

// The line is in the middle of the picture until somebody points, whatever the picture's size.
// A click keeps a pixel that the pass has finished, with its own sum; another click, or Enter, unfolds it;
// Escape lets it go.
TEST_F(TeachFrames, AFinishedPixelIsKeptAndUnfolds) {
    WindowOptions options;
    options.filter.kind = FilterKind::bspline3;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 64;
    options.teach.progress = 0.75;
    start(options);
    settle();
    const Screen before = frame();
    const float x = 150, y = 120;
    click(x, y);
    settle();
    ASSERT_TRUE(passes().kept());
    EXPECT_EQ(passes().levels(), 1);
    EXPECT_EQ(passes().traced_index(), passes().kept()->first);
    EXPECT_LT(passes().kept()->second, 48) << "three quarters are done";
    const Screen kept = frame();
    EXPECT_GT(differing(before, kept), 300);
    mouse(x + 60, y + 40);
    frames(3);
    EXPECT_EQ(passes().traced_index(), passes().kept()->first) << "the mouse points elsewhere";
    click(x, y);
    EXPECT_EQ(passes().levels(), 2);
    demo_->press({Key::enter});
    EXPECT_EQ(passes().levels(), 3);
    demo_->press({Key::escape});
    EXPECT_FALSE(passes().kept());
    demo_->set("progress", "0.05");
    frames(2);
    click(x, y);
    EXPECT_FALSE(passes().kept()) << "the front has not come there yet";
    demo_->press({Key::enter});
    ASSERT_TRUE(passes().kept()) << "the newest pixel of the line";
    EXPECT_EQ(passes().kept()->second, 2);
}

// The pass up unfolds through the pass down to pixels, the pass left through the pass right to what the columns gave
// it.
TEST_F(TeachFrames, ASumUnfoldsThroughBothPassesOfItsLine) {
    WindowOptions options;
    options.filter.kind = FilterKind::bspline3;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 64;
    for (const auto& [progress, inputs, outputs] : {std::tuple{1.9, "X(", "Y("}, {3.9, "Z(", "U("}}) {
        options.teach.progress = progress;
        start(options);
        settle();
        for (int level = 0; level < 3; ++level) demo_->press({Key::enter});
        settle();
        ASSERT_TRUE(passes().trace() && passes().kept());
        const int sample = passes().trace()->length / 2;
        double sum = 0;
        int of_inputs = 0, of_outputs = 0;
        for (const SumLine& line : passes().unfolded(sample)) {
            if (line.depth == 0) sum += std::stod(line.value);
            of_inputs += line.what.starts_with(inputs);
            of_outputs += line.what.starts_with(outputs) && line.what.ends_with("=");
        }
        EXPECT_NEAR(sum, passes().trace()->y(sample), 2e-4);
        EXPECT_GE(of_outputs, 3);
        EXPECT_GE(of_inputs, 3);
    }
}

TEST_F(TeachFrames, LineIsInTheMiddleOfANewPicture) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 96;
    start(options);
    frames(4);
    passes().look_at(90, 95);
    frames(4);
    demo_->set("input-size", "32");
    demo_->set("input", "impulse");
    demo_->set("progress", "0.9");
    frames(4);
    ASSERT_TRUE(passes().trace());
    const LineTrace& trace = *passes().trace();
    EXPECT_EQ(trace.length, 32);
    EXPECT_EQ(trace.x(16), 1) << "the impulse is not on it";
}

TEST_F(TeachFrames, ValuesInLargePixelsAreTheImages) {
    WindowOptions options;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 16;
    options.teach.progress = 1.5;
    options.framing = {20, false, 8, 8};
    start(options);
    frames(4);
    EXPECT_EQ(passes().values().pass, -1) << "in pixels that are too small";
    demo_->set("zoom", "60");
    frames(4);
    const PassValues& values = passes().values();
    ASSERT_EQ(values.pass, 1);
    ASSERT_FALSE(values.region.empty());
    EXPECT_LT(values.region.width, 16) << "more than is seen";
    for (std::size_t k = 0; k < 2; ++k) {
        std::vector<float> image(16 * 16 * 4);
        passes()
            .images()
            .image(1 + int(k))
            .read(GL_RGBA, GL_FLOAT, image.size() * sizeof(float), image.data());
        ASSERT_EQ(values.grey[k].size(), std::size_t(values.region.width * values.region.height));
        for (int y = 0; y < values.region.height; ++y)
            for (int x = 0; x < values.region.width; ++x)
                EXPECT_NEAR(values.grey[k][std::size_t(y * values.region.width + x)],
                            image[std::size_t((values.region.y + y) * 16 + values.region.x + x) * 4], 1e-6);
    }
    demo_->set("zoom", "20");
    frames(2);
    EXPECT_EQ(passes().values().pass, -1);
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
            options.teach.lesson = blocks ? Lesson::blocks : Lesson::passes;
            options.teach.enlarged = blocks ? -1 : 3;
            start(options);
            EXPECT_NO_THROW(frames(3));
            EXPECT_EQ(passes().images().ready(), is_recursive(kind)) << int(kind);
        }
}

}  // namespace
}  // namespace sweep::app
