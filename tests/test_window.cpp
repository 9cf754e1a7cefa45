// What the window draws, off screen through EGL: the scene, depth of field, and textures through every engine.
#include "app/depth_of_field.h"
#include "app/scene.h"
#include "app/texture_filter.h"
#include "core/error.h"
#include "core/reference.h"
#include "tests/offscreen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <random>

namespace sweep::app {
namespace {

std::vector<float> pixels_of(const Texture& texture, GLenum format, std::size_t channels) {
    std::vector<float> values(std::size_t(texture.width()) * std::size_t(texture.height()) * channels);
    texture.read(format, GL_FLOAT, values.size() * sizeof(float), values.data());
    return values;
}

// Reproducible HDR pixels: mostly dark, a few far above 1.
std::vector<float> random_light(int width, int height) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> uniform(0, 1);
    std::vector<float> light(std::size_t(width) * std::size_t(height) * 4);
    for (float& value : light)
        value = uniform(random) < 0.03f ? 12 * uniform(random) : 0.5f * uniform(random);
    return light;
}

TEST_F(Offscreen, SceneHasLightDepthAndDetail) {
    Scene scene;
    scene.draw(320, 200, 0);
    const std::vector<float> light = pixels_of(scene.colour(), GL_RGBA, 4);
    const std::vector<float> depth = pixels_of(scene.depth(), GL_DEPTH_COMPONENT, 1);
    EXPECT_TRUE(std::all_of(light.begin(), light.end(), [](float x) { return std::isfinite(x) && x >= 0; }));
    EXPECT_TRUE(std::all_of(depth.begin(), depth.end(), [](float d) { return d >= 0 && d <= 1; }));

    double sum = 0;
    for (float x : light) sum += double(x);
    EXPECT_GT(sum / double(light.size()), 0.05) << "the scene is dark";
    EXPECT_GT(*std::max_element(light.begin(), light.end()), 4.0f) << "no light is brighter than the screen";
    const auto distance = [](float d) {
        return 1 / std::lerp(1 / Scene::near_plane, 1 / Scene::far_plane, d);
    };
    EXPECT_LT(distance(*std::min_element(depth.begin(), depth.end())), 4.0f) << "nothing is near";
    EXPECT_GT(distance(*std::max_element(depth.begin(), depth.end())), 90.0f) << "nothing is far";
    // Row 0 is the top: the sky is farther away than the street.
    EXPECT_GT(depth[160], depth[std::size_t(199 * 320 + 160)]);
}

TEST_F(Offscreen, SceneMovesAndRepeatsItself) {
    Scene scene;
    scene.draw(160, 100, 3);
    const std::vector<float> first = pixels_of(scene.colour(), GL_RGBA, 4);
    scene.draw(160, 100, 9);
    EXPECT_NE(first, pixels_of(scene.colour(), GL_RGBA, 4));
    scene.draw(160, 100, 3);
    EXPECT_EQ(first, pixels_of(scene.colour(), GL_RGBA, 4));
}

// What shaders/dof.frag promises, from the pixels themselves: the mean of the box clipped to the picture,
// between two whole radii the blend of both.
float box_mean(const std::vector<float>& light, int width, int height, int x, int y, int channel,
               int radius) {
    double sum = 0;
    int count = 0;
    for (int row = std::max(y - radius, 0); row <= std::min(y + radius, height - 1); ++row)
        for (int column = std::max(x - radius, 0); column <= std::min(x + radius, width - 1);
             ++column, ++count)
            sum += double(light[std::size_t((row * width + column) * 4 + channel)]);
    return float(sum / count);
}

class Blur : public Offscreen, public testing::WithParamInterface<float> {};

TEST_P(Blur, IsTheMeanOfTheClippedBox) {
    constexpr int width = 97, height = 61;
    const std::vector<float> light = random_light(width, height);
    const Texture sharp(width, height, GL_RGBA32F);
    sharp.upload(GL_RGBA, GL_FLOAT, light.data());

    Problem problem;
    problem.shape = {width, height, 4};
    problem.filter.kind = FilterKind::sat;
    problem.fixed_point = DepthOfField::fixed_point;
    TextureFilter filter(EngineChoice::automatic);
    filter.run(sharp, problem, true);
    ASSERT_EQ(filter.result().format(), GLenum(GL_RGBA32UI));

    DepthOfField blur;
    FocusSettings focus;
    focus.constant = true;
    focus.constant_radius = GetParam();
    blur.draw(sharp, filter.result(), nullptr, 1, 1, focus);
    const std::vector<float> result = pixels_of(blur.result(), GL_RGBA, 4);

    const int whole = int(GetParam());
    const float part = GetParam() - float(whole);
    // Each pixel was rounded to 1/4096: the mean is off by half of that at most, and by float's last digits.
    const float tolerance = 0.5f / float(DepthOfField::fixed_point) + 2e-6f;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int c = 0; c < 4; ++c) {
                const float expected = std::lerp(box_mean(light, width, height, x, y, c, whole),
                                                 box_mean(light, width, height, x, y, c, whole + 1), part);
                ASSERT_NEAR(result[std::size_t((y * width + x) * 4 + c)], expected, tolerance)
                    << "at " << x << ", " << y << " channel " << c;
            }
}
INSTANTIATE_TEST_SUITE_P(Radii, Blur, testing::Values(0.0f, 0.4f, 1.0f, 3.75f, 24.0f, 120.5f));

