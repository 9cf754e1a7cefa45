// sweep rehearse: every step of a lecture, off screen: which fail, and what they look like.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "app/commands/window.h"
#include "app/gl/frame_grabber.h"
#include "app/gl/headless_egl.h"
#include "app/window/demo.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/image_file.h"

namespace sweep::app {
namespace {

constexpr int across = 3, down = 4, shrink = 3;  // the pictures of a page, and how much smaller each is
constexpr int least_frames = 12, most_frames = 240;

// Puts a smaller copy of the frame at a place of the page.
void put(const ConstImageView& frame, int place, const ImageView& page) {
    const int c = frame.shape.channels, w = frame.shape.width / shrink, h = frame.shape.height / shrink,
              left = place % across * w, top = place / across * h;
    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x)
            for (int k = 0; k < c; ++k) {
                int sum = 0;
                for (int j = 0; j < shrink; ++j)
                    for (int i = 0; i < shrink; ++i)
                        sum += frame.row<std::uint8_t>(y * shrink + j)[(x * shrink + i) * c + k];
                page.row<std::uint8_t>(top + y)[(left + x) * c + k] = std::uint8_t(sum / (shrink * shrink));
            }
}

// The trouble that was said since `from` messages were there.
std::string trouble_since(const Demo& demo, std::size_t from) {
    const auto& all = demo.messages().all();
    for (std::size_t i = from; i < all.size(); ++i)
        if (all[i].trouble) return all[i].text;
    return "";
}

}  // namespace

void rehearse(const WindowOptions& options, const std::string& pages) {
    const HeadlessContext context;
    const Texture colour(options.width, options.height, GL_RGBA8);
    const Framebuffer framebuffer({&colour}, nullptr);
    Gui gui(nullptr, 1);
    Demo demo(options);
    const std::vector<Cue> cues = demo.lecture().lecture().cues;
    const std::string file = demo.lecture().lecture().file;
    double seconds = 0;
    int failed = 0;
    Image page;
    for (std::size_t i = 0; i < cues.size(); ++i) {
        const std::size_t before = demo.messages().all().size();
        std::string why;
        try {
            if (i > 0) demo.lecture().go(int(i));
            const bool teaches = demo.settings().view == View::passes;
            for (int frame = 0; frame < most_frames; ++frame) {
                demo.frame(gui, options.width, options.height, seconds, {framebuffer.name(), &colour}, true);
                seconds += 1.0 / 60;
                const bool waits = (teaches && demo.teach().shown().is_busy()) || !demo.settled();
                if (frame + 1 >= least_frames && !waits) break;
            }
            why = trouble_since(demo, before);
            if (why.empty() && teaches) why = demo.teach().shown().why_not();
        } catch (const Error& error) {
            why = error.what();
        }
        failed += !why.empty();
        std::printf(
            "%s %2zu  %s%s\n", why.empty() ? "ok    " : "FAILED", i + 1, printable(cues[i].name).c_str(),
            why.empty() ? "" : (", line " + std::to_string(cues[i].line) + ": " + printable(why)).c_str());
        std::fflush(stdout);
        if (pages.empty()) continue;
        const Image shown = read_frame(framebuffer.name(), 0, 0, options.width, options.height);
        const int place = int(i) % (across * down);
        if (place == 0) {
            const int left = std::min(int(cues.size() - i), across * down),
                      rows = (left + across - 1) / across;
            page = Image({options.width, options.height / shrink * rows, shown.shape().channels}, Sample::u8);
            std::fill_n(page.data<std::uint8_t>(), page.shape().samples(), std::uint8_t(0));
        }
        put(shown.view(), place, page.view());
        if (place + 1 == across * down || i + 1 == cues.size())
            save_image(fmt::format("{}/page-{:02}.png", pages, int(i) / (across * down) + 1),
                       std::as_const(page).view(), "");
    }
    if (failed > 0)
        throw Error(ExitCode::failed, fmt::format("{} of {} steps of {} failed", failed, cues.size(), file));
}

}  // namespace sweep::app
