// The built-in scene, drawn by OpenGL into a colour and a depth texture: the live input of the filters.
#pragma once

#include "app/gl.h"
#include "app/orbit.h"

#include <memory>
#include <string>

namespace sweep::app {

class ScenePainter;  // app/scene_painter.h

class Scene {
  public:
    // Fragment shaders draw in software, compute shaders everywhere else: some GPUs have few units that draw
    // triangles and run fragment shaders.
    enum class Painting { automatic, fragments, compute };
    // Builds geometry, bakes light and draws the material textures: about half a second on two cores.
    explicit Scene(Painting painting = Painting::automatic);
    ~Scene();

    // Draws the state at `seconds` (the camera moves with it) at this size into colour() and depth().
    void draw(int width, int height, double seconds, const Orbit& orbit = {});

    // RGBA32F, linear light, HDR.
    const Texture& colour() const;
    // Depth d of the perspective: 1 / distance = mix(1 / near, 1 / far, d), so it is even in 1 / distance.
    // GL_DEPTH_COMPONENT32F or GL_R32F.
    const Texture& depth() const;
    static constexpr float near_plane = 0.2f, far_plane = 400.0f;

    // Recompiles the shaders; returns what the compiler complained about.
    std::string reload();

  private:
    void make_materials();

    Texture materials_;
    std::unique_ptr<ScenePainter> painter_;
};

}  // namespace sweep::app
