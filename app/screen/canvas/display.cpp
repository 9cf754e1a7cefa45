#include "app/screen/canvas/display.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

Exposure exposure_of(const Presentation& how, Content content) {
    const float factor = std::exp2(how.exposure);
    if (!how.has_range) return {0, factor, content == Content::differences ? 0.5f : 0};
    return {float(how.black), float(double(factor) / (how.white - how.black)), 0};
}

const Texture& Display::map(ColourMap map) const {
    Texture& colours = maps_[std::size_t(map)];
    if (colours.name()) return colours;
    constexpr int steps = 256;
    std::array<float, 4 * steps> pixels;
    for (int i = 0; i < steps; ++i) {
        const std::array<float, 3> colour = map_colour(map, float(i) / (steps - 1));
        std::copy(colour.begin(), colour.end(), pixels.begin() + 4 * i);
        pixels[std::size_t(4 * i + 3)] = 1;
    }
    colours = Texture(steps, 1, GL_RGBA32F);
    colours.upload(GL_RGBA, GL_FLOAT, pixels.data());
    colours.filter(GL_LINEAR, GL_LINEAR);
    colours.wrap(GL_CLAMP_TO_EDGE);
    return colours;
}

void Display::draw(const Texture& texture, Content content, const Viewer& viewer, const Presentation& how,
                   Canvas& canvas) const {
    const bool integers = content == Content::integer_table;
    const bool smaller = viewer.zoom() < 1 && texture.levels() > 1 &&
                         (content == Content::light || content == Content::differences);
    if (smaller && !how.has_mipmaps) how.has_missing ? make_finite_mipmaps(texture) : texture.make_mipmaps();
    if (!integers) texture.filter(smaller ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR, GL_LINEAR);

    if (canvas.image && !compute_program_)
        compute_program_ = Program({"canvas/display.glsl", "canvas/display.comp"});
    const Program& program = canvas.image ? compute_program_ : program_;
    program.use();
    program.set("picture", 0);
    program.set("table", 1);
    program.set("content", int(content));
    program.set("table_scale", integers ? 1 / 255.0f : 1.0f);
    program.set("picture_size", float(texture.width()), float(texture.height()));
    const float zoom = viewer.zoom();
    program.set("origin", viewer.origin().x + how.offset_x * zoom, viewer.origin().y + how.offset_y * zoom);
    program.set("zoom", zoom);
    program.set("window_height", float(canvas.height));
    const Exposure exposure = exposure_of(how, content);
    program.set("black", exposure.black);
    program.set("exposure", exposure.factor);
    program.set("raised", exposure.raised);
    program.set("soft_highlights", how.soft_highlights && !how.has_range ? 1 : 0);
    program.set("has_map", how.map != ColourMap::grey ? 1 : 0);
    program.set("even_map", how.even_map ? 1 : 0);
    program.set("colour_map", 3);
    program.set("encoded", how.encoded ? 1 : 0);
    program.set("dither", how.dither && content != Content::comparison ? 1 : 0);
    program.set("gain", how.gain);
    program.set("nearest", how.nearest ? 1 : 0);
    program.set("mark_not_finite", how.not_finite ? 1 : 0);
    program.set("has_missing", how.has_missing ? 1 : 0);
    program.set("mark_clipping", how.clipping ? 1 : 0);
    program.set("over_checker", how.over_checker && content == Content::light ? 1 : 0);
    program.set("has_alpha", how.alpha ? 1 : 0);
    program.set("alpha", 4);
    program.set("dimmed", how.dimmed);
    program.set("side", how.side.x, how.side.y, how.side.offset);
    // An integer texture must not be bound where a float sampler looks, nor the other way round.
    glBindTextureUnit(0, integers ? 0 : texture.name());
    glBindTextureUnit(1, integers ? texture.name() : 0);
    glBindTextureUnit(4, how.alpha ? how.alpha->name() : 0);
    glBindTextureUnit(3, how.map != ColourMap::grey ? map(how.map).name() : 0);
    if (canvas.image)
        draw_by_compute(viewer.area(), canvas);
    else
        draw_by_fragments(viewer.area(), canvas);
}

// One missing sample must not make all of a large picture's pixels missing.
void Display::make_finite_mipmaps(const Texture& texture) const {
    if (!mipmaps_) mipmaps_ = Program({"canvas/finite_mipmaps.comp"});
    mipmaps_.use();
    mipmaps_.set("picture", 0);
    texture.bind(0);
    for (int level = 1; level < texture.levels(); ++level) {
        const int width = std::max(texture.width() >> level, 1),
                  height = std::max(texture.height() >> level, 1);
        mipmaps_.set("below", level - 1);
        glBindImageTexture(0, texture.name(), level, GL_FALSE, 0, GL_WRITE_ONLY, texture.format());
        glDispatchCompute(GLuint(width + 7) / 8, GLuint(height + 7) / 8, 1);
        glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    }
}

void Display::draw_by_fragments(const Area& area, const Canvas& canvas) const {
    glBindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    const int bottom = canvas.height - area.y - area.height;
    glViewport(area.x, bottom, area.width, area.height);
    glScissor(area.x, bottom, area.width, area.height);
    glEnable(GL_SCISSOR_TEST);
    draw_fullscreen();
    glDisable(GL_SCISSOR_TEST);
}

void Display::draw_by_compute(const Area& area, Canvas& canvas) const {
    const Region window{0, 0, canvas.width, canvas.height};
    const Region region =
        canvas.is_filled ? intersection({area.x, area.y, area.width, area.height}, window) : window;
    if (region.empty()) return;
    const Program& program = compute_program_;
    program.set("region", float(region.x), float(canvas.height - region.y - region.height),
                float(region.width), float(region.height));
    program.set("area", float(area.x), float(area.y), float(area.x + area.width),
                float(area.y + area.height));
    program.set("fills", canvas.is_filled ? 0 : 1);
    program.set("background", background[0], background[1], background[2]);
    program.set("has_layer", canvas.layer ? 1 : 0);
    program.set("layer", 2);
    glBindTextureUnit(2, canvas.layer ? canvas.layer->name() : 0);
    glBindImageTexture(0, canvas.image->name(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA8);
    glDispatchCompute(GLuint(region.width + 15) / 16, GLuint(region.height + 7) / 8, 1);
    // The next picture in the image, framebuffers that have it, and read-backs see what was written.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT |
                    GL_TEXTURE_UPDATE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                    GL_PIXEL_BUFFER_BARRIER_BIT);
    canvas.is_filled = true;
}

std::string Display::reload() {
    return program_.reload() + compute_program_.reload();
}

}  // namespace sweep::app
