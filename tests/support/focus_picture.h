// A small picture with a depth of field, drawn by the program's class and by its shaders alike.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "app/views/focus/depth_of_field.h"
#include "tests/support/offscreen.h"

namespace sweep::app {

inline constexpr int width = 97, height = 61;
using Pixels = std::vector<float>;

inline std::size_t index(int x, int y) {
    return (std::size_t(y) * width + std::size_t(x)) * 4;
}

// The pixels are reproducible HDR light: mostly dark, a few far above 1.
inline Pixels random_light() {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> uniform(0, 1);
    Pixels light(std::size_t(width) * height * 4);
    for (float& value : light)
        value = uniform(random) < 0.03f ? 12 * uniform(random) : 0.5f * uniform(random);
    return light;
}

inline Texture texture_of(const Pixels& light) {
    Texture texture(width, height, GL_RGBA32F);
    texture.upload(GL_RGBA, GL_FLOAT, light.data());
    return texture;
}

// The distances are a depth texture of one channel, with 1 m at 0 and 100 m at 1.
inline constexpr DepthRange planes{1, 100};
template <class Distance>
Texture depth_of(Distance distance) {
    std::vector<float> depths;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            depths.push_back((1 / distance(x, y) - 1 / planes.at_zero) /
                             (1 / planes.at_one - 1 / planes.at_zero));
    Texture texture(width, height, GL_R32F);
    texture.upload(GL_RED, GL_FLOAT, depths.data());
    return texture;
}

class Dof : public Offscreen {
  protected:
    // Runs it as the program does. Where that is in the CPU's memory, the shaders must give the same.
    Pixels run(const Texture& sharp, const Texture* depth, const FocusSettings& focus) {
        if (!filter_) filter_.emplace(EngineKind::automatic);
        if (!blur_) blur_.emplace();
        const Pixels result = run(*blur_, sharp, depth, focus);
        if (!filter_->in_memory()) return result;
        if (!by_shaders_) by_shaders_.emplace(true);
        const Pixels same = run(*by_shaders_, sharp, depth, focus);
        float worst = 0;
        std::size_t where = 0;
        for (std::size_t i = 0; i < same.size(); ++i)
            if (const float difference = std::abs(same[i] - result[i]); !(difference <= worst)) {
                worst = difference;
                where = i / 4;
            }
        // Small weights are rounded at random, and differently where a last digit differs.
        EXPECT_LE(worst, agreement(focus))
            << "shader and CPU differ at " << where % width << ", " << where / width;
        return result;
    }
    Pixels run(DepthOfField& blur, const Texture& sharp, const Texture* depth, const FocusSettings& focus) {
        const TableSource source = blur.prepare(sharp, depth, planes, focus, *filter_, true);
        filter_->make_table(source, DepthOfField::problem(sharp, depth != nullptr, focus), true);
        blur.draw(sharp, *filter_, depth, planes, focus);
        Pixels pixels(std::size_t(width) * height * 4);
        blur.result().read(GL_RGBA, GL_FLOAT, pixels.size() * sizeof(float), pixels.data());
        return pixels;
    }
    static float agreement(const FocusSettings& focus) {
        if (focus.method == FocusMethod::diffusion || focus.precision == Precision::fixed_point) return 1e-4f;
        return focus.method == FocusMethod::layers ? 0.15f : 1e-3f;  // values up to 12, over small alphas
    }
    static FocusSettings constant(float radius, Bokeh bokeh = Bokeh::box) {
        FocusSettings focus;
        focus.constant = true;
        focus.constant_radius = radius;
        focus.bokeh = bokeh;
        return focus;
    }
    void TearDown() override {
        blur_.reset();
        by_shaders_.reset();
        filter_.reset();
        Offscreen::TearDown();
    }
    std::optional<DepthOfField> blur_, by_shaders_;
    std::optional<TextureFilter> filter_;
};

}  // namespace sweep::app
