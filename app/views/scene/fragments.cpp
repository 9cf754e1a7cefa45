// Draws the built-in scene by fragment shaders, which software OpenGL does best.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "app/views/scene/camera.h"
#include "app/views/scene/painter.h"
#include "app/views/scene/scene.h"

namespace sweep::app {
namespace {

using LampInstance = SceneContent::LampInstance;
using WireInstance = SceneContent::WireInstance;

void attribute(const VertexArray& array, GLuint location, int count, std::size_t offset) {
    glEnableVertexArrayAttrib(array.name(), location);
    glVertexArrayAttribFormat(array.name(), location, count, GL_FLOAT, GL_FALSE, GLuint(offset));
    glVertexArrayAttribBinding(array.name(), location, 0);
}

VertexArray mesh_array(const Buffer& vertices, const Buffer& indices) {
    VertexArray array = make_vertex_array();
    glVertexArrayVertexBuffer(array.name(), 0, vertices.name(), 0, sizeof(SceneVertex));
    glVertexArrayElementBuffer(array.name(), indices.name());
    attribute(array, 0, 3, offsetof(SceneVertex, position));
    attribute(array, 1, 2, offsetof(SceneVertex, u));
    attribute(array, 2, 3, offsetof(SceneVertex, light));
    attribute(array, 3, 3, offsetof(SceneVertex, glow));
    attribute(array, 4, 3, offsetof(SceneVertex, material));
    return array;
}

// A vertex array with one entry per instance.
VertexArray instance_array(const Buffer& buffer, std::size_t stride) {
    VertexArray array = make_vertex_array();
    glVertexArrayVertexBuffer(array.name(), 0, buffer.name(), 0, GLsizei(stride));
    glVertexArrayBindingDivisor(array.name(), 0, 1);
    return array;
}

class FragmentPainter final : public ScenePainter {
  public:
    explicit FragmentPainter(const SceneContent& content);

    void draw(int width, int height, double seconds, const Orbit& orbit, const Texture& materials) override;
    const Texture& colour() const override { return colour_; }
    const Texture& depth() const override { return depth_; }
    std::string reload() override;

  private:
    void resize(int width, int height);
    void draw_view(const SceneView& view, const Framebuffer& target) const;
    void draw_triangles(bool ground) const;
    void draw_surfaces(const SceneView& view) const;
    void draw_sky(const SceneView& view) const;
    void draw_lamps(const SceneView& view) const;
    void draw_wires(const SceneView& view) const;
    static void use_in_view(const Program& program, const SceneView& view);

