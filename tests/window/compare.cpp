// Close looks in the window: wipe, halves, difference, pins and values.
#include <cmath>

#include <gtest/gtest.h>

#include "app/command_line/picture_state.h"
#include "app/command_line/window_request.h"
#include "app/work/checks/comparison.h"
#include "core/base/error.h"
#include "core/problem/reference.h"
#include "files/image_file.h"
#include "tests/support/cases.h"
#include "tests/support/demo_frames.h"

namespace sweep::app {
namespace {

TEST(LookOptions, ComeBackAsTheyWere) {
    const WindowRequest options = parse_options({"--view",
                                                 "difference",
                                                 "--difference",
                                                 "gaussian",
                                                 "--difference-gain",
                                                 "64",
                                                 "--wipe",
                                                 "0.25,90",
                                                 "--pin",
                                                 "1,2,30,4",
                                                 "--slot1",
                                                 "sigma=12 boundary=mirror",
                                                 "--slot2",
                                                 "filter=gaussian",
                                                 "--magnifier",
                                                 "on",
                                                 "--magnifier-zoom",
                                                 "64",
                                                 "--magnifier-at",
                                                 "7,8"});
    const Settings settings = settings_of(options);
    const CompareSettings& look = settings.compare;
    EXPECT_EQ(settings.view, View::difference);
    EXPECT_EQ(look.against, CompareTarget::gaussian);
    EXPECT_EQ(look.gain(), 64);
    EXPECT_FALSE(look.fit_gain);
    EXPECT_EQ(look.wipe.position, 0.25f);
    EXPECT_EQ(look.wipe.angle, 90);
    EXPECT_EQ(look.pins, (std::vector<Pixel>{{1, 2}, {30, 4}}));
    EXPECT_TRUE(look.magnifier);
    EXPECT_EQ(look.magnifier_zoom, 64);
    EXPECT_EQ(look.magnifier_at, (Pixel{7, 8}));
    ASSERT_TRUE(look.slot[0] && look.slot[1]);
    EXPECT_EQ(look.slot[0]->filter.sigma, 12);
    EXPECT_EQ(look.slot[0]->boundary.kind, BoundaryKind::mirror);
    const std::vector<std::string> arguments = state_arguments(settings);
    EXPECT_EQ(state_arguments(settings_of(parse_options(arguments))), arguments);
    EXPECT_GE(arguments.size(), 7u);
    for (const std::vector<std::string>& bad : {std::vector<std::string>{"--pin", "1,2,3"},
                                                {"--difference-gain", "3"},
                                                {"--magnifier-zoom", "10"},
                                                {"--magnifier-at", "1,2,3,4"},
                                                {"--wipe", "2"},
                                                {"--wipe", "a"}})
        EXPECT_THROW(parse_options(bad), Error) << bad[0] << " " << bad[1];
}

// The tests draw whole frames over a picture of 64 x 48 pixels, without panels: the window is the picture.
class Looking : public DemoFrames {
  protected:
    static constexpr int width = 256, height = 192;
    explicit Looking(int window_width = width, int window_height = height)
        : DemoFrames(window_width, window_height) {}

    void start(const std::vector<std::string>& arguments) {
        save_image(path("noise.npy"), image_.view());
        std::vector<std::string> all{"--engine=cpu", "--panels=off", "--captions=off", "--dither=off"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(all));
        options.image = path("noise.npy");
        DemoFrames::start(options, {}, 3);
    }
    Screen shown(const std::string& option, const std::string& value) {
        demo_->set(option, value);
        return frame();
    }
    // Draws frames until the comparison is there.
    void wait() {
        ASSERT_TRUE(draw_until([&] { return demo_->compare().settled() && demo_->compare().statistics(); }))
            << "it does not come";
        frame();
    }

