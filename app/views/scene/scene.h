// The built-in scene, drawn by OpenGL into a colour and a depth texture: the live input of the filters.
#pragma once

#include <memory>
#include <string>

#include "app/screen/gl/gl.h"
#include "app/views/scene/orbit.h"

namespace sweep::app {

class ScenePainter;  // app/views/scene/painter.h

class Scene {
  public:
    // `automatic`: fragment shaders in software OpenGL, compute shaders everywhere else, because some GPUs
    // have few units that rasterize.
    enum class Painting { automatic, fragments, compute };
    // Builds geometry, bakes light and draws the material textures: about half a second on two cores.
    explicit Scene(Painting painting = Painting::automatic);
    ~Scene();

    // Draws the scene and its camera at time `seconds` into colour() and depth(), at this size.
    void draw(int width, int height, double seconds, const Orbit& orbit = {});

    // RGBA32F, linear light, HDR.
    const Texture& colour() const;
    // The depth d of the perspective is linear in 1 / distance: 1 / distance = mix(1 / near, 1 / far, d).
    // GL_DEPTH_COMPONENT32F or GL_R32F.
    const Texture& depth() const;
    static constexpr float near_plane = 0.2f, far_plane = 400.0f;

    // Recompiles the shaders; returns the compiler's messages, as Program::reload().
    std::string reload();

  private:
    void make_materials();

    Texture materials_;
    std::unique_ptr<ScenePainter> painter_;
};

}  // namespace sweep::app
