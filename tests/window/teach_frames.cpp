// The view of the four passes in the window: the effect of keys and clicks.
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

class TeachFrames : public DemoFrames {
  protected:
    explicit TeachFrames(int width = 900, int height = 560) : DemoFrames(width, height) {}

    void start(WindowOptions options) {
        options.view = View::passes;
        options.teach.playing = false;
        options.engine = EngineKind::cpu;
        DemoFrames::start(options, {}, 0);
    }
    void frames(int count) { draw(count, 0.1); }
    // Faults are computed on a thread of their own; time stands still meanwhile.
    void wait_for_fault() {
        draw(1, 0);
        for (int i = 0; i < 3000 && demo_->teach().broken().is_busy(); ++i) {
            draw(1, 0);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
    void click(float x, float y) {
        mouse(x, y, true);
        frames(1);
        mouse(x, y);
        frames(2);
    }
};

// In a window with room for all panels.
class WideTeachFrames : public TeachFrames {
  protected:
    WideTeachFrames() : TeachFrames(1200, 700) {}
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
    options.algorithm.algorithm = Algorithm::rt;
    start(options);
    frames(12);
    const PassImages& images = demo_->teach().images();
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
    // The place is somewhere in the picture; the viewer of the same layout tells where that is.
    Viewer viewer;
    gui_->begin(width_, height_, 0.01);
    const TeachLayout layout = divide_teach(divide(width_, height_, demo_->settings()).picture);
    gui_->end();
    viewer.place(layout.picture, 64, 64);
    const Point corner = viewer.origin();
    click(corner.x + 10.5f * viewer.zoom(), corner.y + 40.5f * viewer.zoom());
    EXPECT_EQ(impulse(), std::pair(10, 40));
}

// The line is in the middle of the picture until somebody points, whatever the picture's size.
TEST_F(TeachFrames, LineIsInTheMiddleOfANewPicture) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 96;
    start(options);
    frames(4);
    demo_->teach().look_at(90, 95);
    frames(4);
    demo_->set("input-size", "32");
    demo_->set("input", "impulse");
    demo_->set("progress", "0.9");
    frames(4);
    ASSERT_TRUE(demo_->teach().trace());
    const LineTrace& trace = *demo_->teach().trace();
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
    EXPECT_EQ(demo_->teach().values().pass, -1) << "in pixels that are too small";
    demo_->set("zoom", "60");
    frames(4);
    const PassValues& values = demo_->teach().values();
    ASSERT_EQ(values.pass, 1);
    ASSERT_FALSE(values.region.empty());
    EXPECT_LT(values.region.width, 16) << "more than is seen";
    for (std::size_t k = 0; k < 2; ++k) {
        std::vector<float> image(16 * 16 * 4);
        demo_->teach()
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
    EXPECT_EQ(demo_->teach().values().pass, -1);
}

// The seams are there for some seconds, then the carries are back.
TEST_F(TeachFrames, ForgottenCarriesLeaveSeamsAndComeBack) {
    WindowOptions options;
    options.teach.input = TestInput::ramp;
    options.teach.input_size = 96;
    options.teach.lesson = Lesson::blocks;
    options.teach.block_progress = 4;
    start(options);
    frames(12);
    demo_->run_action("forget-carries");
    wait_for_fault();
    const BrokenView& broken = demo_->teach().broken();
    ASSERT_TRUE(broken.result()) << broken.note();
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
    const std::vector<float> right = pixels(demo_->teach().images().image(all_passes)),
                             wrong = pixels(broken.wrong());
    EXPECT_LT(step(right, 64), 0.02f);
    EXPECT_GT(step(wrong, 64), 0.05f);
    EXPECT_LT(step(wrong, 56), step(wrong, 64));

    EXPECT_EQ(demo_->settings().teach.broken, Fault::no_carries);
    frames(int(most_forgotten / 0.1) + 2);
    EXPECT_EQ(demo_->settings().teach.broken, Fault::none) << "it stays broken";
}

// The old switch is a word of the new one, and neither takes the other's fault away.
TEST_F(TeachFrames, ForgottenCarriesAreOneOfTheFaults) {
    WindowOptions options;
    options.teach.input = TestInput::ramp;
    options.teach.input_size = 48;
    start(options);
    demo_->set("forget-carries", "on");
    EXPECT_EQ(demo_->settings().teach.broken, Fault::no_carries);
    demo_->set("forget-carries", "off");
    EXPECT_EQ(demo_->settings().teach.broken, Fault::none);
    demo_->set("broken", "late-carries");
    demo_->set("forget-carries", "off");
    EXPECT_EQ(demo_->settings().teach.broken, Fault::late_carries);
    // Over the passes, blocks are not seen, and the time does not run.
    frames(int(most_forgotten / 0.1) + 2);
    EXPECT_EQ(demo_->settings().teach.broken, Fault::late_carries);
    EXPECT_FALSE(demo_->teach().broken().result());
}

// Each fault is drawn, stays as long as it is to stay, and is mended by itself; what it draws are numbers.
TEST_F(TeachFrames, EveryFaultIsDrawnAndMended) {
    for (const auto& [word, fault] : fault_words) {
        if (fault == Fault::none) continue;
        WindowOptions options;
        options.teach.input = TestInput::checker;
        options.teach.input_size = 80;
        options.filter.sigma = 40;
        options.teach.lesson = Lesson::blocks;
        options.boundary.kind = BoundaryKind::clamp;
        options.teach.broken = fault;
        options.teach.broken_stays = true;
        options.filter.kind = fault == Fault::float_table ? FilterKind::box : FilterKind::gaussian;
        start(options);
        wait_for_fault();
        const BrokenView& broken = demo_->teach().broken();
        ASSERT_TRUE(broken.result()) << word << broken.note();
        EXPECT_EQ(broken.result()->fault, fault);
        EXPECT_GT(broken.result()->off.largest, 0) << word;
        frames(12);
        EXPECT_FALSE(demo_->teach().is_busy()) << word << ": the window does not come to rest";
        for (const Texture* texture : {&broken.wrong(), &broken.difference()}) {
            std::vector<float> pixels(80 * 80 * 4);
            texture->read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
            for (float value : pixels) ASSERT_TRUE(std::isfinite(value)) << word;
        }
        const Screen wrong = frame();
        frames(int(most_forgotten / 0.1) + 2);
        EXPECT_EQ(demo_->settings().teach.broken, fault) << word << " was to stay";
        demo_->run_action("broken-difference");
        EXPECT_GT(differing(wrong, frame()), 2000) << word << ": the difference looks like the picture";
        demo_->set("broken-stays", "off");
        frames(int(most_forgotten / 0.1) + 2);
        EXPECT_EQ(demo_->settings().teach.broken, Fault::none) << word << " stays broken";
    }
}

// The buttons below the picture, and the small pictures below these.
TEST_F(WideTeachFrames, AFaultIsMendedByAClick) {
    WindowOptions options;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 64;
    options.teach.lesson = Lesson::blocks;
    options.teach.broken = Fault::late_carries;
    options.teach.broken_stays = true;
    start(options);
    wait_for_fault();
    ASSERT_TRUE(demo_->teach().broken().result());
    demo_->set("input", "impulse");
    frames(2);
    Settings now = demo_->settings();
    const TeachLayout layout = divide_teach(divide(width_, height_, now).picture);
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
        seen = seen || demo_->settings().teach.broken_difference;
    }
    EXPECT_TRUE(seen) << "no picture is the difference";
    click(float(layout.strip.x) + 30, middle);
    EXPECT_FALSE(demo_->settings().teach.broken_difference);
    EXPECT_EQ(demo_->settings().teach.broken, Fault::late_carries);
    click(float(layout.transport.x) + 30, float(layout.transport.y) + 22);
    EXPECT_EQ(demo_->settings().teach.broken, Fault::none);
    // The key goes from one to the next, and to the blocks where a fault is one of theirs.
    demo_->set("blocks", "off");
    demo_->press({'!'});
    EXPECT_EQ(demo_->settings().teach.broken, Fault::no_carries);
    EXPECT_EQ(demo_->settings().teach.lesson, Lesson::blocks);
    demo_->press({'%'});
    EXPECT_TRUE(demo_->settings().teach.broken_difference);
}

TEST_F(TeachFrames, AFilterThatHasNoSuchFaultSaysSo) {
    WindowOptions options;
    options.teach.input = TestInput::checker;
    options.teach.input_size = 48;
    options.filter.kind = FilterKind::butterworth;
    options.teach.broken = Fault::direct_form;
    start(options);
    wait_for_fault();
    EXPECT_FALSE(demo_->teach().broken().result());
    EXPECT_NE(demo_->teach().broken().note().find("feeds forward"), std::string::npos)
        << demo_->teach().broken().note();
    demo_->set("filter", "gaussian");
    wait_for_fault();
    EXPECT_TRUE(demo_->teach().broken().result());
    EXPECT_EQ(demo_->teach().broken().note(), "");
}

// What no screen could show is clipped.
TEST_F(TeachFrames, WhatGrowsTooLargeIsClipped) {
    WindowOptions options;
    options.teach.input = TestInput::ones;
    options.teach.input_size = 64;
    options.filter.kind = FilterKind::iir;
    options.filter.causal = {-0.5};
    options.filter.causal_gain = 1e4;
    options.filter.anticausal_gain = 1e4;  // 1e16 after four passes
    for (Fault fault : {Fault::no_carries, Fault::unstable_pole, Fault::direct_form, Fault::odd_blocks}) {
        options.teach.broken = fault;
        options.teach.lesson = Lesson::blocks;
        start(options);
        wait_for_fault();
        const BrokenView& broken = demo_->teach().broken();
        ASSERT_TRUE(broken.result()) << broken.note();
        std::vector<float> pixels(64 * 64 * 4);
        for (const Texture* texture : {&broken.wrong(), &broken.difference()}) {
            texture->read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
            for (float value : pixels) ASSERT_LE(std::abs(value), 1e6f) << int(fault);
        }
    }
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
            EXPECT_EQ(demo_->teach().images().ready(), is_recursive(kind)) << int(kind);
        }
}

