// Strokes over a photo without a depth map: what is spread from them, how they are painted, and the depth of field that
// follows them.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "app/views/focus/options.h"
#include "app/views/focus/stroke_brush.h"
#include "app/views/focus/stroke_depth.h"
#include "app/work/user/kept_strokes.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

// Grey with grain: dark on the left of `edge`, bright on its right.
Image two_halves(int width, int height, int edge, float grain) {
    Image image({width, height, 3}, Sample::f32);
    std::minstd_rand random(3);
    std::uniform_real_distribution<float> noise(-grain, grain);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float* pixel = image.view().row<float>(y) + 3 * x;
            std::fill_n(pixel, 3, (x < edge ? 0.3f : 0.7f) + noise(random));
        }
    return image;
}

float at(const Image& map, int x, int y) {
    return map.view().row<float>(y)[x];
}

TEST(DepthStrokes, SpreadUpToTheEdgesOfTheGuide) {
    const Image guide = two_halves(300, 200, 120, 0);
    const Image map = spread_strokes(guide.view(), {{1, {{10, 20}, {30, 40}}}, {0, {{250, 100}}}});
    ASSERT_EQ(map.shape(), (Shape{300, 200, 1}));
    for (int y = 0; y < 200; y += 7)
        for (int x = 0; x < 300; ++x) ASSERT_NEAR(at(map, x, y), x < 120 ? 1 : 0, 0.02) << x << " " << y;
}

// Grain stops nothing, however far it is: an edge that is much larger does.
TEST(DepthStrokes, CrossGrainAndStopAtEdges) {
    const Image guide = two_halves(1500, 160, 900, 0.03f);
    const Image map = spread_strokes(guide.view(), {{1, {{5, 80}}}, {0, {{1490, 80}}}});
    for (const int y : {3, 80, 157}) {
        EXPECT_GT(at(map, 880, y), 0.9) << y;
        EXPECT_LT(at(map, 920, y), 0.1) << y;
    }
}

// While all strokes say the same, what has other colours is at the other end: the first one is sharp at once.
TEST(DepthStrokes, OfOneNearnessPartThePicture) {
    const Image guide = two_halves(300, 200, 120, 0.03f);
    for (const float nearness : {1.0f, 0.75f, 0.25f, 0.0f}) {
        const Image map =
            spread_strokes(guide.view(), {{nearness, {{10, 20}, {30, 40}}}, {nearness, {{60, 90}}}});
        for (int y = 3; y < 200; y += 7)
            for (int x = 0; x < 300; ++x) {
                if (std::abs(x - 120) <= 12) continue;
                const float rest = nearness < 0.5f ? 1 : 0;
                ASSERT_NEAR(at(map, x, y), x < 120 ? nearness : rest, 0.1)
                    << nearness << ": " << x << " " << y;
            }
    }
}

// A thing in the middle of others, which do not reach the frame of the photo: grain does not part it.
TEST(DepthStrokes, OfOneThingLeaveOutItsNeighbours) {
    Image guide = two_halves(400, 300, 0, 0.1f);
    for (int y = 100; y < 200; ++y)
        for (int x = 100; x < 300; ++x) {
            float* pixel = guide.view().row<float>(y) + 3 * x;
            pixel[x < 200 ? 0 : 2] -= 0.5f;
        }
    const Image map = spread_strokes(guide.view(), {{1, {{120, 120}, {170, 180}}}});
    for (const int x : {105, 150, 195}) EXPECT_GT(at(map, x, 150), 0.9) << x;
    for (const int x : {20, 80, 205, 250, 290, 380}) EXPECT_LT(at(map, x, 150), 0.1) << x;
}

// What strokes say holds everywhere, behind edges, too: nothing is nearer or farther than they are.
TEST(DepthStrokes, ReachWhatLiesBehindEdges) {
    const Image guide = two_halves(200, 100, 100, 0.1f);
    const auto expect_within = [&](const DepthStrokes& strokes, float least, float most) {
        const Image map = spread_strokes(guide.view(), strokes);
        const auto [low, high] =
            std::minmax_element(map.data<float>(), map.data<float>() + map.shape().samples());
        EXPECT_GE(*low, least - 1e-5f);
        EXPECT_LE(*high, most + 1e-5f);
    };
    expect_within({{0.25f, {{20, 50}}}, {0.5f, {{40, 90}}}}, 0.25f, 0.5f);
    // Points outside are at the rim.
    expect_within({{0.5f, {{100000, 100000}, {0, 100000}}}, {0.25f, {{9, 9}}}}, 0.25f, 0.5f);
}

