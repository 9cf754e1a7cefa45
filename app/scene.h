// The built-in scene, drawn by OpenGL into a colour and a depth texture: the live input of the filters.
#pragma once

#include "app/gl.h"
#include "app/orbit.h"
#include "app/scene_math.h"

namespace sweep::app {
struct SceneView;  // app/scene_camera.h
}

namespace sweep::app {

class Scene {
  public:
    // Who paints the surfaces: fragment shaders, or compute shaders once it is known which triangle each pixel shows
    // (automatic: everywhere but in software). Some GPUs have few units that run fragment shaders.
    enum class Painting { automatic, fragments, compute };
    // Builds geometry, bakes light and draws the material textures: about half a second on two cores.
    explicit Scene(Painting painting = Painting::automatic);

    // Draws the state at `seconds` (the camera moves with it) at this size into colour() and depth().
    void draw(int width, int height, double seconds, const Orbit& orbit = {});

    // RGBA32F, linear light, HDR.
    const Texture& colour() const { return colour_; }
    // Depth d of the perspective: 1 / distance = mix(1 / near, 1 / far, d), so it is even in 1 / distance.
    // GL_DEPTH_COMPONENT32F or GL_R32F.
    const Texture& depth() const { return depth_ ? depth_ : fine_depth_; }
    static constexpr float near_plane = 0.2f, far_plane = 400.0f;

    // Recompiles the shaders; returns what the compiler complained about.
    std::string reload();

  private:
    void make_materials();
    void resize(int width, int height);
    // `seen...`: where compute shaders paint.
    void draw_view(const SceneView& view, const Framebuffer& target, const Framebuffer& seen_target,
                   const Texture& seen, const Texture& colour);
    void draw_triangles(bool ground) const;
    void draw_surfaces(const SceneView& view);
    void draw_sky(const SceneView& view);
    void find_triangles(const SceneView& view);
    void shade(const SceneView& view, const Texture& seen, const Texture& colour);
    void draw_lamps(const SceneView& view);
    void draw_wires(const SceneView& view);
    static void use_in_view(const Program& program, const SceneView& view);
    static Mat4 view_to_world(const SceneView& view);

    Program solid_program_, ground_program_, sky_program_, lamp_program_, wire_program_;
    Program seen_program_, shade_program_, resolve_program_;
    Texture materials_;
    Buffer vertices_, indices_, lamps_, wires_;
    VertexArray mesh_, lamp_array_, wire_array_;
    int solid_count_ = 0, ground_count_ = 0, lamp_count_ = 0, halo_count_ = 0,
        wire_count_ = 0;  // indices, instances

    bool software_, by_compute_;
    int finer_ = 1;  // 2: drawn twice as wide and high, then averaged
    Texture colour_, depth_, fine_colour_, fine_depth_, seen_;
    Texture reflection_, reflection_depth_, reflection_seen_;
    Framebuffer target_, seen_target_, reflection_target_, reflection_seen_target_;
};

}  // namespace sweep::app
