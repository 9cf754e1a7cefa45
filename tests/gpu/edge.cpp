// The edge filter on CUDA, beside its definition (core/edge/edge_reference.h).
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/edge/edge_reference.h"
#include "core/edge/tone_map.h"
#include "gpu/edge/edge_filter.h"
#include "gpu/probe.h"
#include "tests/support/required.h"

namespace sweep::test {
namespace {

constexpr BoundaryKind boundaries[] = {BoundaryKind::zero, BoundaryKind::clamp, BoundaryKind::mirror};

Image image_of(Shape shape, const auto& number) {
    Image image(shape, Sample::f32);
    for (int y = 0; y < shape.height; ++y)
        for (int x = 0; x < shape.width; ++x)
            for (int k = 0; k < shape.channels; ++k)
                image.view().row<float>(y)[x * shape.channels + k] = float(number(x, y, k));
    return image;
}

Image noise(Shape shape) {
    return image_of(shape, [](int x, int y, int k) {
        const double s = std::sin(12.9898 * x + 78.233 * y + 37.719 * k) * 43758.5453;
        return s - std::floor(s);
    });
}

// Discs on a slope: smooth, with edges.
Image discs(Shape shape) {
    return image_of(shape, [](int x, int y, int k) {
        return (std::hypot(x % 50 - 25, y % 70 - 35) < 20 ? 0.8 : 0.2) + 0.1 * std::sin(0.05 * (x + y) + k);
    });
}

// A depth map in metres in which samples are missing, those at corners and edges of the image and of tiles among them.
Image depth_with_holes(Shape shape) {
    return image_of(shape, [=](int x, int y, int) {
        const bool missing = (x * 7 + y * 13) % 31 == 0 || (x > 20 && x < 34 && y > 10 && y < 34) ||
                             (x + y == 0) || x == shape.width - 1 || y == shape.height - 1;
        return missing ? std::numeric_limits<double>::quiet_NaN() : (x / 40 + y / 60) % 2 + 0.01 * x;
    });
}

class GpuEdge : public testing::Test {
  protected:
    void SetUp() override {
        const gpu::Device device = gpu::probe();
        if (!device.usable) SKIP_WITHOUT("gpu", device.reason);
        emulated_ = device.name == "emulated";
    }

    static Image filtered(const EdgeFilter& filter, BoundaryKind boundary, const Image& in,
                          const Image& guide) {
        Image out(in.shape(), Sample::f32);
        gpu::EdgeFilterRun(filter, boundary, in.shape(), guide.shape().channels)
            .run(in.view(), guide.view(), out.view());
        return out;
    }

    // What is missing must be so in both.
    static void expect_truth(const EdgeFilter& filter, const Image& in, const Image& guide) {
        for (BoundaryKind boundary : boundaries) {
            const Image result = filtered(filter, boundary, in, guide),
                        truth = edge_reference(filter, boundary, in.view(), guide.view());
            double largest = 0;
            for (std::size_t i = 0; i < in.shape().samples(); ++i) {
                const double a = double(result.data<float>()[i]), b = truth.data<double>()[i];
                if (std::isnan(a) && std::isnan(b)) continue;
                largest = std::isnan(a) || std::isnan(b) ? 1e30 : std::max(largest, std::abs(a - b));
            }
            EXPECT_LE(largest, 1e-6) << in.shape().width << " x " << in.shape().height << " x "
                                     << in.shape().channels << ", guide x " << guide.shape().channels
                                     << ", sigma " << filter.sigma << ", range " << filter.range << ", "
                                     << info(boundary).word;
        }
    }