// A picture of one pixel and numbers that are none are no trouble.
TEST(DepthStrokes, TakeAnyPicture) {
    Image one({1, 1, 3}, Sample::f32);
    std::fill_n(one.data<float>(), 3, NAN);
    EXPECT_EQ(at(spread_strokes(one.view(), {{0.5f, {{0, 0}}}}), 0, 0), 0.5f);
    Image holes = two_halves(40, 30, 20, 0);
    for (int i = 0; i < 60; ++i) holes.data<float>()[31 * 3 + 40 * 3 * (i % 30)] = i % 2 ? NAN : INFINITY;
    const Image map = spread_strokes(holes.view(), {{1, {{2, 2}}}});
    for (std::size_t i = 0; i < map.shape().samples(); ++i) ASSERT_TRUE(std::isfinite(map.data<float>()[i]));
}

// What stood in the memory before has no part in the map.
TEST(DepthStrokes, ReadNoMemoryBeforeItIsWritten) {
    const Image guide = two_halves(40, 30, 20, 0);
    for (int i = 0; i < 20; ++i) {
        for (const int channels : {1, 2}) {
            Image left({40, 30, channels}, Sample::f32);
            std::fill_n(left.data<float>(), left.shape().samples(), NAN);
        }
        ASSERT_NEAR(at(spread_strokes(guide.view(), {{1, {{2, 2}}}}), 10, 20), 1, 1e-5);
    }
}

TEST(DepthStrokes, AreReadAndWritten) {
    const DepthStrokes strokes{{0.75f, {{10, 20}, {30, 40}}}, {0, {{5, 6}}}};
    EXPECT_EQ(strokes_text(strokes), "0.75:10,20,30,40;0:5,6");
    EXPECT_EQ(parse_strokes("--depth-strokes", strokes_text(strokes)), strokes);
    EXPECT_EQ(parse_strokes("--depth-strokes", ""), DepthStrokes());
    for (const char* wrong : {"1", "1:", "1:2", "1:2,3,4", "2:1,1", "x:1,1", "1:1,-1", ";1:1,1", "1:1,1;;"})
        EXPECT_THROW(parse_strokes("--depth-strokes", wrong), Error) << wrong;
    std::string many = "1:0,0";
    for (std::size_t i = 1; i < most_stroke_points; ++i) many += ",0,0";
    EXPECT_EQ(points_of(parse_strokes("--depth-strokes", many)), most_stroke_points);
    EXPECT_THROW(parse_strokes("--depth-strokes", many + ",0,0"), Error);
}

TEST(StrokeBrush, PaintsUntilTheStateIsFull) {
    FocusSettings focus;
    focus.brush = 0.5f;
    StrokeBrush brush;
    brush.press({10, 10});
    brush.move(focus, {12, 10}, 6);
    EXPECT_TRUE(focus.strokes.empty()) << "the pointer trembles";
    EXPECT_TRUE(brush.release()) << "a click";
    brush.press({10, 10});
    for (int x = 10; x < 30; ++x) brush.move(focus, {x, 10}, 6);
    EXPECT_FALSE(brush.release());
    EXPECT_EQ(focus.strokes, (DepthStrokes{{0.5f, {{10, 10}, {16, 10}, {22, 10}, {28, 10}}}}));
    brush.dot(focus);
    EXPECT_EQ(focus.strokes.size(), 2u);
    brush.press({0, 0});
    for (int x = 0; x < 10 * int(most_stroke_points); x += 6) brush.move(focus, {x, 0}, 6);
    EXPECT_TRUE(brush.is_full());
    EXPECT_LE(points_of(focus.strokes), most_stroke_points);
    EXPECT_NO_THROW(parse_strokes("--depth-strokes", strokes_text(focus.strokes)));
}

