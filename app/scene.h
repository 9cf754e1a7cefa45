// The built-in scene, drawn by OpenGL into a colour and a depth texture: the live input of the filters.
#pragma once

#include "app/gl.h"
#include "app/orbit.h"
#include "app/scene_math.h"

namespace sweep::app {

class Scene {
  public:
    // Builds geometry, bakes light and draws the material textures: about half a second on two cores.
    Scene();

    // Draws the state at `seconds` (the camera moves with it) at this size into colour() and depth().
    void draw(int width, int height, double seconds, const Orbit& orbit = {});

    // RGBA32F, linear light, HDR.
    const Texture& colour() const { return colour_; }
    // Depth d of the perspective: 1 / distance = mix(1 / near, 1 / far, d), so it is even in 1 / distance.
    const Texture& depth() const { return depth_; }
    static constexpr float near_plane = 0.2f, far_plane = 400.0f;

    // Recompiles the shaders; returns what the compiler complained about.
    std::string reload();

  private:
    struct View;
    void make_materials();
    void resize(int width, int height);
    void draw_view(const View& view, bool mirrored);
    void draw_lamps(const View& view);
    static void use_in_view(const Program& program, const View& view);
    void draw_wires(const View& view);

    Program solid_program_, ground_program_, sky_program_, lamp_program_, wire_program_;
    Texture materials_;
    Buffer solid_vertices_, solid_indices_, ground_vertices_, ground_indices_, lamps_, wires_;
    VertexArray solid_, ground_, lamp_array_, wire_array_;
    int solid_count_ = 0, ground_count_ = 0, lamp_count_ = 0, halo_count_ = 0, wire_count_ = 0;

    bool software_;
    int samples_ = 1;
    Texture colour_, depth_, reflection_, reflection_depth_, multisampled_colour_, multisampled_depth_;
    Framebuffer target_, reflection_target_, multisampled_target_;
};

}  // namespace sweep::app
