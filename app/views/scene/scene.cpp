#include "app/views/scene/scene.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "app/views/scene/painter.h"
#include "app/views/scene/signs.h"
#include "core/problem/problem.h"

namespace sweep::app {

namespace {

constexpr GLenum max_anisotropy =
    0x84FE;  // GL_TEXTURE_MAX_ANISOTROPY, core since 4.6, everywhere before that

void to_square_roots(std::vector<std::uint8_t>& pixels) {
    std::array<std::uint8_t, 256> roots;
    for (int i = 0; i < 256; ++i)
        roots[std::size_t(i)] = std::uint8_t(std::lround(255 * std::sqrt(srgb_to_linear(i / 255.0))));
    for (std::size_t i = 0; i < pixels.size(); ++i)
        if (i % 4 != 3) pixels[i] = roots[pixels[i]];
}

}  // namespace

std::string scene_definitions() {
    return gl_is_software() ? "#define SQUARE_ROOTS\n" : "";
}

Scene::Scene(Painting painting) {
    if (painting == Painting::automatic)
        painting = gl_is_software() ? Painting::fragments : Painting::compute;
    const SceneContent content = scene_content();
    painter_ = painting == Painting::compute ? paint_by_compute(content) : paint_by_fragments(content);
    make_materials();
}

Scene::~Scene() = default;

void Scene::make_materials() {
    const bool software = gl_is_software();
    materials_ = Texture(material_size, material_size, software ? GL_RGBA8 : GL_SRGB8_ALPHA8,
                         mip_levels(material_size, material_size), int(Material::count));
    materials_.filter(software ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    materials_.wrap(GL_REPEAT);
    if (!software) glTextureParameterf(materials_.name(), max_anisotropy, 4);

    glViewport(0, 0, material_size, material_size);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glEnable(GL_FRAMEBUFFER_SRGB);
    for (int layer = 0; layer < int(Material::signs); ++layer) {
        const Framebuffer target = Framebuffer::of_layer(materials_, layer);
        glBindFramebuffer(GL_FRAMEBUFFER, target.name());
        const Program program({"fullscreen.vert", "scene/material.frag"},
                              scene_definitions() + "#define LAYER " + std::to_string(layer) + "\n");
        program.use();
        draw_fullscreen();
    }
    glDisable(GL_FRAMEBUFFER_SRGB);

    SignLayers signs = draw_signs();
    if (software) {
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

void Scene::draw(int width, int height, double seconds, const Orbit& orbit) {
    painter_->draw(width, height, seconds, orbit, materials_);
}

const Texture& Scene::colour() const {
    return painter_->colour();
}

const Texture& Scene::depth() const {
    return painter_->depth();
}

std::string Scene::reload() {
    return painter_->reload();
}

}  // namespace sweep::app