class PaintedDepth : public DemoFrames {
  protected:
    // How many pixels differ by more than a blur of a hundredth of a pixel makes of them.
    static int apart(const Screen& a, const Screen& b, int x0, int x1) {
        int count = 0;
        for (int y = 0; y < a.height; ++y)
            for (int x = x0; x < x1; ++x) count += std::abs(int(a.at(x, y)[1]) - int(b.at(x, y)[1])) > 4;
        return count;
    }
    PaintedDepth() : DemoFrames(320, 200) {}

    void open_photo() {
        WindowOptions options;
        options.image = path("photo.png");
        Image photo({160, 100, 3}, Sample::u8);
        const Image halves = two_halves(160, 100, 80, 0.1f);
        std::transform(halves.data<float>(), halves.data<float>() + halves.shape().samples(),
                       photo.data<std::uint8_t>(), [](float x) { return std::uint8_t(255 * x); });
        save_image(*options.image, photo.view());
        options.view = View::depth_of_field;
        options.panels = options.captions = options.dither = false;
        start(options);
    }
    // Ctrl + drag from one place of the window to another.
    void paint(float x, float y, float to_x, float to_y) {
        mouse_.control = true;
        mouse(x, y);
        draw(1);
        for (int i = 0; i <= 8; ++i) {
            mouse(std::lerp(x, to_x, float(i) / 8), std::lerp(y, to_y, float(i) / 8), true);
            draw(1);
        }
        mouse(to_x, to_y);
        draw(1);
        mouse_.control = false;
    }
};

// Strokes near on the left and far on the right: the focus on what is near leaves the right blurred alone, and the
// other way round.
TEST_F(PaintedDepth, IsFollowedByTheDepthOfField) {
    open_photo();
    demo_->set("aperture", "1");  // the picture is small
    demo_->set("range", "0");
    demo_->set("depth-brush", "1");
    paint(40, 60, 80, 140);
    ASSERT_EQ(demo_->settings().focus.strokes.size(), 1u);
    demo_->set("depth-brush", "0");
    paint(280, 60, 240, 140);
    ASSERT_EQ(demo_->settings().focus.strokes.size(), 2u);
    ASSERT_TRUE(draw_until([&] { return demo_->settled(); }));
    demo_->set("view", "original");
    const Screen sharp = frame();
    demo_->set("view", "depth-of-field");
    demo_->set("focus", "8.5");  // the near end of the usual slope
    draw(20);                    // the mark of the plane in focus goes
    const Screen near = frame();
    EXPECT_LT(apart(sharp, near, 10, 140), 400);
    EXPECT_GT(differing(sharp, near, 180, 310), 10000);
    demo_->set("focus", "100000");
    EXPECT_GT(differing(sharp, frame(), 10, 140), 10000);
}

TEST_F(PaintedDepth, IsSavedBesideThePhoto) {
    open_photo();
    demo_->set("depth-strokes", "1:20,50;0:140,50");
    draw(1);
    ASSERT_TRUE(draw_until([&] { return demo_->settled(); }));
    demo_->run_action("save-depth-map");
    demo_->finish_files();
    ASSERT_TRUE(std::filesystem::exists(path("photo.depth.png")));
    const Image map = load_image(path("photo.depth.png"));
    ASSERT_EQ(map.shape(), (Shape{160, 100, 1}));
    EXPECT_EQ(map.sample(), Sample::u16);
    EXPECT_GT(map.view().row<std::uint16_t>(50)[40], 60000);
    EXPECT_LT(map.view().row<std::uint16_t>(50)[120], 5000);
    EXPECT_EQ(depth_beside(path("photo.png")), path("photo.depth.png"));
}

// A key may change the view while the button is held: the stroke ends, and is spread.
TEST_F(PaintedDepth, EndsWithTheView) {
    open_photo();
    mouse_.control = true;
    for (const float x : {40, 60, 80}) {
        mouse(x, 100, x > 40);
        draw(1);
    }
    ASSERT_EQ(demo_->settings().focus.strokes.size(), 1u);
    demo_->set("view", "original");
    EXPECT_TRUE(draw_until([&] { return demo_->settled(); }));
    EXPECT_FALSE(demo_->settings().focus.ramp);
}

