#include "app/scene.h"

#include "app/scene_camera.h"
#include "app/scene_signs.h"
#include "app/scene_town.h"
#include "core/problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace sweep::app {

namespace {

constexpr GLenum max_anisotropy =
    0x84FE;  // GL_TEXTURE_MAX_ANISOTROPY, core since 4.6, everywhere before that

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

// Textures that are made by compute shaders: drawn upon, sampled, read back.
constexpr GLbitfield what_is_read_next = GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                                         GL_TEXTURE_UPDATE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT;

struct LampInstance {
    Vec3 centre;
    float radius;
    Vec3 radiance;
    float phase;
};

template <class T>
Buffer buffer_of(const std::vector<T>& data) {
    return make_buffer(GLsizeiptr(data.size() * sizeof(T)), data.data());
}

void near_first(Mesh& mesh, Vec3 eye) {
    using Triangle = std::array<std::uint32_t, 3>;
    std::vector<std::pair<float, Triangle>> triangles;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const Triangle t{mesh.indices[i], mesh.indices[i + 1], mesh.indices[i + 2]};
        float nearest = 1e30f;
        for (const std::uint32_t v : t) nearest = std::min(nearest, length(mesh.vertices[v].position - eye));
        triangles.emplace_back(nearest, t);
    }
    std::stable_sort(triangles.begin(), triangles.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    mesh.indices.clear();
    for (const auto& [distance, t] : triangles) mesh.indices.insert(mesh.indices.end(), t.begin(), t.end());
}

// Software OpenGL pays for every texel: there textures hold square roots instead of sRGB, whose decoding is a
// multiplication, and are not blended between mip levels.
std::string definitions() {
    return gl_is_software() ? "#define SQUARE_ROOTS\n" : "";
}

// Where shaders/scene_shade.comp finds what belongs to a vertex, in floats.
std::string vertex_definitions() {
    const auto line = [](const char* name, std::size_t bytes) {
        return "#define " + std::string(name) + " " + std::to_string(bytes / sizeof(float)) + "u\n";
    };
    return line("STRIDE", sizeof(SceneVertex)) + line("UV", offsetof(SceneVertex, u)) +
           line("LIGHT", offsetof(SceneVertex, light)) + line("GLOW", offsetof(SceneVertex, glow)) +
           line("KIND", offsetof(SceneVertex, material));
}

void to_square_roots(std::vector<std::uint8_t>& pixels) {
    std::array<std::uint8_t, 256> roots;
    for (int i = 0; i < 256; ++i)
        roots[std::size_t(i)] = std::uint8_t(std::lround(255 * std::sqrt(srgb_to_linear(i / 255.0))));
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (i % 4 != 3) pixels[i] = roots[pixels[i]];
}

// One vertex array entry per instance.
VertexArray instance_array(const Buffer& buffer, std::size_t stride) {
    VertexArray array = make_vertex_array();
    glVertexArrayVertexBuffer(array.name(), 0, buffer.name(), 0, GLsizei(stride));
    glVertexArrayBindingDivisor(array.name(), 0, 1);
    return array;
}

}  // namespace

