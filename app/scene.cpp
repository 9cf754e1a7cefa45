#include "app/scene.h"

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

// One way of looking at the scene.
struct Scene::View {
    Mat4 view_projection, view_to_world;
    Vec3 eye;
    float tangent_x, tangent_y;  // of half the field of view
    int width, height;
    float mirror;  // -1 for the reflection
    float seconds;
    std::array<float, int(Pulse::count)> pulse;
};

namespace {

constexpr float field_of_view = 46 * std::numbers::pi_v<float> / 180;
constexpr GLenum max_anisotropy =
    0x84FE;  // GL_TEXTURE_MAX_ANISOTROPY, core since 4.6, everywhere before that

// A slow walk to and fro, with the breath of somebody who holds a camera.
Vec3 eye_at(float t) {
    return {0.75f * std::sin(0.11f * t), 1.62f + 0.10f * std::sin(0.17f * t + 1),
            3.4f + 1.1f * std::sin(0.073f * t)};
}
Vec3 target_at(float t) {
    return {0.9f * std::sin(0.083f * t + 2), 3.0f + 0.25f * std::sin(0.061f * t), -14};
}

// The eye, turned around a point that is a few metres before it.
Vec3 orbited(Vec3 eye, Vec3 target, const Orbit& orbit) {
    if (!orbit.is_turned()) return eye;
    constexpr float arm = 7;
    const Vec3 pivot = eye + normalize(target - eye) * arm, back = eye - pivot;
    const float yaw = std::atan2(back.x, back.z) + orbit.yaw;
    const float flat = std::hypot(back.x, back.z), pitch = std::atan2(back.y, flat) + orbit.pitch;
    const Vec3 turned{std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
    Vec3 where = pivot + turned * length(back);
    where.x = std::clamp(where.x, -2.9f, 2.9f);  // within the street
    where.y = std::clamp(where.y, 0.35f, 6.0f);
    return where;
}

// The arrows light up one after the other: down, up, right, left, a second each.
std::array<float, int(Pulse::count)> pulses_at(float t) {
    std::array<float, int(Pulse::count)> pulse{};
    pulse.fill(1);
    const float phase = std::fmod(t, 4.0f);
    for (int i = 0; i < 4; ++i) {
        const float since = std::fmod(phase - float(i) + 4, 4.0f);
        pulse[std::size_t(int(Pulse::down) + i)] =
            0.10f + 0.9f * std::exp(-1.6f * std::max(0.0f, since - 0.6f));
    }
    const float buzz = std::sin(31 * t) * std::sin(7.3f * t + 2) * std::sin(1.7f * t);
    pulse[int(Pulse::flicker)] = buzz > 0.45f ? 0.25f : 1;
    return pulse;
}

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

Scene::Scene()
    : solid_program_({"scene.vert", "scene_air.frag", "scene.frag"}, definitions()),
      ground_program_({"scene.vert", "scene_air.frag", "scene_ground.frag"}, definitions()),
      sky_program_({"fullscreen.vert", "scene_air.frag", "scene_sky.frag"}),
      lamp_program_({"scene_lamp.vert", "scene_air.frag", "scene_lamp.frag"}),
      wire_program_({"scene_wire.vert", "scene_air.frag", "scene_wire.frag"}),
      software_(gl_is_software()) {
    make_materials();

    Town town = build_town();
    // The camera never goes far: nearest first from where it starts hides most of what lies behind at once.
    near_first(town.solid, eye_at(0));
    near_first(town.ground, eye_at(0));
    solid_vertices_ = buffer_of(town.solid.vertices);
    solid_indices_ = buffer_of(town.solid.indices);
    solid_ = mesh_array(solid_vertices_, solid_indices_);
    solid_count_ = int(town.solid.indices.size());
    ground_vertices_ = buffer_of(town.ground.vertices);
    ground_indices_ = buffer_of(town.ground.indices);
    ground_ = mesh_array(ground_vertices_, ground_indices_);
    ground_count_ = int(town.ground.indices.size());

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
    // On a 4K screen edges are fine enough as they are, and samples would cost more than all the rest.
    const std::int64_t pixels = std::int64_t{width} * height;
    samples_ = software_ || pixels > 3'000'000 ? 1 : pixels > 500'000 ? 2 : 4;
    colour_ = Texture(width, height, GL_RGBA32F);
    depth_ = Texture(width, height, GL_DEPTH_COMPONENT32F);
    target_ = Framebuffer({&colour_}, &depth_);
    if (samples_ > 1) {
        multisampled_colour_ = Texture(width, height, GL_RGBA16F, 1, 0, samples_);
        multisampled_depth_ = Texture(width, height, GL_DEPTH_COMPONENT32F, 1, 0, samples_);
        multisampled_target_ = Framebuffer({&multisampled_colour_}, &multisampled_depth_);
    }
    const int part = software_ ? 3 : 2;
    const int part_width = (width + part - 1) / part, part_height = (height + part - 1) / part;
    reflection_ = Texture(part_width, part_height, software_ ? GL_RGBA16F : GL_R11F_G11F_B10F,
                          std::min(5, mip_levels(part_width, part_height)));
    reflection_.filter(software_ ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    reflection_depth_ = Texture(part_width, part_height, GL_DEPTH_COMPONENT32F);
    reflection_target_ = Framebuffer({&reflection_}, &reflection_depth_);
}

void Scene::draw(int width, int height, double seconds, const Orbit& orbit) {
    resize(width, height);
    const auto t = float(seconds);
    View view;
    view.width = width;
    view.height = height;
    view.seconds = t;
    view.pulse = pulses_at(t);
    view.tangent_y = std::tan(field_of_view / 2);
    view.tangent_x = view.tangent_y * float(width) / float(height);
    view.eye = orbited(eye_at(t), target_at(t), orbit);
    const Mat4 world_to_view = look_at(view.eye, target_at(t));
    // Row 0 of the textures is the top of the picture, as in files, so that "down" means the same everywhere.
    Mat4 projection = perspective(field_of_view, float(width) / float(height), near_plane, far_plane);
    projection[5] = -projection[5];
    view.view_projection = projection * world_to_view;
    view.view_to_world = {world_to_view[0],
                          world_to_view[4],
                          world_to_view[8],
                          0,
                          world_to_view[1],
                          world_to_view[5],
                          world_to_view[9],
                          0,
                          world_to_view[2],
                          world_to_view[6],
                          world_to_view[10],
                          0,
                          0,
                          0,
                          0,
                          1};

    View mirrored = view;
    mirrored.mirror = -1;
    mirrored.width = reflection_.width();
    mirrored.height = reflection_.height();
    glBindFramebuffer(GL_FRAMEBUFFER, reflection_target_.name());
    draw_view(mirrored, true);
    reflection_.make_mipmaps();

    view.mirror = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, samples_ > 1 ? multisampled_target_.name() : target_.name());
    draw_view(view, false);
    if (samples_ > 1)
        glBlitNamedFramebuffer(multisampled_target_.name(), target_.name(), 0, 0, width, height, 0, 0, width,
                               height, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT, GL_NEAREST);
}

void Scene::draw_view(const View& view, bool mirrored) {
    glViewport(0, 0, view.width, view.height);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_CULL_FACE);
    glFrontFace(mirrored ? GL_CCW : GL_CW);  // the projection is flipped once, the mirror flips it again
    if (mirrored) glEnable(GL_CLIP_DISTANCE0);
    glClear(GL_DEPTH_BUFFER_BIT);  // the sky covers the colour

    materials_.bind(0);
    reflection_.bind(1);
    for (const Program* program : {&solid_program_, &ground_program_}) {
        program->set_matrix("view_projection", view.view_projection.data());
        program->set("eye", view.eye.x, view.eye.y, view.eye.z);
        program->set("mirror", view.mirror);
        glProgramUniform1fv(program->name(), glGetUniformLocation(program->name(), "pulse"),
                            int(view.pulse.size()), view.pulse.data());
        program->set("materials", 0);
    }
    solid_program_.use();
    glBindVertexArray(solid_.name());
    glDrawElements(GL_TRIANGLES, solid_count_, GL_UNSIGNED_INT, nullptr);
    if (!mirrored) {
        ground_program_.use();
        ground_program_.set("reflection", 1);
        ground_program_.set("pixel_size", 1 / float(view.width), 1 / float(view.height));
        glBindVertexArray(ground_.name());
        glDrawElements(GL_TRIANGLES, ground_count_, GL_UNSIGNED_INT, nullptr);
    }
    glDisable(GL_CULL_FACE);

    // The sky where nothing else is: at depth 1.
    glDepthRange(1, 1);
    sky_program_.use();
    sky_program_.set("ray_scale", view.tangent_x, -view.tangent_y);
    Mat4 to_world = view.view_to_world;
    if (mirrored)
        for (int column = 0; column < 3; ++column) to_world[std::size_t(4 * column + 1)] *= -1;
    sky_program_.set_matrix("view_to_world", to_world.data());
    draw_fullscreen();
    glDepthRange(0, 1);

    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_wires(view);
    draw_lamps(view);
    glDisable(GL_BLEND);
    glDisable(GL_CLIP_DISTANCE0);
    glDisable(GL_DEPTH_TEST);
}

// For what is sized in pixels: wires and lamps.
void Scene::use_in_view(const Program& program, const View& view) {
    program.use();
    program.set_matrix("view_projection", view.view_projection.data());
    program.set("eye", view.eye.x, view.eye.y, view.eye.z);
    program.set("mirror", view.mirror);
    program.set("pixels_per_unit", float(view.height) / (2 * view.tangent_y));
    program.set("pixel_size", 1 / float(view.width), 1 / float(view.height));
}

void Scene::draw_wires(const View& view) {
    use_in_view(wire_program_, view);
    glBindVertexArray(wire_array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, wire_count_);
}

void Scene::draw_lamps(const View& view) {
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
    for (Program* program :
         {&solid_program_, &ground_program_, &sky_program_, &lamp_program_, &wire_program_})
        message += program->reload();
    return message;
}

}  // namespace sweep::app
