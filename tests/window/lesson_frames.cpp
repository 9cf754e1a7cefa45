// The lessons of the view of the passes: the walk, the real run, the block under the glass, the figures, the springs.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/edge/edge_reference.h"
#include "tests/support/teach_frames.h"

namespace sweep::app {
namespace {

using LessonFrames = TeachFrames;

// The walk shows the picture's own numbers, whichever algorithm is chosen, and says in words what it cannot show.
TEST_F(LessonFrames, WalksThroughTheNumbers) {
    WindowOptions options;
    options.teach.lesson = Lesson::walk;
    options.teach.input = TestInput::impulse;
    options.filter.kind = FilterKind::bspline3;
    options.method.algorithm = Algorithm::alg5;
    start(options);
    frames(6);
    const WalkView& view = demo_->teach().view<WalkView>();
    const auto step = [&] { return int(demo_->settings().teach.walk.step); };
    ASSERT_TRUE(view.walk()) << view.why_not();
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
        ASSERT_TRUE(view.walk()) << view.why_not();
        EXPECT_EQ(int(view.walk()->steps.size()), steps);
    }
    demo_->set("filter", "box");
    frames(6);
    EXPECT_FALSE(view.walk());
    EXPECT_NE(view.why_not().find("choose SAT"), std::string::npos) << view.why_not();
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
TEST_F(LessonFrames, ReplaysARealRun) {
    WindowOptions options;
    options.teach.lesson = Lesson::replay;
    options.teach.replay.plays = false;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 200;
    options.method.algorithm = Algorithm::alg5;
    start(options);
    const ReplayView& view = demo_->teach().view<ReplayView>();
    frames(2);
    settle();
    ASSERT_EQ(view.runs().size(), 1u) << view.why_not();
    EXPECT_EQ(view.runs().front().trace().algorithm, "5");
    EXPECT_EQ(view.runs().front().trace().stages.size(), 6u);
    EXPECT_GT(view.runs().front().trace().milliseconds(), 0);
    demo_->press({Key::end});
    frames(1);
    EXPECT_EQ(demo_->settings().teach.replay.at, 1);
    demo_->press({Key::home});
    demo_->press({'.'});
    frames(1);
    const double first =
        view.runs().front().trace().pieces.front().begin / view.runs().front().trace().milliseconds();
    EXPECT_DOUBLE_EQ(demo_->settings().teach.replay.at, first);
    demo_->press({'>'});
    frames(1);
    EXPECT_GT(demo_->settings().teach.replay.at, first);
    demo_->press({','});
    frames(1);
    EXPECT_DOUBLE_EQ(demo_->settings().teach.replay.at, first);
    demo_->press({Key::home});
    demo_->press({' '});
    frames(12);
    EXPECT_NEAR(demo_->settings().teach.replay.at, 0.1, 0.03);
    demo_->set("replay-beside", "rt");
    frames(2);
    settle();
    ASSERT_EQ(view.runs().size(), 2u) << view.why_not();
    EXPECT_EQ(view.runs().back().trace().algorithm, "rt");
    EXPECT_EQ(view.runs().back().trace().stages.size(), 4u);
    demo_->set("algorithm", "fft");
    demo_->set("boundary", "mirror");
    frames(2);
    settle();
    EXPECT_TRUE(view.runs().empty());
    EXPECT_NE(view.why_not().find("no algorithm fft"), std::string::npos) << view.why_not();
    demo_->press({'&'});
    frames(2);
    EXPECT_NE(demo_->settings().teach.lesson, Lesson::replay);
}

// Two to five algorithms, one recorded after the other; bets by keys until Enter starts,
// and then the filter's keys again.
TEST_F(LessonFrames, RacesAlgorithms) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 200;
    start(options);
    frames(2);
    demo_->run_action("race");
    const ReplayView& view = demo_->teach().view<ReplayView>();
    for (int frame = 0; frame < 200 && view.runs().empty(); ++frame) frames(1);
    EXPECT_LT(view.runs().size(), 4u);
    EXPECT_TRUE(view.is_secret()) << "how long the first one takes is seen while the others are recorded";
    frames(2);
    settle();
    ASSERT_EQ(view.runs().size(), 4u) << "the CPU engine has no algorithm 2";
    EXPECT_EQ(view.runs().front().trace().algorithm, "rt");
    EXPECT_EQ(view.runs().back().trace().algorithm, "7");
    ASSERT_TRUE(view.race().takes_bets());
    for (const char key : {'1', '4', '4'}) demo_->press({key});
    frames(2);
    EXPECT_EQ(view.race().bets(), 3);
    EXPECT_EQ(view.race().bets_on(3), 2);
    EXPECT_EQ(demo_->settings().filter.kind, FilterKind::gaussian);
    demo_->press({Key::enter});
    draw(6, 1);  // half of the race
    EXPECT_NEAR(demo_->settings().teach.replay.at, 0.5, 0.03);
    EXPECT_TRUE(view.race().is_secret());
    draw(7, 1);
    EXPECT_EQ(demo_->settings().teach.replay.at, 1) << "a race does not begin again by itself";
    EXPECT_FALSE(demo_->settings().teach.replay.plays);
    EXPECT_FALSE(view.race().is_secret());
    demo_->press({'4'});
    EXPECT_EQ(demo_->settings().filter.kind, FilterKind::bspline3);
}

// A block of the picture with the numbers of the engine's buffers; what has none is refused in words.
TEST_F(LessonFrames, PutsABlockUnderTheGlass) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 200;
    options.method.algorithm = Algorithm::alg5;
    start(options);
    const GlassView& view = passes().glass();
    demo_->set("glass", "1,2");
    EXPECT_EQ(demo_->settings().teach.lesson, Lesson::blocks);
    frames(2);
    settle();
    ASSERT_TRUE(view.glass()) << view.why_not();
    EXPECT_EQ(view.glass()->problem().method.algorithm, Algorithm::alg5);
    EXPECT_EQ(view.glass()->block_rows(), (200 - 1) / view.glass()->block() + 1);
    // Four states enter the block, and four leave it.
    ASSERT_EQ(view.edges().size(), 8u);
    const GlassEdge& epilogue = view.edges()[3];
    const GlassNumber& number = epilogue.number(7, 0);
    EXPECT_EQ(number.sum.terms.size(), 4u);
    EXPECT_NEAR(number.sum.sum(), number.sum.value, 1e-5);
    // The keys go through the fixes, to what the engine has.
    EXPECT_TRUE(value_at(epilogue, number, demo_->settings().teach.glass.moment).complete);
    demo_->press({','});
    frames(2);
    EXPECT_EQ(demo_->settings().teach.glass.moment, last_moment - 1);
    demo_->press({Key::home});
    frames(2);
    EXPECT_EQ(demo_->settings().teach.glass.moment, 0);
    EXPECT_EQ(value_at(epilogue, number, 0).lacking, 4);
    demo_->press({'.'});
    demo_->press({'>'});
    frames(2);
    EXPECT_EQ(demo_->settings().teach.glass.moment, 2);
    EXPECT_THROW(demo_->set("glass-moment", "8"), Error);
    demo_->set("glass", "90,90");  // the last block
    frames(2);
    EXPECT_EQ(demo_->settings().teach.glass.row, view.glass()->block_rows() - 1);
    EXPECT_THROW(demo_->set("glass", "2.5,1"), Error);
    EXPECT_THROW(demo_->set("glass", "3"), Error);
    demo_->set("glass", "none");
    frames(2);
    EXPECT_EQ(demo_->settings().teach.glass.row, -1);
}