// The walk shows the picture's own numbers, whichever algorithm is chosen, and says in words what it cannot show.
TEST_F(TeachFrames, WalksThroughTheNumbers) {
    WindowOptions options;
    options.teach.lesson = Lesson::walk;
    options.teach.input = TestInput::impulse;
    options.filter.kind = FilterKind::bspline3;
    options.algorithm.algorithm = Algorithm::alg5;
    start(options);
    frames(6);
    const WalkView& view = demo_->teach().walk();
    const auto step = [&] { return int(demo_->settings().teach.walk_step); };
    ASSERT_TRUE(view.walk()) << view.reason();
    EXPECT_EQ(view.walk()->steps.size(), 23u);
    EXPECT_EQ(view.walk()->value(Plane::X, 4, 4), 1);
    EXPECT_EQ(view.walk()->value(Plane::X, 3, 4), 0);
    demo_->press({'.'});
    frames(1);
    EXPECT_EQ(step(), 1);
    demo_->press({Key::end});
    frames(1);
    EXPECT_EQ(step(), 22);
    demo_->press({','});
    frames(1);
    EXPECT_EQ(step(), 21);
    demo_->press({Key::home});
    demo_->press({' '});
    frames(20);  // two seconds
    EXPECT_EQ(step(), 1);
    demo_->press({' '});
    for (const auto& [filter, algorithm, steps] : {std::tuple{"sat", "sat", 13}, {"gaussian", "rt", 6}}) {
        demo_->set("filter", filter);
        demo_->set("algorithm", algorithm);
        frames(6);
        ASSERT_TRUE(view.walk()) << view.reason();
        EXPECT_EQ(int(view.walk()->steps.size()), steps);
    }
    demo_->set("filter", "box");
    frames(6);
    EXPECT_FALSE(view.walk());
    EXPECT_NE(view.reason().find("choose SAT"), std::string::npos) << view.reason();
    demo_->set("filter", "sat");
    demo_->set("walk-numbers", "1,2,3/4,5,6");
    frames(6);
    ASSERT_TRUE(view.walk());
    EXPECT_EQ(view.walk()->value(Plane::U, 2, 1), 21);
    demo_->press({'#'});
    frames(3);
    EXPECT_NE(demo_->settings().teach.lesson, Lesson::walk);
}

