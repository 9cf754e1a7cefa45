// Looking closely: comparisons in numbers, what the display makes of them, and the window's views of them.
#include "app/comparison.h"
#include "app/demo.h"
#include "app/display.h"
#include "app/look_text.h"
#include "app/options.h"
#include "app/view_options.h"
#include "core/error.h"
#include "core/image_file.h"
#include "core/reference.h"
#include "tests/offscreen.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

namespace sweep::app {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();

Problem gaussian_problem(Shape shape, double sigma) {
    Problem problem;
    problem.shape = shape;
    problem.filter.sigma = sigma;
    return problem;
}

TEST(Comparison, StatisticsAreThoseOfTheFirstThreeChannels) {
    Image difference({2, 2, 4}, Sample::f32);
    const float values[] = {0, 0, 0, 9, 0.5f, 0, 0, 9, 0, -1, 0, 9, nan, 0, infinity, 9};
    std::copy(std::begin(values), std::end(values), difference.data<float>());
    const Statistics found = statistics_of(difference.view());
    EXPECT_EQ(found.largest, 1);
    EXPECT_EQ(found.at, (Region{0, 1, 1, 1}));
    EXPECT_EQ(found.not_finite, 2u);
    EXPECT_DOUBLE_EQ(found.root_mean_square, std::sqrt(1.25 / 10));
    EXPECT_DOUBLE_EQ(found.psnr(), -10 * std::log10(0.125));
    EXPECT_TRUE(std::isinf(Statistics{}.psnr()));
}

TEST(Comparison, GainFitsTheLargestDifference) {
    EXPECT_EQ(fitting_gain_steps(2), 0);
    EXPECT_EQ(fitting_gain_steps(1), 0);
    EXPECT_EQ(fitting_gain_steps(0.5), 1);
    EXPECT_EQ(fitting_gain_steps(0.26), 1);
    EXPECT_EQ(fitting_gain_steps(1e-9), most_gain_steps);
    EXPECT_EQ(fitting_gain_steps(0), most_gain_steps);
}

TEST(Comparison, TapsHaveTheMomentsOfTheirDerivative) {
    for (double sigma : {0.7, 3.0, 20.0})
        for (int derivative : {0, 1, 2}) {
            const std::vector<double> taps = gaussian_taps(sigma, derivative);
            const int reach = int(taps.size() / 2);
            double moment[3] = {};
            for (int k = -reach; k <= reach; ++k)
                for (int power = 0; power < 3; ++power)
                    moment[power] += std::pow(double(k), power) * taps[std::size_t(k + reach)];
            for (int power = 0; power <= derivative; ++power)
                EXPECT_NEAR(moment[power],
                            power < derivative ? 0
                            : derivative == 2  ? 2
                                               : 1,
                            1e-9)
                    << "sigma " << sigma << ", derivative " << derivative << ", moment " << power;
        }
}

// By its definition, one pixel at a time, at places with and without the boundary.
TEST(Comparison, TrueGaussianIsTheConvolution) {
    const Image in = test::noise({23, 17, 4}, Sample::f32);
    for (BoundaryKind kind : {BoundaryKind::clamp, BoundaryKind::mirror, BoundaryKind::repeat,
                              BoundaryKind::zero, BoundaryKind::constant}) {
        Problem problem = gaussian_problem(in.shape(), 1.5);
        problem.boundary.kind = kind;
        if (kind == BoundaryKind::constant) problem.boundary.value = {0.25, 0.5, 0.75, 1};
        const TruthRegions regions = truth_regions(problem, Truth::gaussian);
        EXPECT_EQ(regions.compared, (Region{0, 0, 23, 17}));
        const Image out = truth_of(problem, Truth::gaussian, regions, in.view());
        const std::vector<double> taps = gaussian_taps(1.5, 0);
        const int reach = int(taps.size() / 2);
        const auto at = [&](int x, int y, int c) -> double {
            const auto place = [&](int i, int n) {
                if (kind == BoundaryKind::clamp) return std::clamp(i, 0, n - 1);
                if (kind == BoundaryKind::repeat) return ((i % n) + n) % n;
                while (kind == BoundaryKind::mirror && (i < 0 || i >= n)) i = i < 0 ? -1 - i : 2 * n - 1 - i;
                return i;
            };
            x = place(x, 23);
            y = place(y, 17);
            if (x < 0 || y < 0 || x >= 23 || y >= 17)
                return kind == BoundaryKind::constant ? problem.boundary.value[std::size_t(c)] : 0;
            return double(in.view().row<float>(y)[x * 4 + c]);
        };
        for (const auto& [x, y] : {std::pair{0, 0}, {11, 8}, {22, 16}, {3, 15}})
            for (int c = 0; c < 4; ++c) {
                double sum = 0;
                for (int v = -reach; v <= reach; ++v)
                    for (int u = -reach; u <= reach; ++u)
                        sum +=
                            taps[std::size_t(u + reach)] * taps[std::size_t(v + reach)] * at(x + u, y + v, c);
                EXPECT_NEAR(out.view().row<double>(y)[x * 4 + c], sum, 1e-13)
                    << int(kind) << ": " << x << ", " << y;
            }
    }
}

// The recursive Gaussian comes near the true one, with the derivatives' signs and sizes.
TEST(Comparison, TrueGaussianIsNearTheRecursiveOne) {
    const Image in = test::noise({64, 64, 4}, Sample::f32);
    for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {0, 2}}) {
        Problem problem = gaussian_problem(in.shape(), 4);
        problem.filter.order = 5;
        problem.filter.derivative_x = dx;
        problem.filter.derivative_y = dy;
        const TruthRegions regions = truth_regions(problem, Truth::gaussian);
        const Image truth = truth_of(problem, Truth::gaussian, regions, in.view()),
                    ours = reference(problem, in.view());
        double difference = 0, size = 0;
        for (std::size_t i = 0; i < in.shape().samples(); ++i) {
            difference = std::max(difference, std::abs(ours.data<double>()[i] - truth.data<double>()[i]));
            size = std::max(size, std::abs(truth.data<double>()[i]));
        }
        EXPECT_LT(difference, 0.12 * size) << dx << ", " << dy;
    }
}

