// sweep figure: a figure, walk, chart or table of the window as SVG or PDF, with its caption.
#include <fmt/format.h>

#include "app/base/files/fonts.h"
#include "app/base/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/window.h"
#include "app/screen/gl/headless_egl.h"
#include "app/screen/gl/timing.h"
#include "app/window/demo.h"
#include "app/window/named_figures.h"
#include "core/base/error.h"
#include "platform/signals.h"

namespace sweep::app {

void figure(const WindowOptions& options, const std::string& name) {
    const NamedFigure& wanted = named_figure(name);
    require_fonts();
    const HeadlessContext context;
    const Texture colour(options.width, options.height, GL_RGBA8);
    const Framebuffer framebuffer({&colour}, nullptr);
    Gui gui(nullptr, 1);
    Demo demo(options);
    for (const auto& [option, value] : wanted.options) {
        // A block that was asked for by its place stays.
        const bool is_chosen = option == "glass" && options.teach.glass.row >= 0;
        if (!is_chosen) demo.set(std::string(option), std::string(value));
    }
    const auto draw = [&](double seconds) {
        gui.set_theme(demo.settings().theme);
        gui.set_scale(demo.text_scale(1, options.width, options.height));
        demo.frame(gui, options.width, options.height, seconds, {framebuffer.name(), &colour}, true);
        glFinish();
    };
    // What is computed is waited for: some figures measure.
    constexpr int least_frames = 6;
    constexpr double seconds_per_frame = 1.0 / 60, most_seconds = 120;
    const double patience = wall_seconds() + most_seconds;
    const auto waits = [&] {
        const bool teaches = demo.settings().view == View::passes;
        return !demo.settled() || demo.tuning().busy() || (teaches && demo.teach().shown().is_busy());
    };
    const platform::Interruption interruption;
    int frame = 0;
    while (frame < least_frames || (waits() && wall_seconds() < patience)) {
        if (interruption.requested())
            throw Error(ExitCode::failed, "interrupted: '" + options.output + "' is not written");
        draw(frame++ * seconds_per_frame);
    }
    if (demo.settings().view == View::passes)
        if (const std::string why = demo.teach().shown().why_not(); !why.empty())
            throw Error(ExitCode::failed, why);
    demo.save_figure(options.output, wanted);
    draw(frame * seconds_per_frame);
    demo.rethrow_unsaved_figure();
}

}  // namespace sweep::app
