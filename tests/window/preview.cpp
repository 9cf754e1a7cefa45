// What is shown of a Gaussian while its sigma is dragged.
#include "app/views/preview/preview.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

TEST(Preview, HasAsManyPixelsAsCanBeSeen) {
    FilterSpec gaussian;
    gaussian.sigma = 1.5;
    EXPECT_EQ(preview_reduction(gaussian, 1), 1) << "each pixel is seen";
    EXPECT_EQ(preview_reduction(gaussian, 0.15f), 4) << "the window has a seventh of the pixels";
    gaussian.sigma = 20;
    EXPECT_EQ(preview_reduction(gaussian, 1), 8);
    gaussian.sigma_y = 2;
    EXPECT_EQ(preview_reduction(gaussian, 1), 1) << "little is blurred down the columns";
    gaussian.sigma_y = 0;
    gaussian.axes = Axes::x;
    EXPECT_EQ(preview_reduction(gaussian, 1), 1) << "columns keep their details";
}

TEST(Preview, StandsForGaussiansOfAnotherSigma) {
    Problem a;
    a.shape = {64, 48, 4};
    Problem b = a;
    EXPECT_FALSE(differ_in_sigma(a, b));
    b.filter.sigma = 7;
    EXPECT_TRUE(differ_in_sigma(a, b));
    b.shape.width = 65;
    EXPECT_FALSE(differ_in_sigma(a, b)) << "another picture";
    b = a;
    a.filter.derivative_x = 1;
    b.filter = a.filter;
    b.filter.sigma = 7;
    EXPECT_FALSE(differ_in_sigma(a, b)) << "a derivative of fewer pixels has another scale";
}

class Previews : public Offscreen {};

TEST_F(Previews, LookAsTheResultDoes) {
    constexpr int width = 256, height = 192;
    Problem problem;
    problem.shape = {width, height, 4};
    problem.filter.sigma = 12;
    problem.boundary = {BoundaryKind::mirror, {}};  // a pixel of the edge would stand for all beyond it
    Image waves(problem.shape, Sample::f32);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            std::fill_n(waves.view().row<float>(y) + 4 * x, 4,
                        0.5f + 0.5f * std::sin(float(x) / 9) * std::cos(float(y) / 7));
    Texture source(width, height, GL_RGBA32F);
    source.upload(GL_RGBA, GL_FLOAT, std::as_const(waves).data<void>());
    TextureFilter filter(EngineKind::cpu);
    filter.run(source, problem, true);
    std::vector<float> whole(problem.shape.samples());
    filter.result().read(GL_RGBA, GL_FLOAT, whole.size() * sizeof(float), whole.data());

    Preview preview;
    const int by = preview_reduction(problem.filter, 1);
    ASSERT_EQ(by, 4);
    const Texture& seen = preview.run(source, problem, by, true);
    ASSERT_TRUE(seen.is(width / by, height / by));
    std::vector<float> few(whole.size() / std::size_t(by * by));
    seen.read(GL_RGBA, GL_FLOAT, few.size() * sizeof(float), few.data());
    const auto [low, high] = std::minmax_element(whole.begin(), whole.end());
    double largest = 0;
    for (int y = 0; y < height / by; ++y)
        for (int x = 0; x < width / by; ++x) {
            double mean = 0;
            for (int i = 0; i < by * by; ++i)
                mean += double(whole[std::size_t(((by * y + i / by) * width + by * x + i % by) * 4)]);
            const double value = double(few[std::size_t((y * (width / by) + x) * 4)]);
            largest = std::max(largest, std::abs(mean / (by * by) - value));
        }
    EXPECT_GT(double(*high - *low), 0.1) << "there is nothing to be seen";
    EXPECT_LT(largest, 0.01);
}

}  // namespace
}  // namespace sweep::app