// Of a large picture the middle is compared, and it is what the whole picture would have there.
TEST(Comparison, MiddleOfALargePictureIsThatOfTheWhole) {
    const Image in = test::noise({1400, 1000, 4}, Sample::u8);
    for (BoundaryKind kind : {BoundaryKind::clamp, BoundaryKind::repeat}) {
        Problem problem = gaussian_problem(in.shape(), 3);
        problem.input = Sample::u8;
        problem.boundary.kind = kind;
        const TruthRegions regions = truth_regions(problem, Truth::reference);
        const Region &part = regions.compared, &needed = regions.needed;
        ASSERT_LT(part.width, 1400);
        ASSERT_GT(part.width * part.height, 1000000);
        ConstImageView cut = in.view();
        cut.data = cut.row<std::uint8_t>(needed.y) + needed.x * 4;
        cut.shape = {needed.width, needed.height, 4};
        const Image middle = truth_of(problem, Truth::reference, regions, cut),
                    all = reference(problem, in.view());
        double largest = 0;
        for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < part.width * 4; ++x)
                largest = std::max(largest, std::abs(middle.view().row<double>(y)[x] -
                                                     all.view().row<double>(y + part.y)[x + part.x * 4]));
        EXPECT_LT(largest, 1e-11);
    }
    Problem table = gaussian_problem({8, 8, 4}, 3);
    table.filter.kind = FilterKind::sat;
    EXPECT_THROW(truth_regions(table, Truth::reference), Error);
    table.filter.kind = FilterKind::box;
    EXPECT_THROW(truth_regions(table, Truth::gaussian), Error);
}

TEST(LookText, ValuesAsText) {
    EXPECT_EQ(short_number(0.25, Content::light), "0.250");
    EXPECT_EQ(short_number(-1.6e-7, Content::comparison), "-2e-07");
    EXPECT_EQ(short_number(double(nan), Content::light), "NaN");
    EXPECT_EQ(short_number(4294967295.0, Content::integer_table), "4294967295");
    EXPECT_EQ(screen_byte(1, false), 255);
    EXPECT_EQ(screen_byte(srgb_to_linear(100 / 255.0), false), 100);
    EXPECT_EQ(screen_byte(100 / 255.0, true), 100);
}

