// What the window draws, off screen through EGL: the scene, and textures through every engine.
#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <random>

#include <gtest/gtest.h>

#include "app/base/files/fonts.h"
#include "app/views/scene/scene.h"
#include "app/work/engines/texture_filter.h"
#include "core/base/error.h"
#include "core/problem/reference.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

std::vector<float> pixels_of(const Texture& texture, GLenum format, std::size_t channels) {
    std::vector<float> values(std::size_t(texture.width()) * std::size_t(texture.height()) * channels);
    texture.read(format, GL_FLOAT, values.size() * sizeof(float), values.data());
    return values;
}

// The pixels are reproducible HDR light: mostly dark, a few far above 1.
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
    const bool is_red = scene.depth().format() == GL_R32F;
    const std::vector<float> depth = pixels_of(scene.depth(), is_red ? GL_RED : GL_DEPTH_COMPONENT, 1);
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

TEST(Fonts, TravelWithTheProgramAndTheirLicence) {
    if (!std::filesystem::exists("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
        GTEST_SKIP() << "this system has no DejaVu to take along";
    for (FontFace face : {FontFace::sans, FontFace::bold, FontFace::mono}) {
        const auto path = find_font(face);
        ASSERT_TRUE(path);
        EXPECT_TRUE(std::filesystem::exists(path->parent_path() / "DejaVu-licence.txt")) << *path;
    }
}

// Every engine that is here gives the reference's result through the textures of the window.
struct EngineCase {
    const char* name;
    EngineKind choice;
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
        SKIP_WITHOUT("gpu", error.what());
    }
    filter->run(source, problem, true);
    if (!GetParam().share) {
        EXPECT_EQ(filter->engine(), EngineKind::cuda);
        EXPECT_FALSE(filter->in_place());
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
                         testing::Values(EngineCase{"automatic", EngineKind::automatic},
                                         EngineCase{"cuda", EngineKind::cuda},
                                         EngineCase{"cuda_copy", EngineKind::cuda, false},
                                         EngineCase{"cpu", EngineKind::cpu},
                                         EngineCase{"reference", EngineKind::reference}),
                         [](const auto& engine) { return std::string(engine.param.name); });

}  // namespace
}  // namespace sweep::app