    bool emulated_ = false;  // slow: large cases are left to devices
};

// One pixel, lines, around a tile, parts of tiles in both directions; columns of more tiles than a scan has threads.
TEST_F(GpuEdge, IsTheDefinitionAtEverySize) {
    for (const Shape& shape : {Shape{1, 1}, {1, 70}, {70, 1}, {31, 32}, {33, 34}, {65, 40}, {9, 700}})
        expect_truth({12, 0.5, 2}, noise(shape), noise(shape));
    if (emulated_) return;
    for (const Shape& shape : {Shape{1, 5000}, {5000, 1}, {1023, 2100}, {4099, 33}, {1920, 1080}})
        expect_truth({12, 0.5, 3}, noise(shape), noise(shape));
}
TEST_F(GpuEdge, IsTheDefinitionOfEveryChannelAndGuide) {
    for (int channels = 1; channels <= 4; ++channels)
        for (int of_guide = 1; of_guide <= 4; ++of_guide)
            if (!emulated_ || (channels + of_guide) % 2 == 1 || of_guide == 4)
                expect_truth({20, 0.7, 1}, noise({40, 36, channels}), discs({40, 36, of_guide}));
}
TEST_F(GpuEdge, IsTheDefinitionAtEverySigmaAndRange) {
    const Image in = discs({66, 34});
    for (double sigma : {0.3, 3.0, 40.0, 300.0})
        for (double range : {1e-30, 0.3, 1e30}) expect_truth({sigma, range, emulated_ ? 1 : 3}, in, in);
}
TEST_F(GpuEdge, HolesStayAndAreReadByNobody) {
    const Shape shape{70, 50};
    const Image depth = depth_with_holes(shape), picture = noise(shape);
    expect_truth({10, 0.3, 2}, depth, depth);
    expect_truth({10, 0.3, 2}, picture, depth);
    // To the last bit, at the edges of the image, too.
    for (const BoundaryKind boundary : boundaries) {
        const Image result = filtered({10, 0.3, 2}, boundary, picture, depth);
        for (std::size_t i = 0; i < shape.samples(); ++i)
            if (std::isnan(depth.data<float>()[i])) {
                ASSERT_EQ(result.data<float>()[i], picture.data<float>()[i]) << info(boundary).word << i;
            }
    }
}

TEST_F(GpuEdge, WhatIsFlatStaysToTheLastBit) {
    const Shape shape{70, 66};
    const Image flat = image_of(shape, [](int, int, int) { return 0.3; });
    for (BoundaryKind boundary : {BoundaryKind::clamp, BoundaryKind::mirror}) {
        const Image result = filtered({25, 0.2, 2}, boundary, flat, noise(shape));
        for (std::size_t i = 0; i < shape.samples(); ++i) ASSERT_EQ(result.data<float>()[i], 0.3f);
    }
}

// Light of 1e4 beside darkness of 1: none of it is behind the edge.
TEST_F(GpuEdge, NothingLeaksOverAnEdge) {
    const auto inside = [](int x, int y) { return x > 31 && x < 60 && y > 20 && y < 40; };
    const Image in = image_of({80, 60}, [&](int x, int y, int) { return inside(x, y) ? 1e4 : 1.0; }),
                result = filtered({60, 0.5, 3}, BoundaryKind::clamp, in, in);
    for (int y = 0; y < 60; ++y)
        for (int x = 0; x < 80; ++x)
            ASSERT_NEAR(result.view().row<float>(y)[x] / (inside(x, y) ? 1e4 : 1), 1, 1e-6) << x << " " << y;
}

TEST_F(GpuEdge, RunsInPlaceBesideItsGuideAndAgain) {
    const Shape shape{50, 40, 3};
    const Image guide = discs({50, 40});
    Image image = noise(shape);
    const Image apart = filtered({8, 0.4, 2}, BoundaryKind::clamp, image, guide);
    gpu::EdgeFilterRun run({8, 0.4, 2}, BoundaryKind::clamp, shape, 1);
    Image alone(shape, Sample::f32);
    gpu::EdgeFilterRun of_itself({8, 0.4, 2}, BoundaryKind::clamp, shape, 3);
    of_itself.run(std::as_const(image).view(), std::as_const(image).view(), alone.view());
    run.run(std::as_const(image).view(), guide.view(), image.view());
    EXPECT_TRUE(std::equal(image.data<float>(), image.data<float>() + shape.samples(), apart.data<float>()));
    EXPECT_EQ(run.time_runs(2).size(), 2u);
}

// Light over eight decades, black, and a pixel without a number; alpha stays.
TEST_F(GpuEdge, MapsTones) {
    for (int channels = 1; channels <= 4; ++channels) {
        const Shape shape{150, 41, channels};
        Image light = image_of(shape, [](int x, int y, int k) {
            if (x == 70 && y == 20) return std::numeric_limits<double>::quiet_NaN();
            return x < 10 ? 0 : std::pow(10, (x % 60) / 7.5 - 4) * (1 + 0.2 * std::sin(y + k));
        });
        const EdgeFilter filter{12, 0.4, 2};
        const Image luminance = log_luminance(std::as_const(light).view());
        const Image base = edge_reference(filter, BoundaryKind::clamp, luminance.view(), luminance.view());
        Image truth(shape, Sample::f32), result(shape, Sample::f32);
        for (double contrast : {20.0, 1e6}) {  // less than it has, and more
            compress_base(std::as_const(light).view(), base.view(), contrast, truth.view());
            gpu::EdgeFilterRun run(filter, BoundaryKind::clamp, luminance.shape(), 1);
            run.map_tones(std::as_const(light).view(), contrast, result.view());
            for (std::size_t i = 0; i < shape.samples(); ++i) {
                const float a = result.data<float>()[i], b = truth.data<float>()[i];
                ASSERT_EQ(std::isnan(a), std::isnan(b)) << i;
                if (std::isnan(b)) continue;
                ASSERT_NEAR(a, b, 1e-5f * b) << i << " of " << channels << " channels";
            }
        }
    }
    EXPECT_THROW(gpu::EdgeFilterRun({}, BoundaryKind::clamp, {8, 8, 3}, 3)
                     .map_tones(noise({8, 8, 3}).view(), 20, Image({8, 8, 3}, Sample::f32).view()),
                 Error);
}

TEST_F(GpuEdge, RefusesWhatMakesNoSense) {
    EXPECT_THROW(gpu::EdgeFilterRun({0, 1, 1}, BoundaryKind::clamp, {8, 8, 1}, 1), Error);
    EXPECT_THROW(gpu::EdgeFilterRun({}, BoundaryKind::repeat, {8, 8, 1}, 1), Error);
    EXPECT_THROW(gpu::EdgeFilterRun({}, BoundaryKind::clamp, {8, 8, 1}, 5), Error);
    gpu::EdgeFilterRun run({}, BoundaryKind::clamp, {8, 8, 1}, 1);
    EXPECT_THROW(run.time_runs(1), Error);
}

}  // namespace
}  // namespace sweep::test