TEST(LookOptions, ComeBackAsTheyWere) {
    const Options options = parse_options(
        {"--view", "difference", "--difference", "gaussian", "--difference-gain", "64", "--wipe", "0.25,90",
         "--pin", "1,2,30,4", "--slot1", "sigma=12 boundary=mirror", "--slot2", "filter=gaussian"});
    const Settings settings = settings_of(options);
    const LookSettings& look = settings.look;
    EXPECT_EQ(settings.view, View::difference);
    EXPECT_EQ(look.against, Against::gaussian);
    EXPECT_EQ(look.gain(), 64);
    EXPECT_FALSE(look.fit_gain);
    EXPECT_EQ(look.wipe.position, 0.25f);
    EXPECT_EQ(look.wipe.angle, 90);
    EXPECT_EQ(look.pins, (std::vector<Pixel>{{1, 2}, {30, 4}}));
    ASSERT_TRUE(look.slot[0] && look.slot[1]);
    EXPECT_EQ(look.slot[0]->filter.sigma, 12);
    EXPECT_EQ(look.slot[0]->boundary.kind, BoundaryKind::mirror);
    const std::vector<std::string> arguments = state_arguments(settings);
    EXPECT_EQ(state_arguments(settings_of(parse_options(arguments))), arguments);
    EXPECT_GE(arguments.size(), 7u);
    for (const std::vector<std::string>& bad : {std::vector<std::string>{"--pin", "1,2,3"},
                                                {"--difference-gain", "3"},
                                                {"--wipe", "2"},
                                                {"--wipe", "a"}})
        EXPECT_THROW(parse_options(bad), Error) << bad[0] << " " << bad[1];
}

// One texture on a small screen.
class Displayed : public Offscreen {
  protected:
    using Rgb = std::array<int, 3>;
    static constexpr int side = 32;  // window pixels; the texture has 2 x 2

    void SetUp() override {
        Offscreen::SetUp();
        if (IsSkipped()) return;
        screen_ = Texture(side, side, GL_RGBA8);
        target_ = Framebuffer({&screen_}, nullptr);
        viewer_.place({0, 0, side, side}, 2, 2);
    }
    // The colours in the middles of the four pixels: upper left, upper right, lower left, lower right.
    std::array<Rgb, 4> show(const std::array<float, 4>& values, Content content, const Presentation& how,
                            int dx = 0) {
        Texture texture(2, 2, GL_RGBA32F);
        std::vector<float> rgba;
        for (float v : values) rgba.insert(rgba.end(), {v, v, v, 1});
        texture.upload(GL_RGBA, GL_FLOAT, rgba.data());
        Display().draw(texture, content, viewer_, how, target_.name(), side);
        std::vector<std::uint8_t> pixels(side * side * 4);
        screen_.read(GL_RGBA, GL_UNSIGNED_BYTE, pixels.size(), pixels.data());
        std::array<Rgb, 4> found;
        for (int i = 0; i < 4; ++i) {
            const int x = i % 2 * 16 + 8 + dx, y = side - 1 - (i / 2 * 16 + 8);
            for (int c = 0; c < 3; ++c)
                found[std::size_t(i)][std::size_t(c)] = pixels[std::size_t((y * side + x) * 4 + c)];
        }
        return found;
    }
    static void expect_near(const Rgb& found, const Rgb& wanted) {
        for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(found[c], wanted[c], 1) << "channel " << c;
    }

    Texture screen_;
    Framebuffer target_;
    Viewer viewer_;
};

TEST_F(Displayed, DifferencesHaveTheColoursOfTheScale) {
    Presentation how;
    how.gain = 64;
    const auto shown = show({0, 1 / 128.0f, -1 / 64.0f, 1}, Content::comparison, how);
    expect_near(shown[0], {128, 128, 128});
    expect_near(shown[1], {242, 158, 64});   // half way to the end of the scale
    expect_near(shown[2], {5, 26, 128});     // its lower end
    expect_near(shown[3], {255, 230, 158});  // beyond its upper end
}

TEST_F(Displayed, WhatIsNoNumberIsMarked) {
    const auto magenta = [](const std::array<Rgb, 4>& shown, std::size_t i) {
        return shown[i] == Rgb{255, 0, 255};
    };
    Presentation how;
    how.dither = false;
    for (Content content : {Content::light, Content::comparison}) {
        const auto one = show({nan, 0.2f, 0.2f, infinity}, content, how);
        const auto other = show({nan, 0.2f, 0.2f, infinity}, content, how, 6);  // another square
        EXPECT_TRUE(magenta(one, 0) != magenta(other, 0)) << "no checks on NaN";
        EXPECT_TRUE(magenta(one, 3) != magenta(other, 3)) << "no checks on infinity";
        EXPECT_EQ(magenta(one, 0) ? other[0] : one[0], (Rgb{0, 0, 0}));
        EXPECT_EQ(magenta(one, 3) ? other[3] : one[3], (Rgb{255, 255, 255}));
        EXPECT_EQ(one[1], other[1]);
        EXPECT_EQ(one[1], one[2]) << "a neighbour spoils it";
    }
    how.not_finite = false;
    EXPECT_FALSE(magenta(show({nan, 0, 0, 0}, Content::light, how), 0));
}