// The first stroke alone: what is painted is in focus, and the rest is not.
TEST_F(PaintedDepth, IsSharpWhereTheFirstStrokeIs) {
    open_photo();
    demo_->set("aperture", "1");
    demo_->set("range", "0");
    demo_->set("depth-brush", "1");
    paint(40, 60, 80, 140);
    ASSERT_TRUE(draw_until([&] { return demo_->settled(); }));
    draw(80);  // the focus is pulled
    EXPECT_NEAR(double(demo_->settings().focus.distance), 8.5, 0.05) << "the near end of the usual slope";
    const Screen near = frame();
    demo_->set("view", "original");
    const Screen sharp = frame();
    EXPECT_LT(apart(sharp, near, 10, 140), 400);
    EXPECT_GT(differing(sharp, near, 180, 310), 10000);
}

// Strokes are there again when the photo is opened again, and forgotten when they are dropped.
TEST_F(PaintedDepth, StaysFromOneRunToTheNext) {
    const std::filesystem::path file = path("settings/strokes.json");
    const auto open_photo = [&] {
        PaintedDepth::open_photo();
        demo_->keep_strokes_in(file);
    };
    open_photo();
    demo_->set("depth-strokes", "1:20,50;0:140,50");
    draw(2);
    demo_.reset();
    open_photo();
    EXPECT_EQ(strokes_text(demo_->settings().focus.strokes), "1:20,50;0:140,50");
    save_image(path("other.png"), test::noise({160, 100, 3}, Sample::u8).view());
    demo_->open(path("other.png"));
    ASSERT_TRUE(draw_until([&] { return demo_->settings().focus.strokes.empty(); }));
    demo_->open(path("photo.png"));
    ASSERT_TRUE(draw_until([&] { return demo_->settings().focus.strokes.size() == 2; }));
    demo_->run_action("clear-strokes");
    draw(2);
    demo_.reset();
    open_photo();
    EXPECT_TRUE(demo_->settings().focus.strokes.empty());
}

TEST_F(PaintedDepth, IsKeptForSoManyPhotos) {
    const std::filesystem::path file = path("strokes.json");
    EXPECT_EQ(kept_strokes(file, "a"), "");
    for (std::size_t i = 0; i < most_kept_strokes + 3; ++i) keep_strokes(file, std::to_string(i), "1:2,3");
    EXPECT_EQ(kept_strokes(file, "2"), "") << "the oldest go";
    EXPECT_EQ(kept_strokes(file, "3"), "1:2,3");
    write("strokes.json", "damaged");
    EXPECT_EQ(kept_strokes(file, "3"), "");
    keep_strokes(file, "a", "1:5,6");
    EXPECT_EQ(kept_strokes(file, "a"), "1:5,6");
}

// Without strokes a click says what is near and what is far; with them it is a dot. Undo takes a stroke back.
TEST_F(PaintedDepth, TakesClicksAndUndo) {
    open_photo();
    const auto click = [&](float x) {
        mouse_.control = true;
        for (const bool down : {false, true, false}) {
            mouse(x, 100, down);
            draw(1);
        }
        mouse_.control = false;
        draw(1);
    };
    demo_->touched();
    click(60);
    EXPECT_TRUE(demo_->settings().focus.ramp);
    EXPECT_TRUE(demo_->settings().focus.strokes.empty());
    paint(40, 60, 80, 140);
    demo_->touched();
    click(200);
    ASSERT_EQ(demo_->settings().focus.strokes.size(), 2u);
    EXPECT_EQ(demo_->settings().focus.strokes[1].points.size(), 1u);
    demo_->touched();
    demo_->run_action("undo");
    EXPECT_EQ(demo_->settings().focus.strokes.size(), 1u);
    EXPECT_TRUE(demo_->messages().all().back().text.ends_with("a stroke"))
        << demo_->messages().all().back().text;
    demo_->run_action("clear-strokes");
    EXPECT_TRUE(demo_->settings().focus.strokes.empty());
    draw(1);
    EXPECT_TRUE(demo_->settled());
    EXPECT_THROW(demo_->run_action("save-depth-map"), Error);
}

}  // namespace
}  // namespace sweep::app
