// Depth of field by diffusion on the CPU against its systems, solved one by one in double.
#include "cpu/effects/depth_diffusion.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "core/tridiagonal/systems.h"
#include "cpu/effects/depth_blur.h"
#include "tests/support/instruction_sets.h"

namespace sweep::test {
namespace {

struct Picture {
    int width, height;
    std::vector<float> colours, circles;

    Picture(int w, int h) : width(w), height(h) {
        std::mt19937 random(3);
        std::uniform_real_distribution<float> unit(0, 1);
        for (int i = 0; i < 4 * w * h; ++i)
            colours.push_back(unit(random) < 0.05f ? 12 * unit(random) : unit(random));
        // Of all sizes, on both sides of the focus, and many in focus.
        for (int i = 0; i < w * h; ++i)
            circles.push_back(unit(random) < 0.2f ? 0 : 127 * std::pow(2 * unit(random) - 1, 3.0f));
    }
    Shape shape() const { return {width, height, 4}; }
    ConstImageView view() const { return {colours.data(), shape(), Sample::f32, 16 * width}; }
    std::vector<float> diffused(int thread_count = 0) const {
        std::vector<float> out(colours.size());
        cpu::Threads threads(thread_count);
        cpu::diffuse_light(view(), circles, {out.data(), shape(), Sample::f32, 16 * width}, threads);
        return out;
    }
};

// Two steps, each along the rows and then along the columns, with conductances of a twelfth of the square of the
// smaller radius.
std::vector<double> by_systems(const Picture& it) {
    std::vector<double> x(it.colours.begin(), it.colours.end()), y(x.size());
    const auto pixels = std::size_t(it.width * it.height);
    for (int step = 0; step < 4; ++step) {
        const bool down = step % 2 == 1;
        const int length = down ? it.height : it.width, stride = down ? it.width : 1;
        std::vector<double> sides[2] = {std::vector<double>(pixels), std::vector<double>(pixels)},
                            middle(pixels, 1.0);
        for (int i = 0; i < int(pixels); ++i) {
            const auto flow = [&](int other) {
                const double radius =
                    std::min(std::abs(it.circles[std::size_t(i)]), std::abs(it.circles[std::size_t(other)]));
                return radius * radius / 12;
            };
            const int place = down ? i / it.width : i % it.width;
            if (place > 0) sides[0][std::size_t(i)] = -flow(i - stride);
            if (place + 1 < length) sides[1][std::size_t(i)] = -flow(i + stride);
            middle[std::size_t(i)] -= sides[0][std::size_t(i)] + sides[1][std::size_t(i)];
        }
        for (int c = 0; c < 4; ++c) {
            std::vector<double> in(pixels), out(pixels);
            for (std::size_t i = 0; i < pixels; ++i) in[i] = x[4 * i + std::size_t(c)];
            const auto array = [&](const std::vector<double>& of) {
                return down ? TridiagonalArray{of.data(), 0, it.width, 1}
                            : TridiagonalArray{of.data(), it.width, 1, 0};
            };
            const std::int64_t before = down ? 1 : it.height, after = down ? it.width : 1;
            solve_reference({before, length, after, Sample::f64, array(sides[0]), array(middle),
                             array(sides[1]), array(in)},
                            out.data());
            for (std::size_t i = 0; i < pixels; ++i) y[4 * i + std::size_t(c)] = out[i];
        }
        x = y;
    }
    return x;
}

void expect_systems_solved() {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 40}, {37, 1}, {33, 21}, {64, 67}, {5, 130}}) {
        const Picture picture(width, height);
        const std::vector<float> got = picture.diffused();
        const std::vector<double> want = by_systems(picture);
        for (std::size_t i = 0; i < got.size(); ++i)
            ASSERT_NEAR(double(got[i]), want[i], 3e-6 * 12) << width << " x " << height << " at " << i / 4;
    }
}

TEST(DepthDiffusion, SolvesItsSystemsOnEveryInstructionSet) {
    expect_systems_solved();
    on_every_other_instruction_set(expect_systems_solved);
}