    const Image image_ = test::noise({64, 48, 3}, Sample::f32);
};

TEST_F(Looking, WipeShowsTheOriginalOnTheLeftAndTheResultOnTheRight) {
    start({"--sigma=2", "--view=original"});
    const auto original = frame();
    const auto filtered = shown("view", "filtered"), wiped = shown("view", "wipe");
    constexpr int middle = width / 2, line = 14;  // the line and its grip
    EXPECT_EQ(differing(wiped, original, 0, middle - line), 0);
    EXPECT_EQ(differing(wiped, filtered, middle + line, width), 0);
    EXPECT_GT(differing(wiped, filtered, 0, middle - line), 5000);
    EXPECT_GT(differing(wiped, original, middle + line, width), 5000);
    demo_->run_action("swap-sides");
    const auto swapped = frame();
    EXPECT_EQ(differing(swapped, filtered, 0, middle - line), 0);
    EXPECT_EQ(differing(swapped, original, middle + line, width), 0);
    demo_->run_action("swap-sides");
    const auto left = shown("wipe", "0.25");
    EXPECT_EQ(differing(left, original, 0, width / 4 - line), 0);
    EXPECT_EQ(differing(left, filtered, width / 4 + line, width), 0);
}

TEST_F(Looking, WipeBetweenSlotsFiltersBoth) {
    start({"--sigma=1"});
    const auto narrow = frame();
    const auto wide = shown("sigma", "4");
    demo_->set("sigma", "9");  // the controls show neither filter
    demo_->set("slot1", "sigma=1");
    demo_->set("slot2", "--sigma=4");  // dashes are allowed
    demo_->set("wipe-sides", "slots");
    demo_->set("view", "wipe");
    frame();
    const auto wiped = frame();
    EXPECT_EQ(differing(wiped, narrow, 0, width / 2 - 14), 0);
    EXPECT_EQ(differing(wiped, wide, width / 2 + 14, width), 0);
    demo_->run_action("clear-slots");
    demo_->set("sigma", "4");
    demo_->run_action("store-1");
    const auto now = shown("sigma", "1");
    EXPECT_EQ(differing(now, wide, 0, width / 2 - 14), 0) << "slot 1 does not keep its filter";
    EXPECT_EQ(differing(now, narrow, width / 2 + 14, width), 0) << "an empty slot is not the controls";
}

TEST_F(Looking, HalvesShowTheSamePartOfBothPictures) {
    start({"--sigma=2", "--zoom=5", "--at=30,20"});
    constexpr int half = (width - 2) / 2;
    // The middle of the window appears in the middle of each half: it is cut from views of the whole window.
    const auto middle = [](const Screen& screen) {
        return screen.part({(width - half) / 2, 0, half, height});
    };
    const Screen filtered = middle(frame()), original = middle(shown("view", "original"));
    const auto expect_halves = [&](const Screen& screen, const Screen& left, const Screen& right) {
        EXPECT_EQ(differing(screen.part({0, 0, half, height}), left), 0) << "left";
        EXPECT_EQ(differing(screen.part({half + 2, 0, half, height}), right), 0) << "right";
    };
    expect_halves(shown("view", "side-by-side"), original, filtered);
    demo_->run_action("swap-sides");
    expect_halves(frame(), filtered, original);
    demo_->run_action("swap-sides");
    demo_->hold_original(true);
    expect_halves(frame(), original, original);
    demo_->hold_original(false);

    demo_->set("slot1", "sigma=2");
    demo_->set("slot2", "filter=none");
    expect_halves(shown("wipe-sides", "slots"), filtered, original);
}

TEST_F(Looking, HalvesZoomAndPanTogether) {
    start({"--sigma=2", "--view=side-by-side", "--zoom=5", "--at=30,20"});
    constexpr int second = (width - 2) / 2 + 2;
    const auto state = [this] { return demo_->state().framing; };
    // The wheel does the same over the same pixel of either half.
    const auto turned = [&](float x) {
        demo_->set("zoom", "5");
        demo_->set("at", "30,20");
        mouse(x, 50);
        draw(1);
        wheel(2);
        return state();
    };
    const Framing left = turned(40), right = turned(40 + second);
    EXPECT_GT(left.zoom, 6);
    EXPECT_FLOAT_EQ(left.x, right.x);
    EXPECT_FLOAT_EQ(left.y, right.y);
    EXPECT_FLOAT_EQ(left.zoom, right.zoom);
    mouse(40 + second, 50, true);
    draw(1);
    mouse(60 + second, 50, true);
    draw(1);
    mouse(60 + second, 50);
    draw(1);
    EXPECT_NEAR(state().x, right.x - 20 / right.zoom, 0.01f) << "dragging the second half moves nothing";
}

TEST_F(Looking, CrosshairIsInTheOtherHalfAtTheSamePixel) {
    start({"--sigma=2", "--view=side-by-side", "--zoom=5", "--at=30,20"});
    constexpr int half = (width - 2) / 2, second = half + 2;
    mouse(-1e9f, -1e9f);
    const Screen without = frame();
    for (const bool in_second : {false, true}) {
        const int x = 40 + (in_second ? second : 0), other = 40 + (in_second ? 0 : second);
        mouse(float(x), 90);
        draw(2);
        const Screen with = frame();
        EXPECT_EQ(differing(with, without, in_second ? second : 0, in_second ? width : half), 0);
        const Region around{other - 25, 90 - 25, 50, 50};
        EXPECT_GT(differing(with.part(around), without.part(around)), 40);
        EXPECT_EQ(differing(with.part(around), without.part(around)), differing(with, without))
            << "elsewhere too";
        const Region pixel{other - 2, 88, 4, 4};
        EXPECT_EQ(differing(with.part(pixel), without.part(pixel)), 0) << "the pixel itself is covered";
    }
}

// The middle of a magnifier's square shows a pixel of the picture, in the window's colours.
struct Magnified {
    int dx, dy;  // relative to the pixel in the middle
    std::array<std::uint8_t, 3> colour;
};
class Magnifying : public Looking {
  protected:
    Magnifying() : Looking(640, 240) {}
    // Returns the colour of a pixel of the picture in a view without magnifier.
    const std::uint8_t* colour_of(const Screen& screen, int x, int y) const {
        Viewer viewer;
        viewer.place({0, 0, width_, height_}, 64, 48);
        const Point corner = viewer.origin();
        return screen.at(int(corner.x + (float(x) + 0.5f) * viewer.zoom()),
                         int(corner.y + (float(y) + 0.5f) * viewer.zoom()));
    }
};

std::vector<Magnified> colours_in(const Screen& screen, const Magnifier& magnifier, int reach) {
    const Viewer& inside = magnifier.in_window.viewer;
    const Area& area = inside.area();
    std::vector<Magnified> found;
    for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx) {
            const auto at = [&](int corner, int side, int d) {
                return int(float(corner) + 0.5f * float(side) + float(d) * inside.zoom() + 1);
            };
            const std::uint8_t* rgba = screen.at(at(area.x, area.width, dx), at(area.y, area.height, dy));
            found.push_back({dx, dy, {rgba[0], rgba[1], rgba[2]}});
        }
    return found;
}

TEST_F(Magnifying, ShowsThePixelsOfEveryView) {
    start({"--sigma=2", "--magnifier-at=20,30", "--wipe=0.328125"});  // between the pixels 20 and 21
    mouse(-1e9f, -1e9f);
    const Screen original = shown("view", "original"), filtered = shown("view", "filtered");
    demo_->set("view", "difference");
    wait();
    const Screen difference = frame();
    demo_->set("magnifier", "on");
    const auto expect_seen = [&](std::size_t index, const Screen& left, const Screen& right) {
        const Screen screen = frame();
        ASSERT_LT(index, demo_->compare().magnifiers().size());
        for (const Magnified& m : colours_in(screen, demo_->compare().magnifiers()[index], 1)) {
            const std::uint8_t* there = colour_of(m.dx > 0 ? right : left, 20 + m.dx, 30 + m.dy);
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(m.colour[c], there[c], 1) << "at " << m.dx << ", " << m.dy;
        }
    };
    expect_seen(0, difference, difference);
    demo_->set("view", "original");
    expect_seen(0, original, original);
    demo_->set("view", "filtered");
    expect_seen(0, filtered, filtered);
    demo_->set("view", "wipe");
    expect_seen(0, original, filtered);
    demo_->set("view", "side-by-side");
    expect_seen(0, original, original);
    expect_seen(1, filtered, filtered);
}

TEST_F(Magnifying, NeverHidesWhatItShows) {
    start({"--sigma=2", "--magnifier=on"});
    for (const char* view : {"filtered", "side-by-side"})
        for (int y = 1; y < 48; y += 23)
            for (int x = 1; x < 64; x += 6) {
                demo_->set("view", view);
                demo_->set("magnifier-at", std::to_string(x) + "," + std::to_string(y));
                draw(1);
                ASSERT_FALSE(demo_->compare().magnifiers().empty());
                for (const Magnifier& magnifier : demo_->compare().magnifiers()) {
                    const Area& square = magnifier.in_window.viewer.area();
                    const Point at = magnifier.at;
                    const bool beside = at.x + magnifier.reach <= float(square.x) ||
                                        at.x - magnifier.reach >= float(square.x + square.width);
                    EXPECT_TRUE(beside) << view << " " << x << ", " << y;
                    EXPECT_TRUE(magnifier.around.contains(float(square.x), float(square.y)));
                    EXPECT_TRUE(magnifier.around.contains(float(square.x + square.width - 1),
                                                          float(square.y + square.height - 1)));
                }
            }
}

TEST_F(Magnifying, FollowsThePointerAndStaysWhenItLeaves) {
    start({"--view=original", "--magnifier=on"});
    EXPECT_FALSE(demo_->settings().compare.magnifier_at);
    mouse(160 + 5 * 10 + 2, 5 * 12 + 2);
    draw(2);
    EXPECT_EQ(demo_->settings().compare.magnifier_at, (Pixel{10, 12}));
    mouse(-1e9f, -1e9f);
    draw(2);
    EXPECT_EQ(demo_->settings().compare.magnifier_at, (Pixel{10, 12}));
    demo_->run_action("magnifier-zoom");
    EXPECT_EQ(demo_->settings().compare.magnifier_zoom, 32);
    mouse(160 + 5 * 10 + 2, 5 * 12 + 2);
    mouse_.shift = true;
    const float zoom = demo_->state().framing.zoom;
    wheel(1);
    EXPECT_EQ(demo_->settings().compare.magnifier_zoom, 64);
    EXPECT_EQ(demo_->state().framing.zoom, zoom) << "the picture is zoomed as well";
    // From this zoom on the pixels are large enough for numbers.
    mouse(-1e9f, -1e9f);
    draw(3);
    const Screen with = frame();
    demo_->set("values", "off");
    draw(2);
    EXPECT_GT(differing(with, frame()), 100) << "no numbers";
    demo_->run_action("magnifier");
    draw(1);
    EXPECT_TRUE(demo_->compare().magnifiers().empty());
}

TEST_F(Looking, LineFollowsTheMouse) {
    start({"--sigma=2", "--view=wipe"});
    const auto mouse = [this](float x, float y, bool down) {
        DemoFrames::mouse(x, y, down);
        draw(1);
        return demo_->settings().compare.wipe;
    };
    mouse(128, 50, false);
    mouse(130, 50, true);
    EXPECT_NEAR(mouse(66, 80, true).position, 0.25f, 0.02f);
    mouse(66, 80, false);
    EXPECT_NEAR(mouse(200, 80, false).position, 0.25f, 0.02f) << "it follows without being held";
    // A drag that starts elsewhere moves the picture and not the line.
    mouse(200, 80, true);
    EXPECT_NEAR(mouse(220, 80, true).position, 0.25f, 0.02f);
    mouse(220, 80, false);
}

TEST_F(Looking, DifferenceOfNothingIsGreyEverywhere) {
    start({"--filter=none", "--view=difference"});
    wait();
    EXPECT_EQ(demo_->compare().statistics()->largest, 0);
    EXPECT_TRUE(std::isinf(demo_->compare().statistics()->psnr()));
    const std::vector<std::uint8_t> shown = frame().bytes;
    // Where captions are on, the scale of colours lies over the lower edge; they are off.
    std::size_t grey = 0;
    for (std::size_t i = 0; i < shown.size(); i += 4)
        grey += std::abs(shown[i] - 128) <= 1 && shown[i] == shown[i + 1] && shown[i] == shown[i + 2];
    EXPECT_EQ(grey, std::size_t(width) * height);
}

TEST_F(Looking, DifferenceIsThatOfTheResultAndTheTruth) {
    start({"--sigma=2", "--view=difference", "--pin", "5,7"});
    wait();
    // Against the original the difference is what the noise loses.
    Problem problem = test::problem({64, 48, 3}, test::gaussian(2));
    const Image truth = reference(problem, image_.view());
    double sum = 0, largest = 0;
    for (std::size_t i = 0; i < truth.shape().samples(); ++i) {
        const double d = truth.data<double>()[i] - double(image_.data<float>()[i]);
        sum += d * d;
        largest = std::max(largest, std::abs(d));
    }
    EXPECT_NEAR(demo_->compare().statistics()->root_mean_square,
                std::sqrt(sum / double(truth.shape().samples())), 1e-6);
    EXPECT_NEAR(demo_->compare().statistics()->largest, largest, 1e-6);
    EXPECT_EQ(demo_->settings().compare.gain_steps, fitting_gain_steps(largest));

    demo_->set("difference", "reference");
    frame();
    wait();
    EXPECT_LT(demo_->compare().statistics()->largest, 1e-6);
    EXPECT_GT(demo_->compare().statistics()->largest, 0) << "compared with itself";
    EXPECT_GT(demo_->compare().statistics()->largest * double(demo_->settings().compare.gain()), 0.5)
        << "what float32 rounds cannot be seen";
    demo_->set("difference", "gaussian");
    frame();
    wait();
    EXPECT_GT(demo_->compare().statistics()->largest, 1e-4);
    EXPECT_LT(demo_->compare().statistics()->largest, 0.1);
    const PixelValues& pin = demo_->compare().pins().front();
    EXPECT_NE(pin.difference[0], 0);
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(pin.before[c] + pin.difference[c], pin.after[c], 1e-9) << "of the Gaussian";
}

TEST_F(Looking, PinsListWhatTheImageHas) {
    start({"--sigma=2", "--pin", "5,7,63,47"});
    const std::vector<PixelValues>& pins = demo_->compare().pins();
    ASSERT_EQ(pins.size(), 2u);
    const Image truth = reference(test::problem({64, 48, 3}, test::gaussian(2)), image_.view());
    for (const PixelValues& pin : pins) {
        ASSERT_TRUE(pin.known);
        for (std::size_t c = 0; c < 3; ++c) {
            const std::size_t i = (std::size_t(pin.at.y) * 64 + std::size_t(pin.at.x)) * 3 + c;
            EXPECT_EQ(pin.before[c], double(image_.data<float>()[i]));
            EXPECT_NEAR(pin.after[c], truth.data<double>()[i], 1e-6);
            EXPECT_DOUBLE_EQ(pin.difference[c], pin.after[c] - pin.before[c]);
        }
    }
    demo_->run_action("pin-left");
    demo_->run_action("pin-up");
    EXPECT_EQ(demo_->settings().compare.pins.back(), (Pixel{62, 46}));
    demo_->run_action("unpin");
    EXPECT_EQ(demo_->settings().compare.pins, (std::vector<Pixel>{{5, 7}}));
    demo_->run_action("unpin-all");
    EXPECT_THROW(demo_->run_action("pin-left"), Error);
}

TEST_F(Looking, ValuesAppearInLargePixels) {
    start({"--view=original", "--grid=off", "--zoom=30", "--at=10.5,10.5"});
    const auto changed = [this] {
        demo_->set("values", "on");
        for (int i = 0; i < 3; ++i) frame();
        const auto with = frame();
        demo_->set("values", "off");
        frame();
        return differing(with, frame());
    };
    EXPECT_EQ(changed(), 0) << "numbers that cannot be read";
    demo_->set("zoom", "64");
    EXPECT_GT(changed(), 300) << "no numbers";
}

TEST_F(Looking, PixelsAreSquareOnlyWhenAskedFor) {
    start({"--view=original", "--zoom=16", "--at=10,10", "--grid=off"});
    const auto square = frame();
    demo_->run_action("square-pixels");
    EXPECT_GT(differing(square, frame()), 10000);
}

}  // namespace
}  // namespace sweep::app
