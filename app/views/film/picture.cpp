#include "app/views/film/picture.h"

#include <utility>

namespace sweep::app {

bool FilmPicture::step(double passed, const FilmPlay& how) {
    const FilmFrame* frame = player_.step(passed, how);
    if (frame) {
        const Shape& shape = frame->image.shape();
        if (!bytes_.is(shape.width, shape.height)) fit(shape.width, shape.height);
        upload_timer_.begin();
        bytes_.upload(GL_RGBA, GL_UNSIGNED_BYTE, frame->image.data<void>());
        upload_timer_.end();
        is_new_ = true;
        is_transparent_ = is_transparent_ || frame->is_transparent;
        decode_ms_ = frame->decode_ms;
        convert_ms_ = frame->convert_ms;
    }
    return frame != nullptr;
}

void FilmPicture::add_times(Timings& timings) {
    if (empty()) return;
    timings.add("decoder", "CPU", 0, decode_ms_);
    timings.add("to RGB", "CPU", 0, convert_ms_);
    add_time(timings, "film upload", upload_timer_);
}

void FilmPicture::fit(int width, int height) {
    Texture bytes(width, height, GL_RGBA8);
    Texture light(width, height, GL_RGBA32F, mip_levels(width, height));
    light.filter(GL_LINEAR_MIPMAP_LINEAR, GL_LINEAR);
    Framebuffer target({&light}, nullptr);
    GLuint view = 0;
    glGenTextures(1, &view);
    Owned<TextureTraits> as_srgb(view);
    glTextureView(view, GL_TEXTURE_2D, bytes.name(), GL_SRGB8_ALPHA8, 0, 1, 0, 1);
    glTextureParameteri(view, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    if (!program_) program_ = Program({"fullscreen.vert", "film/light.frag"});
    bytes_ = std::move(bytes);
    light_ = std::move(light);
    target_ = std::move(target);
    as_srgb_ = std::move(as_srgb);
    ++sizes_;
}

bool FilmPicture::decode(bool to_light, bool premultiply) {
    const bool multiplies = premultiply && is_transparent_;
    const bool is_light = std::exchange(is_light_, to_light) != to_light,
               is_multiplied = std::exchange(multiplied_, multiplies) != multiplies;
    const bool other = is_light || is_multiplied;
    if (!std::exchange(is_new_, false) && !other) return false;
    if (empty()) return false;
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, width(), height());
    for (const GLenum test : {GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_CULL_FACE}) glDisable(test);
    program_.use();
    glBindTextureUnit(0, to_light ? as_srgb_.name() : bytes_.name());
    program_.set("frame", 0);
    program_.set("multiplies", multiplied_ ? 1 : 0);
    draw_fullscreen();
    return true;
}

}  // namespace sweep::app