TEST(DepthDiffusion, WhatIsInFocusAndConstantsStayToTheLastBit) {
    Picture picture(50, 40);
    const std::vector<float> got = picture.diffused();
    for (std::size_t i = 0; i < picture.circles.size(); ++i)
        for (std::size_t c = 0; c < 4 && picture.circles[i] == 0; ++c)
            ASSERT_EQ(got[4 * i + c], picture.colours[4 * i + c]);
    EXPECT_EQ(picture.diffused(1), got) << "threads make a difference";
    std::fill(picture.colours.begin(), picture.colours.end(), 0.37f);
    EXPECT_EQ(picture.diffused(), picture.colours);
}

TEST(DepthDiffusion, KeepsLightAndRangeButForRounding) {
    const Picture picture(70, 50);
    const std::vector<float> got = picture.diffused();
    double before = 0, after = 0;
    for (std::size_t i = 0; i < got.size(); ++i) before += picture.colours[i], after += got[i];
    EXPECT_NEAR(after / before, 1, 2e-6);
    const auto [least, most] = std::minmax_element(picture.colours.begin(), picture.colours.end());
    EXPECT_GE(*std::min_element(got.begin(), got.end()), *least - 1e-6f * *most);
    EXPECT_LE(*std::max_element(got.begin(), got.end()), *most * (1 + 1e-6f));
}

// An edge in focus between 1 and 10000, with wide blur on both sides of it, lets nothing through.
TEST(DepthDiffusion, NothingFlowsOverAnEdgeInFocus) {
    Picture picture(64, 8);
    for (int i = 0; i < 64 * 8; ++i) {
        std::fill_n(&picture.colours[std::size_t(4 * i)], 4, i % 64 < 32 ? 10000.0f : 0.7f);
        picture.circles[std::size_t(i)] = i % 64 == 31 ? 0 : 60;
    }
    const std::vector<float> got = picture.diffused();
    for (int i = 0; i < 64 * 8; ++i) ASSERT_EQ(got[std::size_t(4 * i)], i % 64 < 32 ? 10000.0f : 0.7f) << i;
}

// Where all circles are alike, a point has the variance of a box of that half width.
TEST(DepthDiffusion, SpreadsAPointAsFarAsItsCircle) {
    Picture picture(161, 161);
    std::fill(picture.circles.begin(), picture.circles.end(), -12.0f);
    std::fill(picture.colours.begin(), picture.colours.end(), 0.0f);
    picture.colours[std::size_t(4 * (80 * 161 + 80))] = 1;
    const std::vector<float> got = picture.diffused();
    double across = 0, down = 0;
    for (int i = 0; i < 161 * 161; ++i) {
        across += double(got[std::size_t(4 * i)]) * std::pow(i % 161 - 80, 2);
        down += double(got[std::size_t(4 * i)]) * std::pow(i / 161 - 80, 2);
    }
    EXPECT_NEAR(across, 48, 0.1);
    EXPECT_NEAR(down, 48, 0.1);
}

TEST(DepthDiffusion, DrawsAPartOfTheColumns) {
    const Picture picture(40, 20);
    std::vector<float> depths(40 * 20);
    for (std::size_t i = 0; i < depths.size(); ++i) depths[i] = float(i % 40) / 40;
    cpu::Lens lens;
    lens.inverse_at_one = 0.01f, lens.inverse_focus = 0.5f, lens.aperture = 20, lens.max_radius = 60;
    const cpu::Bokeh none{{}, false};
    const auto drawn = [&](int first) {
        std::vector<float> out(picture.colours.size(), -1.0f);
        cpu::DepthBlur blur;
        blur.prepare(picture.view(), {depths.data(), {40, 20, 1}, Sample::f32, 160}, lens,
                     cpu::Blur::diffusion, none, 0, 1);
        blur.draw(picture.view(), {}, none, first, {out.data(), picture.shape(), Sample::f32, 640});
        return out;
    };
    const std::vector<float> all = drawn(0), part = drawn(13);
    EXPECT_NE(all, picture.colours);
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(part[i], i / 4 % 40 < 13 ? -1 : all[i]);
}

}  // namespace
}  // namespace sweep::test