Scene::Scene(Painting painting)
    : solid_program_({"scene.vert", "scene_air.glsl", "scene_surface.glsl", "scene.frag"}, definitions()),
      ground_program_({"scene.vert", "scene_air.glsl", "scene_surface.glsl", "scene_ground.frag"},
                      definitions()),
      sky_program_({"fullscreen.vert", "scene_air.glsl", "scene_sky.frag"}),
      lamp_program_({"scene_lamp.vert", "scene_air.glsl", "scene_lamp.frag"}),
      wire_program_({"scene_wire.vert", "scene_air.glsl", "scene_wire.frag"}),
      software_(gl_is_software()),
      by_compute_(painting == Painting::compute || (painting == Painting::automatic && !software_)) {
    if (by_compute_) {
        seen_program_ = Program({"scene_seen.vert", "scene_seen.frag"});
        shade_program_ = Program({"scene_air.glsl", "scene_surface.glsl", "scene_shade.comp"},
                                 definitions() + vertex_definitions());
        resolve_program_ = Program({"scene_resolve.comp"});
    }
    make_materials();

    Town town = build_town();
    // The camera never goes far: nearest first from where it starts hides most of what lies behind at once.
    near_first(town.solid, eye_at(0));
    near_first(town.ground, eye_at(0));
    solid_count_ = int(town.solid.indices.size());
    ground_count_ = int(town.ground.indices.size());
    // One mesh: the ground behind the rest.
    const auto first = std::uint32_t(town.solid.vertices.size());
    for (const std::uint32_t index : town.ground.indices) town.solid.indices.push_back(first + index);
    town.solid.vertices.insert(town.solid.vertices.end(), town.ground.vertices.begin(),
                               town.ground.vertices.end());
    vertices_ = buffer_of(town.solid.vertices);
    indices_ = buffer_of(town.solid.indices);
    mesh_ = mesh_array(vertices_, indices_);

    std::vector<LampInstance> lamps;
    for (const Lamp& lamp : town.lamps)
        lamps.push_back({lamp.position, lamp.radius, lamp.radiance, float(lamps.size()) * 2.4f});
    // Only the big ones have a halo that shows: they come first.
    const auto small = std::stable_partition(lamps.begin(), lamps.end(),
                                             [](const LampInstance& l) { return l.radius > 0.04f; });
    halo_count_ = int(small - lamps.begin());
    lamp_count_ = int(lamps.size());
    lamps_ = buffer_of(lamps);
    lamp_array_ = instance_array(lamps_, sizeof(LampInstance));
    attribute(lamp_array_, 0, 4, offsetof(LampInstance, centre));
    attribute(lamp_array_, 1, 4, offsetof(LampInstance, radiance));

    struct WireInstance {
        Vec3 from;
        float radius;
        Vec3 to;
    };
    std::vector<WireInstance> wires;
    for (const Wire& wire : town.wires) wires.push_back({wire.from, wire.radius, wire.to});
    wire_count_ = int(wires.size());
    wires_ = buffer_of(wires);
    wire_array_ = instance_array(wires_, sizeof(WireInstance));
    attribute(wire_array_, 0, 4, offsetof(WireInstance, from));
    attribute(wire_array_, 1, 3, offsetof(WireInstance, to));
}