TEST_F(Offscreen, BlurFollowsTheDepth) {
    // Left half at 2 m, right half at 50 m, focused at 2 m: left stays sharp, right does not.
    constexpr int width = 64, height = 32;
    const std::vector<float> light = random_light(width, height);
    const Texture sharp(width, height, GL_RGBA32F);
    sharp.upload(GL_RGBA, GL_FLOAT, light.data());
    std::vector<float> depths(std::size_t(width) * height);
    const float near_plane = 1, far_plane = 100;
    for (int i = 0; i < width * height; ++i)
        depths[std::size_t(i)] =
            (1 / (i % width < width / 2 ? 2.0f : 50.0f) - 1 / near_plane) / (1 / far_plane - 1 / near_plane);
    const Texture depth(width, height, GL_DEPTH_COMPONENT32F);
    depth.upload(GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());

    Problem problem;
    problem.shape = {width, height, 4};
    problem.filter.kind = FilterKind::sat;
    problem.fixed_point = DepthOfField::fixed_point;
    TextureFilter filter(EngineChoice::automatic);
    filter.run(sharp, problem, true);
    DepthOfField blur;
    FocusSettings focus;
    focus.distance = 2;
    focus.range = 0.1f;
    focus.aperture = 0.5f;
    blur.draw(sharp, filter.result(), &depth, 1 / near_plane, 1 / far_plane, focus);
    const std::vector<float> result = pixels_of(blur.result(), GL_RGBA, 4);

    // 1/2 - 1/50, less what the range forgives, times half a picture height.
    const float radius = 0.5f * height * (0.48f - (0.5f - 1 / 2.1f));
    const auto at = [&](int x, int y) { return std::size_t((y * width + x) * 4); };
    EXPECT_NEAR(result[at(8, 16)], light[at(8, 16)], 1e-6f);
    const float expected =
        std::lerp(box_mean(light, width, height, 52, 16, 0, int(radius)),
                  box_mean(light, width, height, 52, 16, 0, int(radius) + 1), radius - std::floor(radius));
    EXPECT_NEAR(result[at(52, 16)], expected, 1e-3f);
    EXPECT_GT(std::abs(result[at(52, 16)] - light[at(52, 16)]), 1e-2f);
}

// Every engine that is here gives the reference's answer through the textures of the window.
struct EngineCase {
    const char* name;
    EngineChoice choice;
    bool share = true;
};
void PrintTo(const EngineCase& engine, std::ostream* out) {
    *out << engine.name;
}
class Engines : public Offscreen, public testing::WithParamInterface<EngineCase> {};

TEST_P(Engines, FilterTexturesAsTheReferenceDoes) {
    constexpr int width = 130, height = 67;
    const std::vector<float> light = random_light(width, height);
    const Texture source(width, height, GL_RGBA32F);
    source.upload(GL_RGBA, GL_FLOAT, light.data());
    Problem problem;
    problem.shape = {width, height, 4};
    problem.filter.sigma = 4;
    std::unique_ptr<TextureFilter> filter;
    try {
        filter = std::make_unique<TextureFilter>(GetParam().choice, GetParam().share);
    } catch (const Error& error) {
        GTEST_SKIP() << error.what();
    }
    filter->run(source, problem, true);
    if (!GetParam().share) {
        EXPECT_EQ(filter->path(), Path::cuda_copy);
    }
    const std::vector<float> result = pixels_of(filter->result(), GL_RGBA, 4);
    const Image truth = reference(problem, {light.data(), problem.shape, Sample::f32, width * 16});
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
        largest = std::max(largest, std::abs(truth.data<double>()[i]));
        error = std::max(error, std::abs(truth.data<double>()[i] - double(result[i])));
    }
    EXPECT_LT(error, 3e-6 * largest);
}
INSTANTIATE_TEST_SUITE_P(All, Engines,
                         testing::Values(EngineCase{"automatic", EngineChoice::automatic},
                                         EngineCase{"cuda", EngineChoice::cuda},
                                         EngineCase{"cuda_copy", EngineChoice::cuda, false},
                                         EngineCase{"cpu", EngineChoice::cpu},
                                         EngineCase{"reference", EngineChoice::reference}),
                         [](const auto& engine) { return std::string(engine.param.name); });

}  // namespace
}  // namespace sweep::app
