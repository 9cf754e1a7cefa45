// The built-in scene: compute shaders paint what fragment shaders paint.
#include "app/views/scene/scene.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "app/screen/gl/gl.h"
#include "app/views/scene/painter.h"
#include "app/views/scene/signs.h"
#include "tests/support/offscreen.h"

namespace sweep::app {
namespace {

std::vector<float> light_of(const Texture& colour) {
    std::vector<float> pixels(std::size_t(colour.width()) * std::size_t(colour.height()) * 4);
    colour.read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
    return pixels;
}

std::vector<float> depth_of(const Texture& depth) {
    std::vector<float> pixels(std::size_t(depth.width()) * std::size_t(depth.height()));
    depth.read(depth.format() == GL_R32F ? GL_RED : GL_DEPTH_COMPONENT, GL_FLOAT,
               pixels.size() * sizeof(float), pixels.data());
    return pixels;
}

// Returns how many pixels of `b` differ from those of `a` in any channel.
int others(const std::vector<float>& a, const std::vector<float>& b, int channels, float absolute,
           float relative) {
    EXPECT_EQ(a.size(), b.size());
    int count = 0;
    for (std::size_t i = 0; i < a.size(); i += std::size_t(channels)) {
        bool same = true;
        for (std::size_t c = i; c < i + std::size_t(channels); ++c)
            same = same && std::abs(a[c] - b[c]) <= absolute + relative * std::abs(a[c]);
        count += !same;
    }
    return count;
}

// Compute shaders paint the average of what fragment shaders paint twice as wide and high. Both are the same
// nearly everywhere but in the street, the lower half, whose mirror is coarser.
TEST_F(Offscreen, SceneIsTheSameByComputeShaders) {
    constexpr int columns = 320, rows = 200;
    const auto index = [](int x, int y, int width) {
        return (std::size_t(y) * std::size_t(width) + std::size_t(x)) * 4;
    };
    const auto picture = [](const Scene& scene) {
        std::vector<float> pixels(std::size_t(scene.colour().width()) * std::size_t(scene.colour().height()) *
                                  4);
        scene.colour().read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
        return pixels;
    };
    Scene by_fragments(Scene::Painting::fragments), by_compute(Scene::Painting::compute);
    by_fragments.draw(2 * columns, 2 * rows, 5);
    by_compute.draw(columns, rows, 5);
    const std::vector<float> fine = picture(by_fragments), light = picture(by_compute);
    std::vector<float> depths(std::size_t(columns) * rows), fine_depths(4 * depths.size());
    ASSERT_EQ(by_compute.depth().format(), GLenum(GL_R32F));
    by_compute.depth().read(GL_RED, GL_FLOAT, depths.size() * sizeof(float), depths.data());
    by_fragments.depth().read(GL_DEPTH_COMPONENT, GL_FLOAT, fine_depths.size() * sizeof(float),
                              fine_depths.data());
    int other_light = 0, other_depth = 0;
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            float mean = 0;
            for (const int dy : {0, 1})
                for (const int dx : {0, 1}) mean += 0.25f * fine[index(2 * x + dx, 2 * y + dy, 2 * columns)];
            other_light +=
                y < rows / 2 && std::abs(light[index(x, y, columns)] - mean) > 0.01f + 0.05f * mean;
            other_depth +=
                std::abs(depths[std::size_t(y) * columns + std::size_t(x)] -
                         fine_depths[std::size_t(2 * y) * 2 * columns + std::size_t(2 * x)]) > 1e-4f;
        }
    EXPECT_LT(other_light, columns * rows / 2 / 20);
    EXPECT_LT(other_depth, columns * rows / 200);
}

// Where a pixel is one sample the street is the same, too. (The mirror's sides are multiples of 16, because
// drivers halve odd ones differently. They also choose how long a stretch of a texture a pixel takes that
// sees it at a slant: on an NVIDIA H200 1.9 % of the pixels differ.) Orbits bring the eye close to things,
// which then reach behind it.
TEST_F(Offscreen, FineSceneIsTheSameByComputeShaders) {
    constexpr int columns = 2016, rows = 1104, pixels = columns * rows;
    Scene by_fragments(Scene::Painting::fragments), by_compute(Scene::Painting::compute);
    Orbit turned;
    turned.yaw = -0.9f;
    turned.pitch = -0.5f;
    for (const auto& [seconds, orbit] : {std::tuple{5.0, Orbit{}}, {100.0, turned}}) {
        by_fragments.draw(columns, rows, seconds, orbit);
        by_compute.draw(columns, rows, seconds, orbit);
        EXPECT_LT(others(light_of(by_fragments.colour()), light_of(by_compute.colour()), 4, 0.001f, 0.02f),
                  pixels / (gl_is_software() ? 100 : 40));
        EXPECT_LT(others(depth_of(by_fragments.depth()), depth_of(by_compute.depth()), 1, 1e-4f, 0),
                  pixels / 5000);
    }
}

// The sizes are multiples of nothing; a frame must not show anything that the one before has left.
TEST_F(Offscreen, SceneOfComputeShadersHasAnySize) {
    Scene scene(Scene::Painting::compute);
    for (const auto& [width, height] : {std::pair{1, 1}, {33, 65}, {1, 40}, {70, 2}}) {
        scene.draw(width, height, 5);
        const std::vector<float> light = light_of(scene.colour()), depth = depth_of(scene.depth());
        EXPECT_TRUE(std::all_of(light.begin(), light.end(), [](float x) { return x >= 0 && x < 1000; }));
        EXPECT_TRUE(std::all_of(depth.begin(), depth.end(), [](float d) { return d >= 0 && d <= 1; }));
        scene.draw(width, height, 40);
        scene.draw(width, height, 5);
        EXPECT_EQ(light, light_of(scene.colour())) << width << " x " << height;
    }
}

// The picture is the same where the lists of triangles have room for some of them, or for none.
TEST_F(Offscreen, SceneDoesNotDependOnTheRoomForItsTriangles) {
    const SceneContent content = scene_content();
    const Texture materials(4, 4, GL_RGBA8, 1, int(Material::count));
    glClearTexImage(materials.name(), 0, GL_RGBA, GL_UNSIGNED_BYTE, "\x80\x60\x40\x20");
    std::vector<float> light, depth;
    for (const int room : {0, 5000, 1}) {
        const auto painter = paint_by_compute(content, room);
        painter->draw(48, 32, 5, {}, materials);
        if (light.empty()) {
            light = light_of(painter->colour());
            depth = depth_of(painter->depth());
        }
        EXPECT_EQ(light, light_of(painter->colour())) << room;
        EXPECT_EQ(depth, depth_of(painter->depth())) << room;
    }
}

}  // namespace
}  // namespace sweep::app
