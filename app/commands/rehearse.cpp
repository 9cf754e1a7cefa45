// sweep rehearse: every step of a lecture, off screen: which fail, and what they look like.
#include <algorithm>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "app/base/files/fonts.h"
#include "app/commands/window.h"
#include "app/lessons/figures/view.h"
#include "app/lessons/lesson/sweep_place.h"
#include "app/lessons/passes/passes.h"
#include "app/lessons/replay/view.h"
#include "app/lessons/walk/view/view.h"
#include "app/screen/gl/frame_grabber.h"
#include "app/screen/gl/headless_egl.h"
#include "app/screen/gl/timing.h"
#include "app/talk/page/lecture_page.h"
#include "app/window/demo.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/image_file.h"
#include "files/output_file.h"
#include "platform/thread.h"

namespace sweep::app {
namespace {

constexpr int across = 3, down = 4, shrink = 3;  // the pictures of a page, and how much smaller each is
constexpr int least_frames = 12, most_frames = 240;
constexpr double seconds_for_page = 60;  // of waiting for what a step computes

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

// The frame, smaller, at the end of standard output.
void send(const ConstImageView& frame) {
    Image picture({frame.shape.width / shrink, frame.shape.height / shrink, frame.shape.channels},
                  Sample::u8);
    put(frame, 0, picture.view());
    std::string bytes = fmt::format("P6\n{} {}\n255\n", picture.shape().width, picture.shape().height);
    const auto* const samples = std::as_const(picture).data<std::uint8_t>();
    const int channels = picture.shape().channels;
    for (std::size_t i = 0; i < picture.shape().samples(); i += std::size_t(channels))
        bytes.append({char(samples[i]), char(samples[i + 1]), char(samples[i + 2])});
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size() || std::fflush(stdout) != 0)
        throw Error(ExitCode::unwritable_output, "cannot write the pictures to standard output");
}

// The trouble that was said since `from` messages were there.
std::string trouble_since(const Demo& demo, std::size_t from) {
    const auto& all = demo.messages().all();
    for (std::size_t i = from; i < all.size(); ++i)
        if (all[i].trouble) return all[i].text;
    return "";
}

// What the step shows, as numbers where the lesson has them. Returns whether a picture of the window belongs to it.
bool add_numbers(LecturePage& page, Demo& demo) {
    const TeachSettings& teach = demo.settings().teach;
    if (demo.settings().view != View::passes) return true;
    if (teach.lesson == Lesson::walk) {
        const WalkView& view = demo.teach().view<WalkView>();
        if (view.walk())
            page.add_walk(*view.walk(), int(teach.walk.step), view.kept(), view.question().has_value());
        return !view.walk();
    }
    if (teach.lesson == Lesson::replay) {
        const std::vector<RunChart>& runs = demo.teach().view<ReplayView>().runs();
        for (const RunChart& run : runs) page.add_run(run.trace());
        return runs.empty();
    }
    if (teach.lesson == Lesson::figure) {
        const auto content = demo.teach().view<FigureView>().content();
        if (content) page.add_figure(info(teach.figure), *content);
        return !content;
    }
    if (teach.lesson != Lesson::passes && !shows_fault(teach)) return true;
    const PassesView& passes = demo.teach().view<PassesView>();
    if (shows_fault(teach)) {
        if (passes.broken().result()) page.add_fault(passes.broken());
        return !passes.broken().result();
    }
    const PassImages& images = passes.images();
    if (!images.ready()) return true;
    const int width = images.width(), height = images.height();
    page.add_passes(images, place_of(teach.progress, width, height), width / 2, height / 2);
    return false;
}

}  // namespace

void rehearse(const WindowOptions& options, const Rehearsal& outputs) {
    const auto& [pages, html, pictures] = outputs;
    if (!pages.empty() || !html.empty()) require_fonts();
    // Who wants the pictures one by one shows them beside a lecture that runs.
    if (pictures) platform::lower_priority_of_thread();
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
    std::optional<LecturePage> web_page;
    if (!html.empty()) web_page.emplace(demo.lecture().lecture());
    for (std::size_t i = 0; i < cues.size(); ++i) {
        const std::size_t before = demo.messages().all().size();
        std::string why;
        try {
            if (i > 0) demo.lecture().go(int(i));
            // The page has a machine and times of its own.
            if (web_page) {
                demo.set("panels", "off");
                demo.set("big-type", "off");
            }
            const bool teaches = demo.settings().view == View::passes;
            // A page has what a lesson is computing, and waits for it.
            const double patience = wall_seconds() + (web_page ? seconds_for_page : 0);
            for (int frame = 0; frame < most_frames || wall_seconds() < patience; ++frame) {
                gui.set_theme(demo.settings().theme);
                gui.set_scale(demo.text_scale(1, options.width, options.height));
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
        std::fprintf(
            pictures ? stderr : stdout, "%s %2zu  %s%s\n", why.empty() ? "ok    " : "FAILED", i + 1,
            printable(cues[i].name).c_str(),
            why.empty() ? "" : (", line " + std::to_string(cues[i].line) + ": " + printable(why)).c_str());
        std::fflush(stdout);
        if (web_page) {
            web_page->begin(cues[i]);
            const int bar =
                demo.lecture().bar_height(options.width, options.height);  // the page has the caption as text
            if (add_numbers(*web_page, demo))
                web_page->add_picture(
                    read_frame(framebuffer.name(), 0, bar, options.width, options.height - bar).view());
        }
        if (pages.empty() && !pictures) continue;
        const Image shown = read_frame(framebuffer.name(), 0, 0, options.width, options.height);
        if (pictures) send(shown.view());
        if (pages.empty()) continue;
        const int place = int(i) % (across * down);
        if (place == 0) {
            const int left = std::min(int(cues.size() - i), across * down),
                      rows = (left + across - 1) / across;
            page = Image({options.width, options.height / shrink * rows, shown.shape().channels}, Sample::u8);
            const bool is_light = demo.settings().theme == Theme::light;
            std::fill_n(page.data<std::uint8_t>(), page.shape().samples(), std::uint8_t(is_light ? 255 : 0));
        }
        put(shown.view(), place, page.view());
        if (place + 1 == across * down || i + 1 == cues.size())
            save_image(fmt::format("{}/page-{:02}.png", pages, int(i) / (across * down) + 1),
                       std::as_const(page).view(), "");
    }
    if (web_page) {
        const std::string text = web_page->html();
        write_file(html, {bytes_of(text)});
    }
    if (failed > 0)
        throw Error(ExitCode::failed, fmt::format("{} of {} steps of {} failed", failed, cues.size(), file));
}

}  // namespace sweep::app
