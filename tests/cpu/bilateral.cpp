// The bilateral filter of the CPU, beside its definition (core/bilateral/bilateral_reference.h) and facts from outside.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/bilateral/bilateral_reference.h"
#include "core/design/kinds.h"
#include "cpu/bilateral/bilateral_filter.h"
#include "tests/support/guided_images.h"
#include "tests/support/instruction_sets.h"

namespace sweep::test {
namespace {

Image bilateral(const BilateralFilter& filter, BoundaryKind boundary, const Image& in, const Image& guide) {
    Image out(in.shape(), in.sample());
    cpu::BilateralFilterRun run(filter, boundary, in.sample());
    run.begin(in.view(), guide.view(), whole(in.shape()));
    run.run(std::array{whole(in.shape())}, out.view());
    return out;
}

template <class T>
void expect_bilateral(const BilateralFilter& filter, const Image& in, const Image& guide) {
    for (BoundaryKind boundary : guided_boundaries)
        EXPECT_LE(largest_error<T>(bilateral(filter, boundary, in, guide),
                                   bilateral_reference(filter, boundary, in.view(), guide.view())),
                  sample_of<T>() == Sample::f64 ? 1e-13 : 2e-6)
            << in.shape().width << " x " << in.shape().height << " x " << in.shape().channels << ", guide x "
            << guide.shape().channels << ", sigma " << filter.sigma << ", range " << filter.range << ", "
            << info(boundary).word;
}

// One pixel, lines, around a block, windows larger than the image.
TEST(CpuBilateral, IsTheDefinitionAtEverySize) {
    for (const Shape& shape :
         {Shape{1, 1}, {1, 90}, {90, 1}, {63, 5}, {65, 6}, {17, 31}, {3, 2}, {130, 20}}) {
        const Image in = noise<float>(shape), wide = noise<double>(shape);
        expect_bilateral<float>({2.4, 0.5}, in, in);
        expect_bilateral<double>({1.3, 0.5}, wide, wide);
    }
}
TEST(CpuBilateral, IsTheDefinitionOfEveryChannelAndGuide) {
    for (int channels = 1; channels <= 4; ++channels)
        for (int of_guide = 1; of_guide <= 4; ++of_guide)
            expect_bilateral<float>({1.6, 0.7}, noise<float>({40, 11, channels}, 3),
                                    discs<float>({40, 11, of_guide}));
}
TEST(CpuBilateral, IsTheDefinitionAtEverySigmaAndRange) {
    const Image in = discs<float>({24, 16}), wide = discs<double>({24, 16});
    for (const double sigma : {0.05, 0.4, 2.0, 5.0})
        for (const double range : {1e-300, 1e-30, 0.02, 0.3, 1e30}) {
            expect_bilateral<float>({sigma, range}, in, in);
            expect_bilateral<double>({sigma, range}, wide, wide);
        }
}
TEST(CpuBilateral, IsTheDefinitionOnEveryInstructionSet) {
    const Image in = noise<float>({75, 9}), wide = noise<double>({75, 9}),
                depth = depth_with_holes<float>({75, 9});
    on_every_other_instruction_set([&] {
        expect_bilateral<float>({2, 0.5}, in, depth);
        expect_bilateral<double>({2, 0.5}, wide, wide);
    });
}

// Infinity is no number to make a mean of, either.
TEST(CpuBilateral, HolesStayAndAreReadByNobody) {
    const Shape shape{60, 40};
    const Image depth = depth_with_holes<float>(shape), picture = noise<float>(shape);
    Image infinite = discs<float>({60, 40, 2});
    infinite.data<float>()[1001] = std::numeric_limits<float>::infinity();
    expect_bilateral<float>({2, 0.3}, depth, depth);
    expect_bilateral<float>({2, 0.3}, picture, depth);
    expect_bilateral<float>({2, 0.3}, depth, picture);
    const Image result = bilateral({2, 0.3}, BoundaryKind::clamp, picture, depth),
                around = bilateral({2, 0.3}, BoundaryKind::clamp, infinite, infinite);
    for (std::size_t i = 0; i < shape.samples(); ++i) {
        EXPECT_TRUE(std::isfinite(at<float>(result, i)));
        if (std::isnan(at<float>(depth, i))) {
            EXPECT_EQ(at<float>(result, i), at<float>(picture, i));
        }
        EXPECT_EQ(std::isfinite(at<float>(around, 2 * i + 1)), i != 500);
        EXPECT_TRUE(std::isfinite(at<float>(around, 2 * i)));
    }
    EXPECT_EQ(at<float>(around, 1000), at<float>(infinite, 1000)) << "the other channel of that pixel";
}

// No difference is an edge: a Gaussian, cut off at the window, along one axis and then the other.
TEST(CpuBilateral, WithAHugeRangeIsTheGaussian) {
    const Shape shape{70, 50};
    const double sigma = 3;
    const Image in = noise<double>(shape);
    std::vector<double> g;
    double all = 0;
    for (int i = -9; i <= 9; ++i) all += g.emplace_back(std::exp(-i * i / (2 * sigma * sigma)));
    for (const BoundaryKind boundary : guided_boundaries) {
        const auto blurred = [&](const Image& image, bool along_x) {
            return image_of<double>(shape, [&](int x, int y, int) {
                double sum = 0;
                for (int i = -9; i <= 9; ++i) {
                    const int column = along_x ? extended_index(boundary, x + i, shape.width) : x,
                              row = along_x ? y : extended_index(boundary, y + i, shape.height);
                    if (column >= 0 && row >= 0)
                        sum += g[std::size_t(i + 9)] / all * image.view().row<double>(row)[column];
                }
                return sum;
            });
        };
        EXPECT_LE(largest_error<double>(bilateral({sigma, 1e6}, boundary, in, in),
                                        blurred(blurred(in, true), false)),
                  1e-11)
            << info(boundary).word;
    }
}

TEST(CpuBilateral, WhatIsFlatStaysToTheLastBit) {
    const Shape shape{80, 30};
    const Image flat = image_of<float>(shape, [](int, int, int) { return 0.3; });
    for (const BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror}) {
        const Image result = bilateral({4, 0.2}, boundary, flat, noise<float>(shape));
        for (std::size_t i = 0; i < shape.samples(); ++i) ASSERT_EQ(at<float>(result, i), 0.3f);
    }
}

// Each output is a mean; rounding may be beyond the extremes by a few units in the last place.
TEST(CpuBilateral, NothingLeavesTheRangeOfTheInput) {
    const Image in = discs<float>({150, 100});
    const auto [least, most] = std::minmax_element(in.data<float>(), in.data<float>() + in.shape().samples());
    for (const double range : {0.01, 0.1, 10.0}) {
        const Image result = bilateral({6, range}, BoundaryKind::mirror, in, in);
        for (std::size_t i = 0; i < in.shape().samples(); ++i) {
            ASSERT_GE(at<float>(result, i), double(*least) - 1e-6);
            ASSERT_LE(at<float>(result, i), double(*most) + 1e-6);
        }
    }
}

// Light of 1e4 beside darkness of 1, as of the edge filter.
TEST(CpuBilateral, NothingLeaksOverAnEdge) {
    const Shape shape{120, 90};
    const auto inside = [](int x, int y) { return x > 41 && x < 90 && y > 30 && y < 67; };
    const Image in = image_of<float>(shape, [&](int x, int y, int) { return inside(x, y) ? 1e4 : 1.0; });
    const Image result = bilateral({15, 0.5}, BoundaryKind::clamp, in, in);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            ASSERT_NEAR(result.view().row<float>(y)[x] / (inside(x, y) ? 1e4 : 1), 1, 1e-6) << x << " " << y;
}

// In parts of a cut, in place, it is what it is in one; what is not in them stays.
TEST(CpuBilateral, PartsAreThoseOfTheWhole) {
    const Image in = noise<float>({90, 70, 3});
    const Image all = bilateral({2, 0.4}, BoundaryKind::mirror, in, in);
    Image image = noise<float>({90, 70, 3});
    cpu::BilateralFilterRun run({2, 0.4}, BoundaryKind::mirror, Sample::f32);
    run.begin(std::as_const(image).view(), std::as_const(image).view(), {10, 5, 77, 60});
    run.run(std::array{Rectangle{11, 5, 70, 2}, Rectangle{10, 30, 3, 9}}, image.view());
    run.run(std::array{Rectangle{80, 60, 7, 5}}, image.view());
    for (int y = 0; y < 70; ++y)
        for (int x = 0; x < 90; ++x) {
            const bool is_done = (x >= 11 && x < 81 && y >= 5 && y < 7) ||
                                 (x >= 10 && x < 13 && y >= 30 && y < 39) ||
                                 (x >= 80 && x < 87 && y >= 60 && y < 65);
            for (int k = 0; k < 3; ++k)
                ASSERT_EQ(image.view().row<float>(y)[3 * x + k],
                          (is_done ? all : in).view().row<float>(y)[3 * x + k])
                    << x << " " << y;
        }
}

// A window of 361 x 361 pixels, many times as large as those that the picture has.
TEST(CpuBilateral, ManyTapsLoseNoDigits) {
    const Image in = noise<float>({200, 150});
    const Rectangle middle{90, 75, 20, 1};
    Image out({200, 150}, Sample::f32);
    cpu::BilateralFilterRun run({60, 0.3}, BoundaryKind::mirror, Sample::f32);
    run.begin(in.view(), in.view(), middle);
    run.run(std::array{middle}, out.view());
    const Image truth = bilateral_reference({60, 0.3}, BoundaryKind::mirror, in.view(), in.view(), middle);
    for (int x = 0; x < middle.width; ++x)
        EXPECT_NEAR(out.view().row<float>(75)[90 + x], truth.data<double>()[x], 1e-6);
}

TEST(CpuBilateral, RefusesWhatMakesNoSense) {
    const Image in = noise<float>({20, 10}), small = noise<float>({10, 10});
    const auto refuses = [&](const BilateralFilter& filter, BoundaryKind boundary, const Image& guide) {
        EXPECT_THROW(bilateral(filter, boundary, in, guide), Error);
        EXPECT_THROW(bilateral_reference(filter, boundary, in.view(), guide.view()), Error);
    };
    refuses({0, 1}, BoundaryKind::clamp, in);
    refuses({1001, 1}, BoundaryKind::clamp, in);
    refuses({2, 0}, BoundaryKind::clamp, in);
    refuses({2, std::numeric_limits<double>::quiet_NaN()}, BoundaryKind::clamp, in);
    refuses({2, 1}, BoundaryKind::repeat, in);
    refuses({2, 1}, BoundaryKind::clamp, small);
}

TEST(Bilateral, CountsItsTaps) {
    EXPECT_EQ((BilateralFilter{.sigma = 5}.radius()), 15);
    EXPECT_EQ((BilateralFilter{.sigma = 0.05}.radius()), 1);
    EXPECT_EQ(taps({.sigma = 5}, 10), 9610);
    for (const double budget : {1e5, 1e9, 1e12}) {
        const double sigma = largest_sigma(1000, budget);
        EXPECT_LE(taps({.sigma = sigma}, 1000), budget);
        EXPECT_TRUE(sigma == info(FilterKind::bilateral).largest_sigma ||
                    taps({.sigma = sigma + 0.4}, 1000) > budget);
    }
    EXPECT_EQ(largest_sigma(1000, 999), 0);
}

}  // namespace
}  // namespace sweep::test