    Program solid_program_, ground_program_, sky_program_, lamp_program_, wire_program_;
    Buffer vertices_, indices_, lamps_, wires_;
    VertexArray mesh_, lamp_array_, wire_array_;
    int solid_count_, ground_count_;  // indices
    int lamp_count_, halo_count_, wire_count_;
    bool software_;
    Texture colour_, depth_, reflection_, reflection_depth_;
    Framebuffer target_, reflection_target_;
};

FragmentPainter::FragmentPainter(const SceneContent& content)
    : solid_program_({"scene/scene.vert", "scene/air.glsl", "scene/surface.glsl", "scene/scene.frag"},
                     scene_definitions()),
      ground_program_({"scene/scene.vert", "scene/air.glsl", "scene/surface.glsl", "scene/ground.frag"},
                      scene_definitions()),
      sky_program_({"fullscreen.vert", "scene/air.glsl", "scene/sky.frag"}),
      lamp_program_({"scene/lamp.vert", "scene/air.glsl", "scene/lamp.frag"}),
      wire_program_({"scene/wire.vert", "scene/air.glsl", "scene/wire.frag"}),
      vertices_(buffer_of(content.mesh.vertices)),
      indices_(buffer_of(content.mesh.indices)),
      lamps_(buffer_of(content.lamps)),
      wires_(buffer_of(content.wires)),
      mesh_(mesh_array(vertices_, indices_)),
      lamp_array_(instance_array(lamps_, sizeof(LampInstance))),
      wire_array_(instance_array(wires_, sizeof(WireInstance))),
      solid_count_(content.solid_count),
      ground_count_(content.ground_count),
      lamp_count_(int(content.lamps.size())),
      halo_count_(content.halo_count),
      wire_count_(int(content.wires.size())),
      software_(gl_is_software()) {
    attribute(lamp_array_, 0, 4, offsetof(LampInstance, centre));
    attribute(lamp_array_, 1, 4, offsetof(LampInstance, radiance));
    attribute(wire_array_, 0, 4, offsetof(WireInstance, from));
    attribute(wire_array_, 1, 3, offsetof(WireInstance, to));
}

void FragmentPainter::resize(int width, int height) {
    if (colour_.is(width, height)) return;
    Texture colour(width, height, GL_RGBA32F);
    depth_ = Texture(width, height, GL_DEPTH_COMPONENT32F);
    target_ = Framebuffer({&colour}, &depth_);
    const int part = software_ ? 3 : 2;
    const int part_width = (width + part - 1) / part, part_height = (height + part - 1) / part;
    reflection_ = Texture(part_width, part_height, software_ ? GL_RGBA16F : GL_R11F_G11F_B10F,
                          std::min(5, mip_levels(part_width, part_height)));
    reflection_.filter(software_ ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    reflection_depth_ = Texture(part_width, part_height, GL_DEPTH_COMPONENT32F);
    reflection_target_ = Framebuffer({&reflection_}, &reflection_depth_);
    colour_ = std::move(colour);  // assigned last: its size says that all of them are there
}

void FragmentPainter::draw(int width, int height, double seconds, const Orbit& orbit,
                           const Texture& materials) {
    resize(width, height);
    const SceneView view = view_at(float(seconds), width, height, Scene::near_plane, Scene::far_plane, orbit);
    materials.bind(0);
    draw_view(mirrored(view, reflection_.width(), reflection_.height()), reflection_target_);
    reflection_.make_mipmaps();
    draw_view(view, target_);
}

void FragmentPainter::draw_view(const SceneView& view, const Framebuffer& target) const {
    glViewport(0, 0, view.width, view.height);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_CULL_FACE);
    const bool upside_down = view.mirror < 0;
    glFrontFace(upside_down ? GL_CCW : GL_CW);  // the projection is flipped once, the mirror flips it again
    if (upside_down) glEnable(GL_CLIP_DISTANCE0);
    reflection_.bind(1);
    glBindVertexArray(mesh_.name());

    glBindFramebuffer(GL_FRAMEBUFFER, target.name());
    glClear(GL_DEPTH_BUFFER_BIT);  // the sky covers the colour
    draw_surfaces(view);
    draw_sky(view);
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_wires(view);
    draw_lamps(view);
    glDisable(GL_BLEND);
    glDisable(GL_CLIP_DISTANCE0);
    glDisable(GL_DEPTH_TEST);
}

// Draws the triangles of the ground, or those of all else. The reflection has no ground.
void FragmentPainter::draw_triangles(bool ground) const {
    if (ground)
        glDrawElements(
            GL_TRIANGLES, ground_count_, GL_UNSIGNED_INT,
            reinterpret_cast<void*>(sizeof(std::uint32_t) * std::size_t(solid_count_)));  // NOLINT: an offset
    else
        glDrawElements(GL_TRIANGLES, solid_count_, GL_UNSIGNED_INT, nullptr);
}

void FragmentPainter::draw_surfaces(const SceneView& view) const {
    for (const Program* program : {&solid_program_, &ground_program_}) {
        use_in_view(*program, view);
        glProgramUniform1fv(program->name(), glGetUniformLocation(program->name(), "pulse"),
                            int(view.pulse.size()), view.pulse.data());
        program->set("materials", 0);
        program->set("reflection", 1);
    }
    solid_program_.use();
    draw_triangles(false);
    if (view.mirror < 0) return;
    ground_program_.use();
    draw_triangles(true);
}

// Draws the sky at depth 1, so that it shows where nothing else is.
void FragmentPainter::draw_sky(const SceneView& view) const {
    glDisable(GL_CULL_FACE);
    glDepthRange(1, 1);
    sky_program_.use();
    sky_program_.set("ray_scale", view.tangent_x, -view.tangent_y);
    sky_program_.set_matrix("view_to_world", view.view_to_world.data());
    draw_fullscreen();
    glDepthRange(0, 1);
}

// Uses a program with the uniforms of a view; some serve wires and lamps alone, which are sized in pixels.
void FragmentPainter::use_in_view(const Program& program, const SceneView& view) {
    program.use();
    program.set_matrix("view_projection", view.view_projection.data());
    program.set("eye", view.eye.x, view.eye.y, view.eye.z);
    program.set("mirror", view.mirror);
    program.set("pixels_per_unit", float(view.height) / (2 * view.tangent_y));
    program.set("pixel_size", 1 / float(view.width), 1 / float(view.height));
}

void FragmentPainter::draw_wires(const SceneView& view) const {
    use_in_view(wire_program_, view);
    glBindVertexArray(wire_array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, wire_count_);
}

void FragmentPainter::draw_lamps(const SceneView& view) const {
    use_in_view(lamp_program_, view);
    lamp_program_.set("seconds", view.seconds);
    lamp_program_.set("halo", 0.0f);
    glBindVertexArray(lamp_array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, lamp_count_);
    glDepthMask(GL_FALSE);
    lamp_program_.set("halo", 9.0f);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, halo_count_);
    glDepthMask(GL_TRUE);
}

std::string FragmentPainter::reload() {
    std::string message;
    for (Program* program :
         {&solid_program_, &ground_program_, &sky_program_, &lamp_program_, &wire_program_})
        message += program->reload();
    return message;
}

}  // namespace

std::unique_ptr<ScenePainter> paint_by_fragments(const SceneContent& content) {
    return std::make_unique<FragmentPainter>(content);
}

}  // namespace sweep::app
