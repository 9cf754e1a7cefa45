#include "app/display.h"

#include <cmath>

namespace sweep::app {

void Display::draw(const Texture& texture, Content content, const Viewer& viewer, const Presentation& how,
                   GLuint framebuffer, int window_height) const {
    const Area& area = viewer.area();
    const bool integers = content == Content::integer_table;
    const bool smaller = viewer.zoom() < 1 && texture.levels() > 1 &&
                         (content == Content::light || content == Content::differences);
    if (smaller && !how.has_mipmaps) texture.make_mipmaps();
    if (!integers) texture.filter(smaller ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR, GL_LINEAR);

    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const int bottom = window_height - area.y - area.height;
    glViewport(area.x, bottom, area.width, area.height);
    glScissor(area.x, bottom, area.width, area.height);
    glEnable(GL_SCISSOR_TEST);
    program_.use();
    program_.set("picture", 0);
    program_.set("table", 1);
    program_.set("content", int(content));
    program_.set("table_scale", integers ? 1 / 255.0f : 1.0f);
    program_.set("picture_size", float(texture.width()), float(texture.height()));
    const float zoom = viewer.zoom();
    program_.set("origin", viewer.origin().x + how.offset_x * zoom, viewer.origin().y + how.offset_y * zoom);
    program_.set("zoom", zoom);
    program_.set("window_height", float(window_height));
    program_.set("exposure", std::exp2(how.exposure));
    program_.set("soft_highlights", how.soft_highlights ? 1 : 0);
    program_.set("encoded", how.encoded ? 1 : 0);
    program_.set("dither", how.dither && content != Content::comparison ? 1 : 0);
    program_.set("gain", how.gain);
    program_.set("nearest", how.nearest ? 1 : 0);
    program_.set("mark_not_finite", how.not_finite ? 1 : 0);
    program_.set("mark_clipping", how.clipping ? 1 : 0);
    program_.set("dimmed", how.dimmed);
    program_.set("side", how.side.x, how.side.y, how.side.offset);
    // An integer texture must not be bound where a float sampler looks, nor the other way round.
    glBindTextureUnit(0, integers ? 0 : texture.name());
    glBindTextureUnit(1, integers ? texture.name() : 0);
    draw_fullscreen();
    glDisable(GL_SCISSOR_TEST);
}

}  // namespace sweep::app