// The replay is of a run that was measured; what has no record is refused in words.
TEST_F(TeachFrames, ReplaysARealRun) {
    WindowOptions options;
    options.teach.lesson = Lesson::replay;
    options.teach.replay_plays = false;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 200;
    options.algorithm.algorithm = Algorithm::alg5;
    start(options);
    const ReplayView& view = demo_->teach().replay();
    const auto wait = [&] {
        for (int i = 0; i < 500 && view.is_busy(); ++i) {
            frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    };
    frames(2);
    wait();
    ASSERT_EQ(view.runs().size(), 1u) << view.why_not();
    EXPECT_EQ(view.runs().front().algorithm, "5");
    EXPECT_EQ(view.runs().front().stages.size(), 6u);
    EXPECT_GT(view.runs().front().milliseconds(), 0);
    demo_->press({Key::end});
    frames(1);
    EXPECT_EQ(demo_->settings().teach.replay_at, 1);
    demo_->press({Key::home});
    demo_->press({'.'});
    frames(1);
    const double first = view.runs().front().pieces.front().begin / view.runs().front().milliseconds();
    EXPECT_DOUBLE_EQ(demo_->settings().teach.replay_at, first);
    demo_->press({'>'});
    frames(1);
    EXPECT_GT(demo_->settings().teach.replay_at, first);
    demo_->press({','});
    frames(1);
    EXPECT_DOUBLE_EQ(demo_->settings().teach.replay_at, first);
    demo_->press({Key::home});
    demo_->press({' '});
    frames(12);
    EXPECT_NEAR(demo_->settings().teach.replay_at, 0.1, 0.03);
    demo_->set("replay-beside", "rt");
    frames(2);
    wait();
    ASSERT_EQ(view.runs().size(), 2u) << view.why_not();
    EXPECT_EQ(view.runs().back().algorithm, "rt");
    EXPECT_EQ(view.runs().back().stages.size(), 4u);
    demo_->set("algorithm", "fft");
    demo_->set("boundary", "mirror");
    frames(2);
    wait();
    EXPECT_TRUE(view.runs().empty());
    EXPECT_NE(view.why_not().find("no algorithm fft"), std::string::npos) << view.why_not();
    demo_->press({'&'});
    frames(2);
    EXPECT_NE(demo_->settings().teach.lesson, Lesson::replay);
}

// A block of the picture with the numbers of the engine's buffers; what has none is refused in words.
TEST_F(TeachFrames, PutsABlockUnderTheGlass) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 200;
    options.algorithm.algorithm = Algorithm::alg5;
    start(options);
    const GlassView& view = demo_->teach().glass();
    const auto wait = [&] {
        for (int i = 0; i < 500 && demo_->teach().is_busy(); ++i) {
            frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    };
    demo_->set("glass", "1,2");
    EXPECT_EQ(demo_->settings().teach.lesson, Lesson::blocks);
    frames(2);
    wait();
    ASSERT_TRUE(view.glass()) << view.why_not();
    EXPECT_EQ(view.glass()->problem().algorithm, Algorithm::alg5);
    EXPECT_EQ(view.glass()->block_rows(), (200 - 1) / view.glass()->block() + 1);
    const WalkSum sum = view.glass()->sum({Border::E_rows, 1, 1, 7, 0});
    EXPECT_EQ(sum.terms.size(), 4u);
    EXPECT_NEAR(sum.sum(), sum.value, 1e-5);
    demo_->set("glass", "90,90");  // the last block
    frames(2);
    EXPECT_EQ(demo_->settings().teach.glass_row, view.glass()->block_rows() - 1);
    EXPECT_THROW(demo_->set("glass", "2.5,1"), Error);
    EXPECT_THROW(demo_->set("glass", "3"), Error);
    demo_->set("glass", "none");
    frames(2);
    EXPECT_EQ(demo_->settings().teach.glass_row, -1);
}

// Every figure is drawn, or says why not; the keys go from one to the next.
TEST_F(TeachFrames, ShowsTheFiguresOfThePapers) {
    WindowOptions options;
    options.teach.lesson = Lesson::figure;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 64;
    start(options);
    const FigureView& view = demo_->teach().figures();
    const auto wait = [&] {
        frames(2);
        for (int i = 0; i < 2000 && !view.content() && view.why_not().empty(); ++i) {
            frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        frames(1);
    };
    for (std::size_t i = 0; i < figure_words.size(); ++i) {
        EXPECT_EQ(demo_->settings().teach.figure, Figure(i));
        wait();
        ASSERT_TRUE(view.content()) << figure_words[i].first << ": " << view.why_not();
        EXPECT_EQ(view.why_not(), "") << figure_words[i].first;
        EXPECT_FALSE(view.content()->table.rows.empty()) << figure_words[i].first;
        demo_->press({'.'});
        frames(1);
    }
    demo_->press({Key::home});
    demo_->set("filter", "box");
    wait();
    EXPECT_NE(view.why_not().find("choose a recursive filter"), std::string::npos) << view.why_not();
    demo_->set("filter", "bspline3");
    wait();
    EXPECT_EQ(view.why_not(), "");
    for (const Message& message : demo_->messages().all()) EXPECT_FALSE(message.trouble) << message.text;
    demo_->press({Key::end});
    EXPECT_EQ(demo_->settings().teach.figure, figure_words.back().second);
    demo_->press({'*'});
    frames(1);
    EXPECT_EQ(demo_->settings().teach.lesson, Lesson::passes);
}

TEST(WalkText, FitsIntoItsCell) {
    for (const auto& [value, text, small] : {std::tuple{0.0, "0", "0"},
                                             {1.0, "1", "1"},
                                             {-3.0, "-3", "-3"},
                                             {0.3456, ".346", ".35"},
                                             {-0.5, "-.500", "-.50"},
                                             {12.345, "12.35", "12.3"},
                                             {123.46, "123.5", "123"},
                                             {65536.0, "65536", "65536"},
                                             {0.0001, "1e-04", "0"}}) {
        EXPECT_EQ(cell_text(value), text);
        EXPECT_EQ(cell_text(value, true), small);
    }
}

}  // namespace
}  // namespace sweep::app