TEST_F(Displayed, ClippingIsStriped) {
    Presentation how;
    how.dither = false;
    how.clipping = true;
    const auto count = [&](const std::array<float, 4>& values, std::size_t i, Rgb colour) {
        int found = 0;
        for (int dx = -5; dx < 5; ++dx) found += show(values, Content::light, how, dx)[i] == colour;
        return found;
    };
    const Rgb orange{255, 140, 0}, blue{26, 115, 255};
    EXPECT_EQ(count({2, -1, 0.5f, 1}, 0, orange), 5);
    EXPECT_EQ(count({2, -1, 0.5f, 1}, 1, blue), 5);
    EXPECT_EQ(count({2, -1, 0.5f, 1}, 2, orange) + count({2, -1, 0.5f, 1}, 3, orange), 0);
    how.exposure = 1;
    EXPECT_EQ(count({2, -1, 0.6f, 1}, 2, orange), 5) << "the exposure does not count";
}

// Whole frames over a picture of 64 x 48 pixels, without panels: the window is the picture.
class Looking : public Offscreen {
  protected:
    static constexpr int width = 256, height = 192;

    void SetUp() override {
        Offscreen::SetUp();
        if (IsSkipped()) return;
        colour_ = Texture(width, height, GL_RGBA8);
        target_ = Framebuffer({&colour_}, nullptr);
        gui_.emplace(nullptr, 1.0f);
        image_ = test::noise({64, 48, 3}, Sample::f32);
        save_image(path("noise.npy"), image_.view());
    }
    void start(const std::vector<std::string>& arguments) {
        std::vector<std::string> all{"--engine=cpu", "--panels=off", "--captions=off", "--dither=off"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        WindowOptions options;
        static_cast<Settings&>(options) = settings_of(parse_options(all));
        options.image = path("noise.npy");
        demo_.emplace(options);
        for (int i = 0; i < 3; ++i) frame();
    }
    // The window's rows from the top, RGBA.
    std::vector<std::uint8_t> frame() {
        demo_->frame(*gui_, width, height, seconds_ += 0.02, target_.name());
        std::vector<std::uint8_t> lowest_first(std::size_t(width) * height * 4), rows;
        colour_.read(GL_RGBA, GL_UNSIGNED_BYTE, lowest_first.size(), lowest_first.data());
        for (int y = height - 1; y >= 0; --y)
            rows.insert(rows.end(), lowest_first.begin() + y * width * 4,
                        lowest_first.begin() + (y + 1) * width * 4);
        return rows;
    }
    // Frames until the comparison has come.
    void wait() {
        for (int i = 0; i < 400 && (!demo_->look().settled() || !demo_->look().statistics()); ++i) {
            frame();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ASSERT_TRUE(demo_->look().statistics()) << "it does not come";
        frame();
    }
    // How many pixels of [x0, x1) x [0, height) differ.
    static int differing(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b, int x0,
                         int x1) {
        int count = 0;
        for (int y = 0; y < height; ++y)
            for (int x = x0; x < x1; ++x) {
                const std::ptrdiff_t i = (std::ptrdiff_t(y) * width + x) * 4;
                count += !std::equal(a.begin() + i, a.begin() + i + 3, b.begin() + i);
            }
        return count;
    }

    Image image_;
    Texture colour_;
    Framebuffer target_;
    std::optional<Gui> gui_;
    std::optional<Demo> demo_;
    double seconds_ = 0;
};

TEST_F(Looking, WipeShowsTheOriginalOnTheLeftAndTheResultOnTheRight) {
    start({"--sigma=2", "--view=original"});
    const auto original = frame();
    demo_->set("view", "filtered");
    const auto filtered = frame();
    demo_->set("view", "wipe");
    const auto wiped = frame();
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
    demo_->set("wipe", "0.25");
    const auto left = frame();
    EXPECT_EQ(differing(left, original, 0, width / 4 - line), 0);
    EXPECT_EQ(differing(left, filtered, width / 4 + line, width), 0);
}

TEST_F(Looking, WipeBetweenSlotsFiltersBoth) {
    start({"--sigma=1"});
    const auto narrow = frame();
    demo_->set("sigma", "4");
    const auto wide = frame();
    demo_->set("sigma", "9");  // what the controls say is neither
    demo_->set("slot1", "sigma=1");
    demo_->set("slot2", "--sigma=4");  // dashes are welcome
    demo_->set("wipe-sides", "slots");
    demo_->set("view", "wipe");
    frame();
    const auto wiped = frame();
    EXPECT_EQ(differing(wiped, narrow, 0, width / 2 - 14), 0);
    EXPECT_EQ(differing(wiped, wide, width / 2 + 14, width), 0);
    demo_->run_action("clear-slots");
    demo_->set("sigma", "4");
    demo_->run_action("store-1");
    demo_->set("sigma", "1");
    const auto now = frame();
    EXPECT_EQ(differing(now, wide, 0, width / 2 - 14), 0) << "slot 1 does not keep its filter";
    EXPECT_EQ(differing(now, narrow, width / 2 + 14, width), 0) << "an empty slot is not the controls";
}

TEST_F(Looking, LineFollowsTheMouse) {
    start({"--sigma=2", "--view=wipe"});
    const auto mouse = [this](float x, float y, bool down) {
        ImGuiIO& io = ImGui::GetIO();
        io.MousePos = {x, y};
        io.MouseDown[0] = down;
        frame();
        return demo_->settings().look.wipe;
    };
    mouse(128, 50, false);
    mouse(130, 50, true);
    EXPECT_NEAR(mouse(66, 80, true).position, 0.25f, 0.02f);
    mouse(66, 80, false);
    EXPECT_NEAR(mouse(200, 80, false).position, 0.25f, 0.02f) << "it follows without being held";
    // Pressed elsewhere the picture moves, the line does not.
    mouse(200, 80, true);
    EXPECT_NEAR(mouse(220, 80, true).position, 0.25f, 0.02f);
    mouse(220, 80, false);
}

TEST_F(Looking, DifferenceOfNothingIsGreyEverywhere) {
    start({"--filter=none", "--view=difference"});
    wait();
    EXPECT_EQ(demo_->look().statistics()->largest, 0);
    EXPECT_TRUE(std::isinf(demo_->look().statistics()->psnr()));
    const auto shown = frame();
    // The scale of colours lies over the lower edge where captions are on; they are off.
    std::size_t grey = 0;
    for (std::size_t i = 0; i < shown.size(); i += 4)
        grey += std::abs(shown[i] - 128) <= 1 && shown[i] == shown[i + 1] && shown[i] == shown[i + 2];
    EXPECT_EQ(grey, std::size_t(width) * height);
}

TEST_F(Looking, DifferenceIsThatOfTheResultAndTheTruth) {
    start({"--sigma=2", "--view=difference"});
    wait();
    // Against the original: what the noise loses.
    Problem problem = gaussian_problem({64, 48, 3}, 2);
    const Image truth = reference(problem, image_.view());
    double sum = 0, largest = 0;
    for (std::size_t i = 0; i < truth.shape().samples(); ++i) {
        const double d = truth.data<double>()[i] - double(image_.data<float>()[i]);
        sum += d * d;
        largest = std::max(largest, std::abs(d));
    }
    EXPECT_NEAR(demo_->look().statistics()->root_mean_square,
                std::sqrt(sum / double(truth.shape().samples())), 1e-6);
    EXPECT_NEAR(demo_->look().statistics()->largest, largest, 1e-6);
    EXPECT_EQ(demo_->settings().look.gain_steps, fitting_gain_steps(largest));

    demo_->set("difference", "reference");
    frame();
    wait();
    EXPECT_LT(demo_->look().statistics()->largest, 1e-6);
    EXPECT_GT(demo_->look().statistics()->largest, 0) << "compared with itself";
    EXPECT_EQ(demo_->settings().look.gain_steps, most_gain_steps);
    demo_->set("difference", "gaussian");
    frame();
    wait();
    EXPECT_GT(demo_->look().statistics()->largest, 1e-4);
    EXPECT_LT(demo_->look().statistics()->largest, 0.1);
}

TEST_F(Looking, PinsListWhatTheImageHas) {
    start({"--sigma=2", "--pin", "5,7,63,47"});
    const std::vector<Spot>& pins = demo_->look().pins();
    ASSERT_EQ(pins.size(), 2u);
    const Image truth = reference(gaussian_problem({64, 48, 3}, 2), image_.view());
    for (const Spot& pin : pins) {
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
    EXPECT_EQ(demo_->settings().look.pins.back(), (Pixel{62, 46}));
    demo_->run_action("unpin");
    EXPECT_EQ(demo_->settings().look.pins, (std::vector<Pixel>{{5, 7}}));
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
        return differing(with, frame(), 0, width);
    };
    EXPECT_EQ(changed(), 0) << "numbers that cannot be read";
    demo_->set("zoom", "64");
    EXPECT_GT(changed(), 300) << "no numbers";
}

TEST_F(Looking, PixelsAreSquareOnlyWhenAskedFor) {
    start({"--view=original", "--zoom=16", "--at=10,10", "--grid=off"});
    const auto square = frame();
    demo_->run_action("square-pixels");
    EXPECT_GT(differing(square, frame(), 0, width), 10000);
}

}  // namespace
}  // namespace sweep::app
