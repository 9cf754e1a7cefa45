// sweep shot: the frames of the window, drawn off screen, the last one into a PNG.
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/base/files/fonts.h"
#include "app/commands/window.h"
#include "app/screen/gl/frame_grabber.h"
#include "app/screen/gl/headless_egl.h"
#include "app/window/demo.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "platform/signals.h"

namespace sweep::app {
namespace {

// Enough frames for the times: these lag a few frames behind, and a median needs several.
constexpr int default_frames = 24;
// How many frames a picture waits for a lesson that reads.
constexpr int most_lesson_frames = 240;

// Keeps the GPU at most two frames behind, as it is in a window. Software rendering is waited for.
class FramePace {
  public:
    ~FramePace() {
        for (GLsync frame : frames_) glDeleteSync(frame);
    }
    void wait() {
        if (gl_is_software()) return glFinish();
        GLsync& oldest = frames_[next_];
        next_ = (next_ + 1) % frames_.size();
        constexpr GLuint64 second = 1'000'000'000;
        if (oldest) {
            glClientWaitSync(oldest, GL_SYNC_FLUSH_COMMANDS_BIT, second);
            glDeleteSync(oldest);
        }
        oldest = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    }

  private:
    std::array<GLsync, 2> frames_{};
    std::size_t next_ = 0;
};

}  // namespace

void shot(const WindowOptions& options) {
    require_fonts();
    const HeadlessContext context;
    const Texture colour(options.width, options.height, GL_RGBA8);
    const Framebuffer framebuffer({&colour}, nullptr);
    // No monitor gives a scale for the text: it grows with the size of the picture, from 1 at the default
    // size.
    const float scale = std::max(1.0f, std::min(float(options.width) / 1600, float(options.height) / 900));
    Gui gui(nullptr, scale);
    Demo demo(options);
    demo.let_panels_lag();
    FramePace pace;

    // The clock of the scene advances by equal steps, so that the same command draws the same picture; the
    // times are real.
    constexpr double seconds_per_frame = 1 / Recording::frames_per_second;
    ScriptRunner script(options.script, seconds_per_frame);
    const auto save = [&](const std::string& file) {
        if (gl_is_lost())
            throw Error(ExitCode::failed,
                        "the graphics driver was reset while '" + file + "' was drawn: draw it again");
        save_image(file, read_frame(framebuffer.name(), 0, 0, options.width, options.height).view(),
                   demo.state_line());
    };
    const ScriptHost host{[&](std::string_view action) { demo.run_action(action); },
                          [&](const std::string& name, const std::string& value) { demo.set(name, value); },
                          save};
    if (!options.script.lines.empty()) gui.point(&script.mouse());
    int frames = options.frames > 0 ? options.frames : options.script.lines.empty() ? default_frames : 1;
    // A comparison with the truth takes long, and so do a fault, some figures and the map of leaks; a lesson reads its
    // pixels first. A picture that is saved waits for them, but not for ever: what plays reads a line in each frame.
    const double patience = wall_seconds() + 30;
    int lesson_frames = 0;
    const auto waits = [&] {
        const bool teaches = demo.settings().view == View::passes;
        const bool reads = teaches && demo.teach().shown().is_busy() && lesson_frames++ < most_lesson_frames,
                   computes = teaches && demo.teach().shown().computes();
        return (!demo.settled() || reads || computes || demo.leaks().pending()) && wall_seconds() < patience;
    };
    const platform::Interruption interruption;
    for (int frame = 0; !interruption.requested();) {
        // In a script time stands still meanwhile, so that the pictures do not depend on how long that takes.
        const bool is_awaited = script.refreshes() && waits();
        if (script.refreshes() && !is_awaited) lesson_frames = 0;
        if (!is_awaited && !script.step(host) && frames-- <= 0 && !waits()) break;
        gui.set_theme(demo.settings().theme);
        gui.set_scale(demo.text_scale(scale, options.width, options.height));
        demo.frame(gui, options.width, options.height, frame * seconds_per_frame,
                   {framebuffer.name(), &colour}, script.refreshes() || frames <= 0);
        pace.wait();
        frame += !is_awaited;
    }
    if (interruption.requested()) {
        const std::string kept = demo.interrupt_recording();
        throw Error(ExitCode::failed, "interrupted: '" + options.output + "' is not written" +
                                          (kept.empty() ? "" : ", and ") + kept);
    }
    demo.finish_files();
    save(options.output);
    end_recording(demo, options);
}

}  // namespace sweep::app
