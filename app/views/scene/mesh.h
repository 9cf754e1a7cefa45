// Shapes, lamps, and the light that the lamps cast on the shapes: the parts of the built-in scene.
//
// Lighting is computed once, per vertex, when the scene is built ("baked"): a frame then costs one texture
// look-up and a fog factor per pixel, which software OpenGL can afford.
#pragma once

#include <cstdint>
#include <vector>

#include "app/views/scene/math.h"

namespace sweep::app {

// Layers of the material texture array; shaders/scene/material.frag draws those before `signs`.
enum class Material : int { paving, brick, plaster, glass, shop, metal, skyline, signs, posters, count };

// How the emission of a vertex varies with time: the index of a factor in SceneView::pulse, which the shaders
// read.
enum class Pulse : int { steady, down, up, right, left, flicker, count };

struct Surface {
    Material material = Material::metal;
    Vec3 glow{};  // emission is alpha * albedo * glow
    Pulse pulse = Pulse::steady;
    float window_seed = 0;  // not 0: every window of a facade is lit or dark at random
};

struct SceneVertex {
    Vec3 position, normal;
    float u, v;
    Vec3 light;  // baked irradiance
    Vec3 glow;
    float material, pulse, window_seed;
};

struct Rectangle {
    float u0 = 0, v0 = 0, u1 = 1, v1 = 1;
};

struct Mesh {
    std::vector<SceneVertex> vertices;
    std::vector<std::uint32_t> indices;

    // A parallelogram corner + s * along + t * up, in steps of `step` metres, at whose vertices light is
    // baked. Its front faces cross(along, up).
    void quad(Vec3 corner, Vec3 along, Vec3 up, Rectangle uv, const Surface& surface, float step = 1.0f);
    // An axis-aligned box without its bottom; texture coordinates in metres times `scale`.
    void box(Vec3 low, Vec3 high, const Surface& surface, float scale = 0.25f, float step = 1.2f);
    // A tapered tube with five sides.
    void tube(Vec3 from, Vec3 to, float radius_from, float radius_to, const Surface& surface);
};

// A small bright sphere, drawn as a billboard.
struct Lamp {
    Vec3 position;
    float radius;
    Vec3 radiance;  // linear, HDR
};

// A thin line: a cable, a wire, a twig.
struct Wire {
    Vec3 from, to;
    float radius;
};

// A source of light for bake(). Some lamps come with one; a sign has one without being a lamp.
struct LightSource {
    Vec3 position;
    Vec3 power;
};

// Adds ambient dusk light and the light of all sources to every vertex. Nothing casts a shadow.
void bake(Mesh& mesh, const std::vector<LightSource>& sources);

// Repeatable random numbers in [0, 1).
class Dice {
  public:
    explicit Dice(std::uint32_t seed) : state_(seed * 2654435769u + 1) {}
    float operator()() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return float(state_ >> 8) * (1.0f / 16777216.0f);
    }
    float operator()(float low, float high) { return low + (high - low) * (*this)(); }

  private:
    std::uint32_t state_;
};

}  // namespace sweep::app
