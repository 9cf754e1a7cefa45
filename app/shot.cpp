// The program without a window: the same frames, drawn off screen, the last one into a PNG.
#include "app/window.h"

#include "app/demo.h"
#include "app/headless_egl.h"
#include "core/error.h"
#include "core/image_file.h"

#include <algorithm>
#include <chrono>

namespace sweep::app {
namespace {

// Enough for the times to be there: they lag a few frames behind, and a median wants several.
constexpr int default_frames = 24;

// OpenGL's first row is the lowest, a file's the highest.
Image read_picture(const Framebuffer& framebuffer, int width, int height) {
    Image upside_down({width, height, 3}, Sample::u8), image({width, height, 3}, Sample::u8);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer.name());
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data<void>());
    const std::size_t row = std::size_t(width) * 3;
    for (int y = 0; y < height; ++y)
        std::copy_n(upside_down.data<std::uint8_t>() + row * std::size_t(height - 1 - y), row,
                    image.data<std::uint8_t>() + row * std::size_t(y));
    return image;
}

}  // namespace

void shot(const WindowOptions& options) {
    const HeadlessContext context;
    const Texture colour(options.width, options.height, GL_RGBA8);
    const Framebuffer framebuffer({&colour}, nullptr);
    // No monitor says how large letters should be: as large as they are in a window of the usual size.
    const float scale = std::min(float(options.width) / 1600, float(options.height) / 900);
    Gui gui(nullptr, std::max(1.0f, scale));
    Demo demo(options);

    // The clock of the scene runs evenly, so that the same command draws the same picture; the times are
    // real.
    const int frames = options.frames > 0 ? options.frames : default_frames;
    for (int frame = 0; frame < frames; ++frame) {
        demo.frame(gui, options.width, options.height, double(frame) / 60, framebuffer.name(),
                   frame == frames - 1);
        glFinish();
    }
    save_image(options.output, read_picture(framebuffer, options.width, options.height).view());
}

}  // namespace sweep::app
