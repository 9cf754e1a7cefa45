#include "app/screen/canvas/surface.h"

namespace sweep::app {

Canvas Surface::canvas(const Target& target, int width, int height, bool fragments) {
    Canvas canvas{target.framebuffer, width, height};
    if (!by_compute_ || fragments) {
        glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
        glViewport(0, 0, width, height);
        glClearColor(background[0], background[1], background[2], 1);
        glClear(GL_COLOR_BUFFER_BIT);
        return canvas;
    }
    if (target.texture && target.texture->is(width, height)) {
        canvas.image = target.texture;
        return canvas;
    }
    if (!image_.is(width, height)) {
        Texture fresh(width, height, GL_RGBA8);
        framebuffer_ = Framebuffer({&fresh}, nullptr);
        image_ = std::move(fresh);
    }
    canvas.framebuffer = framebuffer_.name();
    canvas.image = &image_;
    return canvas;
}

void Surface::show(const Canvas& canvas, const Target& target) const {
    if (canvas.framebuffer != target.framebuffer)
        glBlitNamedFramebuffer(canvas.framebuffer, target.framebuffer, 0, 0, canvas.width, canvas.height, 0,
                               0, canvas.width, canvas.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    glViewport(0, 0, canvas.width, canvas.height);
}

}  // namespace sweep::app
