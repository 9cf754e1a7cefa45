// Comparisons in numbers, and how they are displayed.
#include "app/work/checks/comparison.h"

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/screen/canvas/display.h"
#include "app/views/compare/text.h"
#include "app/work/request/compare_settings.h"
#include "core/base/error.h"
#include "core/problem/reference.h"
#include "tests/support/cases.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();

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

// The definition of the convolution runs one pixel at a time, at places with and without the boundary.
TEST(Comparison, TrueGaussianIsTheConvolution) {
    const Image in = test::noise({23, 17, 4}, Sample::f32);
    for (BoundaryKind kind : test::boundaries_where(is_extended)) {
        Problem problem = test::problem(in.shape(), test::gaussian(1.5));
        problem.boundary.kind = kind;
        if (kind == BoundaryKind::constant) problem.boundary.value = {0.25, 0.5, 0.75, 1};
        const TruthRegions regions = truth_regions(problem, Truth::gaussian);
        EXPECT_EQ(regions.compared, (Region{0, 0, 23, 17}));
        const Image out = truth_of(problem, Truth::gaussian, regions, in.view());
        const std::vector<double> taps = gaussian_taps(1.5, 0);
        const int reach = int(taps.size() / 2);
        const auto at = [&](int x, int y, int c) -> double {
            x = test::continued(kind, x, 23);
            y = test::continued(kind, y, 17);
            if (x < 0 || y < 0) return problem.boundary.outside(std::size_t(c));
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

// The recursive Gaussian is near the true one, with the derivatives' signs and sizes.
TEST(Comparison, TrueGaussianIsNearTheRecursiveOne) {
    const Image in = test::noise({64, 64, 4}, Sample::f32);
    for (const auto& [dx, dy] : {std::pair{0, 0}, {1, 0}, {0, 1}, {0, 2}}) {
        Problem problem = test::problem(in.shape(), test::gaussian(4));
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

// Only the middle of a large picture is compared. It equals the middle of the comparison of the whole
// picture.
TEST(Comparison, MiddleOfALargePictureIsThatOfTheWhole) {
    const Image in = test::noise({1400, 1000, 4}, Sample::u8);
    for (BoundaryKind kind : {BoundaryKind::clamp, BoundaryKind::repeat}) {
        Problem problem = test::problem(in.shape(), test::gaussian(3));
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
    Problem table = test::problem({8, 8, 4}, test::gaussian(3));
    table.filter.kind = FilterKind::sat;
    EXPECT_THROW(truth_regions(table, Truth::reference), Error);
    table.filter.kind = FilterKind::box;
    EXPECT_THROW(truth_regions(table, Truth::gaussian), Error);
}

TEST(LookText, ValuesAsText) {
    EXPECT_EQ(short_number(0.25, {}), "0.250");
    EXPECT_EQ(short_number(-1.6e-7, {Content::comparison, {}, false}), "-1.60e-7");
    EXPECT_EQ(short_number(double(nan), {}), "NaN");
    EXPECT_EQ(short_number(4294967295.0, {Content::integer_table, {}, false}), "4294967295");
    EXPECT_EQ(screen_byte(1, false), 255);
    EXPECT_EQ(screen_byte(srgb_to_linear(100 / 255.0), false), 100);
    EXPECT_EQ(screen_byte(100 / 255.0, true), 100);
}

// The fixture shows one texture on a small screen.
class Displayed : public Offscreen {
  protected:
    using Rgb = std::array<int, 3>;
    static constexpr int side = 32;  // in window pixels; the texture has 2 x 2

    void SetUp() override {
        Offscreen::SetUp();
        if (IsSkipped()) return;
        screen_ = Texture(side, side, GL_RGBA8);
        target_ = Framebuffer({&screen_}, nullptr);
        viewer_.place({0, 0, side, side}, 2, 2);
    }
    // Returns the colours in the middles of the four pixels: upper left, upper right, lower left, lower
    // right.
    std::array<Rgb, 4> show(const std::array<float, 4>& values, Content content, const Presentation& how,
                            int dx = 0) {
        Texture texture(2, 2, GL_RGBA32F);
        std::vector<float> rgba;
        for (float v : values)
            for (float x : {v, v, v, 1.0f}) rgba.push_back(x);
        texture.upload(GL_RGBA, GL_FLOAT, rgba.data());
        Canvas canvas{target_.name(), side, side};
        Display().draw(texture, content, viewer_, how, canvas);
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

TEST_F(Displayed, TheRangeIsBlackAndWhite) {
    Presentation how;
    how.dither = false;
    how.has_range = true;
    how.black = 1e6, how.white = 1e6 + 8;
    const auto level = [](double t) {
        const int byte = int(std::lround(255 * t));
        return Rgb{byte, byte, byte};
    };
    how.encoded = true;  // the exposed value itself is what the screen gets
    const auto shown = show({1e6f, 1e6f + 8, 1e6f + 2, 1e6f + 20}, Content::light, how);
    expect_near(shown[0], level(0));
    expect_near(shown[1], level(1));
    expect_near(shown[2], level(0.25));
    expect_near(shown[3], level(1));
    how.exposure = 1;
    expect_near(show({1e6f, 1e6f + 2, 0, 0}, Content::light, how)[1], level(0.5));
    how.exposure = 0;
    how.encoded = false;
    how.black = -0.01, how.white = 0.01;
    expect_near(show({-0.01f, 0.01f, 0, -0.005f}, Content::differences, how)[3], level(0.25));
    // Light at the white point is white, and not rolled off.
    how.black = 0, how.white = 1e-4;
    expect_near(show({1e-4f, 0, 0, 0}, Content::light, how)[0], level(1));
}

TEST_F(Displayed, OneChannelHasTheColoursOfItsMap) {
    Presentation how;
    how.dither = false;
    const auto wanted = [](ColourMap map, float t) {
        const auto c = map_colour(map, t);
        return Rgb{int(std::lround(255 * c[0])), int(std::lround(255 * c[1])), int(std::lround(255 * c[2]))};
    };
    for (const ColourMap map : {ColourMap::viridis, ColourMap::magma, ColourMap::cividis}) {
        how.map = map;
        how.even_map = true;
        const auto even = show({0, 1, 0.25f, 0.7f}, Content::light, how);
        expect_near(even[0], wanted(map, 0));
        expect_near(even[1], wanted(map, 1));
        expect_near(even[2], wanted(map, 0.25f));
        expect_near(even[3], wanted(map, 0.7f));
        how.even_map = false;  // light: the place in the map is what grey would show
        expect_near(show({float(srgb_to_linear(0.25)), 0, 0, 0}, Content::light, how)[0], wanted(map, 0.25f));
        const auto behind = on_screen({float(srgb_to_linear(0.25)), 0, 0, 1}, Content::light, how);
        for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(behind[c], map_colour(map, 0.25f)[c], 1e-3);
        // The two colours of a comparison stay.
        how.gain = 64;
        expect_near(show({1, 0, 0, 0}, Content::comparison, how)[0], {255, 230, 158});
    }
    how.map = ColourMap::magma;
    const Rgb magenta{255, 0, 255};
    const auto one = show({nan, 0.2f, 0.2f, 0.2f}, Content::light, how)[0],
               other = show({nan, 0.2f, 0.2f, 0.2f}, Content::light, how, 6)[0];
    EXPECT_TRUE(one == magenta || other == magenta) << "NaN is marked under a colour map, too";
}

TEST_F(Displayed, ClippingIsStriped) {
    Presentation how;
    how.dither = false;
    how.clipping = true;
    const auto count = [&](const std::array<float, 4>& values, std::size_t i, Rgb colour) {
        int found = 0;
        for (int dx = -5; dx < 5; ++dx) {
            const Rgb shown = show(values, Content::light, how, dx)[i];
            bool same = true;  // 25.5 becomes 25 with one driver and 26 with another
            for (std::size_t k = 0; k < 3; ++k) same = same && std::abs(shown[k] - colour[k]) <= 1;
            found += same;
        }
        return found;
    };
    const Rgb orange{255, 140, 0}, blue{26, 115, 255};
    EXPECT_EQ(count({2, -1, 0.5f, 1}, 0, orange), 5);
    EXPECT_EQ(count({2, -1, 0.5f, 1}, 1, blue), 5);
    EXPECT_EQ(count({2, -1, 0.5f, 1}, 2, orange) + count({2, -1, 0.5f, 1}, 3, orange), 0);
    how.exposure = 1;
    EXPECT_EQ(count({2, -1, 0.6f, 1}, 2, orange), 5) << "the exposure does not count";
}

}  // namespace
}  // namespace sweep::app