void Scene::make_materials() {
    materials_ = Texture(material_size, material_size, software_ ? GL_RGBA8 : GL_SRGB8_ALPHA8,
                         mip_levels(material_size, material_size), int(Material::count));
    materials_.filter(software_ ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    materials_.wrap(GL_REPEAT);
    if (!software_) glTextureParameterf(materials_.name(), max_anisotropy, 4);

    glViewport(0, 0, material_size, material_size);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glEnable(GL_FRAMEBUFFER_SRGB);
    for (int layer = 0; layer < int(Material::signs); ++layer) {
        const Framebuffer target = Framebuffer::of_layer(materials_, layer);
        glBindFramebuffer(GL_FRAMEBUFFER, target.name());
        const Program program({"fullscreen.vert", "scene_material.frag"},
                              definitions() + "#define LAYER " + std::to_string(layer) + "\n");
        program.use();
        draw_fullscreen();
    }
    glDisable(GL_FRAMEBUFFER_SRGB);

    SignLayers signs = draw_signs();
    if (software_) {
        to_square_roots(signs.signs);
        to_square_roots(signs.posters);
    }
    const auto upload = [&](Material layer, const std::vector<std::uint8_t>& pixels) {
        glTextureSubImage3D(materials_.name(), 0, 0, 0, int(layer), material_size, material_size, 1, GL_RGBA,
                            GL_UNSIGNED_BYTE, pixels.data());
    };
    upload(Material::signs, signs.signs);
    upload(Material::posters, signs.posters);
    materials_.make_mipmaps();
}

void Scene::resize(int width, int height) {
    if (colour_.is(width, height)) return;
    // On a 4K screen edges are fine enough as they are; below that, each pixel is the mean of four.
    finer_ = by_compute_ && std::int64_t{width} * height < 2'200'000 ? 2 : 1;
    const int fine_width = finer_ * width, fine_height = finer_ * height;
    colour_ = Texture(width, height, GL_RGBA32F);
    fine_depth_ = Texture(fine_width, fine_height, GL_DEPTH_COMPONENT32F);
    if (finer_ > 1) {
        fine_colour_ = Texture(fine_width, fine_height, GL_RGBA16F);
        depth_ = Texture(width, height, GL_R32F);
    } else {
        fine_colour_ = {};
        depth_ = {};
    }
    target_ = Framebuffer({finer_ > 1 ? &fine_colour_ : &colour_}, &fine_depth_);
    const int part = software_ ? 3 : 2;
    const int part_width = (width + part - 1) / part, part_height = (height + part - 1) / part;
    reflection_ = Texture(part_width, part_height, software_ ? GL_RGBA16F : GL_R11F_G11F_B10F,
                          std::min(5, mip_levels(part_width, part_height)));
    reflection_.filter(software_ ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    reflection_depth_ = Texture(part_width, part_height, GL_DEPTH_COMPONENT32F);
    reflection_target_ = Framebuffer({&reflection_}, &reflection_depth_);
    if (!by_compute_) return;
    seen_ = Texture(fine_width, fine_height, GL_R32UI);
    seen_target_ = Framebuffer({&seen_}, &fine_depth_);
    reflection_seen_ = Texture(part_width, part_height, GL_R32UI);
    reflection_seen_target_ = Framebuffer({&reflection_seen_}, &reflection_depth_);
}

void Scene::draw(int width, int height, double seconds, const Orbit& orbit) {
    resize(width, height);
    SceneView view = view_at(float(seconds), width * finer_, height * finer_, near_plane, far_plane, orbit);

    SceneView mirrored = view;
    mirrored.mirror = -1;
    mirrored.width = reflection_.width();
    mirrored.height = reflection_.height();
    draw_view(mirrored, reflection_target_, reflection_seen_target_, reflection_seen_, reflection_);
    reflection_.make_mipmaps();
    draw_view(view, target_, seen_target_, seen_, finer_ > 1 ? fine_colour_ : colour_);
    if (finer_ == 1) return;
    resolve_program_.use();
    resolve_program_.set("colours", 0);
    resolve_program_.set("depths", 1);
    fine_colour_.bind(0);
    fine_depth_.bind(1);
    glBindImageTexture(0, colour_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA32F);
    glBindImageTexture(1, depth_.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glDispatchCompute(GLuint(width + 15) / 16, GLuint(height + 7) / 8, 1);
    glMemoryBarrier(what_is_read_next);
}

void Scene::draw_view(const SceneView& view, const Framebuffer& target, const Framebuffer& seen_target,
                      const Texture& seen, const Texture& colour) {
    glViewport(0, 0, view.width, view.height);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_CULL_FACE);
    const bool mirrored = view.mirror < 0;
    glFrontFace(mirrored ? GL_CCW : GL_CW);  // the projection is flipped once, the mirror flips it again
    if (mirrored) glEnable(GL_CLIP_DISTANCE0);
    materials_.bind(0);
    reflection_.bind(1);
    glBindVertexArray(mesh_.name());

    glBindFramebuffer(GL_FRAMEBUFFER, (by_compute_ ? seen_target : target).name());
    glClear(GL_DEPTH_BUFFER_BIT);  // the sky covers the colour
    if (by_compute_) {
        find_triangles(view);
        shade(view, seen, colour);
        glBindFramebuffer(GL_FRAMEBUFFER, target.name());
    } else {
        draw_surfaces(view);
        draw_sky(view);
    }
    glDisable(GL_CULL_FACE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_wires(view);
    draw_lamps(view);
    glDisable(GL_BLEND);
    glDisable(GL_CLIP_DISTANCE0);
    glDisable(GL_DEPTH_TEST);
}

// The ground is its own mirror: it does not show in it.
void Scene::draw_triangles(bool ground) const {
    if (ground)
        glDrawElements(
            GL_TRIANGLES, ground_count_, GL_UNSIGNED_INT,
            reinterpret_cast<void*>(sizeof(std::uint32_t) * std::size_t(solid_count_)));  // NOLINT: an offset
    else
        glDrawElements(GL_TRIANGLES, solid_count_, GL_UNSIGNED_INT, nullptr);
}

void Scene::draw_surfaces(const SceneView& view) {
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

Mat4 Scene::view_to_world(const SceneView& view) {
    Mat4 to_world = view.view_to_world;
    if (view.mirror < 0)
        for (int column = 0; column < 3; ++column) to_world[std::size_t(4 * column + 1)] *= -1;
    return to_world;
}

// At depth 1: where nothing else is.
void Scene::draw_sky(const SceneView& view) {
    glDisable(GL_CULL_FACE);
    glDepthRange(1, 1);
    sky_program_.use();
    sky_program_.set("ray_scale", view.tangent_x, -view.tangent_y);
    sky_program_.set_matrix("view_to_world", view_to_world(view).data());
    draw_fullscreen();
    glDepthRange(0, 1);
}

void Scene::find_triangles(const SceneView& view) {
    constexpr GLuint nothing[4] = {};
    glClearBufferuiv(GL_COLOR, 0, nothing);
    seen_program_.use();
    seen_program_.set_matrix("view_projection", view.view_projection.data());
    seen_program_.set("mirror", view.mirror);
    seen_program_.set("first", 0);
    draw_triangles(false);
    if (view.mirror < 0) return;
    seen_program_.set("first", solid_count_ / 3);
    draw_triangles(true);
}

void Scene::shade(const SceneView& view, const Texture& seen, const Texture& colour) {
    use_in_view(shade_program_, view);
    shade_program_.set("ray_scale", view.tangent_x, -view.tangent_y);
    shade_program_.set_matrix("view_to_world", view_to_world(view).data());
    glProgramUniform1fv(shade_program_.name(), glGetUniformLocation(shade_program_.name(), "pulse"),
                        int(view.pulse.size()), view.pulse.data());
    shade_program_.set("materials", 0);
    shade_program_.set("reflection", 1);
    shade_program_.set("seen", 2);
    shade_program_.set("ground", solid_count_ / 3);
    seen.bind(2);
    // What is drawn into is not to be read: in the mirror there is no ground, which would.
    if (view.mirror < 0) glBindTextureUnit(1, 0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, vertices_.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, indices_.name());
    glBindImageTexture(0, colour.name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, colour.format());
    glDispatchCompute(GLuint(view.width + 7) / 8, GLuint(view.height + 7) / 8, 1);
    glMemoryBarrier(what_is_read_next);
}

// For what is sized in pixels: wires and lamps.
void Scene::use_in_view(const Program& program, const SceneView& view) {
    program.use();
    program.set_matrix("view_projection", view.view_projection.data());
    program.set("eye", view.eye.x, view.eye.y, view.eye.z);
    program.set("mirror", view.mirror);
    program.set("pixels_per_unit", float(view.height) / (2 * view.tangent_y));
    program.set("pixel_size", 1 / float(view.width), 1 / float(view.height));
}

void Scene::draw_wires(const SceneView& view) {
    use_in_view(wire_program_, view);
    glBindVertexArray(wire_array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, wire_count_);
}

void Scene::draw_lamps(const SceneView& view) {
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

std::string Scene::reload() {
    std::string message;
    for (Program* program : {&solid_program_, &ground_program_, &sky_program_, &lamp_program_, &wire_program_,
                             &seen_program_, &shade_program_, &resolve_program_})
        if (*program) message += program->reload();
    return message;
}

}  // namespace sweep::app