// Of a table, too; an algorithm that keeps no sums says so.
TEST_F(LessonFrames, PutsABlockOfATableUnderTheGlass) {
    WindowOptions options;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 200;
    options.filter.kind = FilterKind::sat;
    options.method.algorithm = Algorithm::sat;
    start(options);
    const GlassView& view = passes().glass();
    demo_->set("glass", "1,1");
    frames(2);
    settle();
    ASSERT_TRUE(view.glass()) << view.why_not();
    ASSERT_EQ(view.edges().size(), 5u);
    EXPECT_EQ(view.edges()[2].name, "s(P)");
    EXPECT_TRUE(passes().no_passes().empty());
    demo_->set("algorithm", "sat-1pass");
    frames(2);
    settle();
    EXPECT_FALSE(view.glass());
    EXPECT_NE(view.why_not().find("choose sat"), std::string::npos) << view.why_not();
}

// Every figure is drawn, or says why not; the keys go from one to the next.
TEST_F(LessonFrames, ShowsTheFiguresOfThePapers) {
    WindowOptions options;
    options.teach.lesson = Lesson::figure;
    options.teach.input = TestInput::noise;
    options.teach.input_size = 64;
    start(options);
    const FigureView& view = demo_->teach().view<FigureView>();
    const auto wait = [&] {
        frames(2);
        EXPECT_TRUE(draw_until([&] { return view.content() || !view.why_not().empty(); }, 0.1));
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

// The keys go through the steps; the slider's edge, shut, stops carries, and open lets them through.
TEST_F(LessonFrames, StopsACarryAtAnEdge) {
    WindowOptions options;
    options.teach.lesson = Lesson::springs;
    start(options);
    frames(2);
    const SpringsView& view = demo_->teach().view<SpringsView>();
    const auto step = [&] { return int(demo_->settings().teach.springs.step); };
    EXPECT_LT(view.row().segments[1].W, 0.005);
    for (const auto& [key, wanted] : {std::pair{'.', 1}, {'>', 2}, {',', 1}}) {
        demo_->press({key});
        frames(2);
        EXPECT_EQ(step(), wanted);
    }
    demo_->press({Key::end});
    frames(2);
    EXPECT_EQ(step(), spring_steps - 1);
    demo_->press({Key::home});
    demo_->press({' '});
    draw(5, 1);
    EXPECT_EQ(step(), 1) << "four seconds a step";
    demo_->set("springs-edge", "0");
    frames(2);
    EXPECT_GT(view.row().segments[1].W, 0.1);
    EXPECT_THROW(demo_->set("springs-edge", "2"), Error);
    EXPECT_THROW(demo_->set("springs-step", "6"), Error);
    demo_->run_action("springs");
    frames(1);
    EXPECT_EQ(demo_->settings().teach.lesson, Lesson::passes);
}

// The blocks of the lesson give the edge filter's definition.
TEST(SpringRow, IsTheEdgeFilter) {
    for (const double edge : {0.0, 0.3, 1.0}) {
        const SpringRow row = spring_row(edge);
        Image x({SpringRow::length, 1, 1}, Sample::f64), guide(x.shape(), Sample::f64);
        std::copy(row.x.begin(), row.x.end(), x.data<double>());
        std::copy(row.guide.begin(), row.guide.end(), guide.data<double>());
        const Image truth = edge_reference({SpringRow::sigma, SpringRow::range, 1}, BoundaryKind::clamp,
                                           std::as_const(x).view(), std::as_const(guide).view());
        for (std::size_t i = 0; i < row.z.size(); ++i)
            EXPECT_NEAR(row.z[i], truth.data<double>()[i], 1e-9) << "pixel " << i << ", edge " << edge;
    }
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
