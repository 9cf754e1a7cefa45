// sweep, sweep shot and sweep rehearse: the window on a display, off screen, and through all steps of a lecture.
#include <algorithm>

#include <fmt/format.h>

#include "app/base/terminal.h"
#include "app/command_line/picture_state.h"
#include "app/command_line/view_options.h"
#include "app/command_line/window_request.h"
#include "app/commands/commands.h"
#include "app/commands/window.h"
#include "app/talk/lecture/cues.h"
#include "app/talk/remote/answer.h"
#include "app/window/named_figures.h"
#include "app/work/pictures/recording.h"
#include "app/work/user/user_settings.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/format.h"
#include "files/image_file.h"
#include "files/output_file.h"
#include "films/film.h"
#include "films/writer.h"

namespace sweep::app {
namespace {

RecentPicture recent_picture(int number) {
    const auto file = user_settings_file();
    const std::vector<RecentPicture> recent =
        file ? load_user_settings(*file).recent : std::vector<RecentPicture>();
    if (recent.empty())
        throw Error(
            ExitCode::usage,
            fmt::format("--recent {}: no picture was open before: name one, sweep photo.jpg", number));
    if (number > int(recent.size()))
        throw Error(ExitCode::usage,
                    fmt::format("--recent {}: only {} were open before: `sweep list recent` names them",
                                number, recent.size()));
    return recent[std::size_t(number) - 1];
}

// Refuses what can be refused before a window appears.
WindowOptions window_options(const WindowRequest& options) {
    WindowOptions window;
    static_cast<WindowStart&>(window) = options;
    window.image = options.in;
    if (options.recent) {
        const RecentPicture recent = recent_picture(*options.recent);
        window.image = recent.picture;
        if (!window.depth && !recent.depth.empty()) window.depth = recent.depth;
    }
    if (options.camera)
        window.film = FilmSource{FilmKind::camera, std::to_string(*options.camera)};
    else if (window.image)
        window.film = film_source(*window.image);
    if (window.film) {
        window.image.reset();
        if (window.depth) throw Error(ExitCode::usage, "--depth is the map of a picture: a film has none");
        if (window.page > 1 || !window.choice.empty())
            throw Error(ExitCode::usage,
                        "--page, --part, --layer and --channel choose of a picture's file: a film has none");
        require_film(*window.film);
    }
    // A folder is allowed: its first picture is opened.
    std::error_code nothing;
    if (window.image && !std::filesystem::is_directory(*window.image, nothing))
        require_readable(*window.image);
    if (window.depth) require_readable(*window.depth);
    if (window.stream) {
        if (!is_stream_output(*window.stream))
            throw Error(ExitCode::usage,
                        fmt::format("--stream '{}' is no address: write rtmp://.., srt://.. or rtsp://..",
                                    *window.stream));
        require_film_output(*window.stream);
    }
    if (window.record && is_film_output(*window.record)) {
        require_film_output(*window.record);
    } else if (window.record) {
        require_folder(*window.record);
        Recording::require_free(*window.record);
    }
    if (options.script) window.script = read_script(*options.script);
    if (window.lecture) read_lecture(*window.lecture);
    if (window.booth > 0 && !window.lecture)
        throw Error(ExitCode::usage, "--booth goes through a lecture: add --lecture short");
    if (window.remote) parse_remote_address(*window.remote);
    static_cast<Settings&>(window) = settings_of(options);
    if (options.size) {
        constexpr int most = 16384;  // the side of a texture that OpenGL 4.5 guarantees
        window.width = options.size->width;
        window.height = options.size->height;
        if (window.width > most || window.height > most)
            throw Error(ExitCode::usage,
                        fmt::format("--size: a window is at most {} pixels wide and high", most));
    }
    return window;
}

// Begins with the state of the picture that --state-of names, if it names one.
template <class Options>
void take_state(Options& options, const Syntax<Options>& syntax) {
    if (!options.state_of) return;
    std::string left_out;
    options = with_state_of(options, syntax, left_out);
    if (!left_out.empty()) note(left_out);
}

// ---- sweep -----------------------------------------------------------------------------------------------

constexpr const char* window_help =
    R"(Sweep filters images with recursive filters that sweep them down, up, right and left.

Examples:
  sweep                                  the window, with the built-in scene
  sweep photo.jpg --sigma 12             the window, with a picture
  sweep film.mp4                         with a film; --camera, an address or - (a pipe) work, too
  sweep filter photo.jpg blurred.png --sigma 12
  sweep shot window.png photo.jpg        the window, drawn off screen into a file
  sweep bench --size 4096x4096           how fast it is here
  sweep --lecture short                  a lecture in ten minutes: PgDn, PgUp
  sweep --lecture short --full-screen 2 --presenter 1    on the projector, with notes and a clock here
  sweep --lecture short --presenter --remote 0.0.0.0     and with a phone that turns the pages
  sweep design --sigma 5 --as numpy      the filter as a function, for a program of your own
  sweep doctor                           what this machine offers, and what Sweep would use
  sweep tune                             measure what is fastest on this GPU, a minute or two, and use it
  sweep filter --help                    the options of one command
)";

void run(WindowRequest& request) {
    take_state(request, window_syntax());
    WindowOptions window = window_options(request);
    // A state and a script do the same everywhere.
    window.takes_usual_accuracy = !request.state_of && !request.script && !request.says_order;
    run_window(window);
}

}  // namespace

void watch_lab(WatchedFile file, const LabWindow& asked) {
    WindowRequest request;
    request.size = asked.size;
    request.script = asked.script;
    WindowOptions window = window_options(request);
    window.view = View::passes;
    window.teach.lesson = Lesson::lab;
    window.watched = std::move(file);
    window.chooses_filter = true;  // sigma does not sweep
    window.panels = false;         // the lesson has its own, and Tab shows those of the filter
    if (!asked.shot) return run_window(window);
    window.output = *asked.shot;
    if (!output_format(window.output).label_of)
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': the picture of the window is a .png", window.output));
    require_writable(window.output);
    shot(window);
}

namespace {

// ---- sweep shot ------------------------------------------------------------------------------------------

constexpr const char* shot_help = R"(Draws the whole window off screen and saves it; needs no display.

Examples:
  sweep shot window.png
  sweep shot window.png photo.jpg --sigma 40 --size 1280x720 --frames 60
  sweep shot window.png film.mp4 --film-time 2.5
)";

struct ShotOptions : WindowRequest {
    std::string out;
};

void add_options(OptionAdder& to, ShotOptions& options) {
    to.argument("OUT.png", "Where to write it", true, [&](const std::string& text) { options.out = text; });
    to.argument("IMAGE", "A picture or film to open", false,
                [&](const std::string& text) { options.in = text; });
    add_rows(to, OptionOf::all, take_row_into(options.request));
    add_tuning(to, options.tuning);
    add_size(to, "The window's size in pixels (default 1600x900)", options.size);
    add_shown(to, options, "Draw so many frames, save the last (default 24)");
    add_lecture(to, options);
}

void check(ShotOptions& options, const Given& given) {
    refuse_both(given);
    check_shown(options, given);
    options.note = no_effect(given, {options.request});
}

constexpr Syntax<ShotOptions> shot_syntax{"shot", add_options, check};

void run(ShotOptions& options) {
    take_state(options, shot_syntax);
    WindowOptions window = window_options(options);
    window.output = options.out;
    if (!output_format(window.output).label_of)
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': the picture of the window is a .png", window.output));
    require_writable(window.output);
    // The frame at --film-time, whichever frame of the window is saved.
    if (window.film && !window.record && window.script.lines.empty()) window.animate = false;
    shot(window);
    // Standard output may be the film.
    print(window.record == "-" ? stderr : stdout,
          fmt::format("{}: the window, {} x {}\n", printable(window.output), window.width, window.height));
}

// ---- sweep figure -----------------------------------------------------------------------------------------

constexpr const char* figure_help =
    R"(Writes a figure, walk, chart or table of the window as SVG or PDF, and its caption beside it, as .txt.

Examples:
  sweep figure --list
  sweep figure matrices matrices.pdf --sigma 3
  sweep figure walk walk.svg --walk-step 7 --walk-size 6
  sweep figure boundaries boundaries.pdf photo.jpg --theme dark
)";

struct FigureOptions : WindowRequest {
    std::string name, out;
    bool lists = false;
};

void add_options(OptionAdder& to, FigureOptions& options) {
    to.argument("NAME", "Which figure: --list names them", false,
                [&](const std::string& text) { options.name = text; });
    to.argument("OUT", "Where to write it, a .svg or a .pdf", false,
                [&](const std::string& text) { options.out = text; });
    to.argument("IMAGE", "A picture to open", false, [&](const std::string& text) { options.in = text; });
    to.flag("--list", "List the names, with a line each", options.lists);
    add_rows(to, OptionOf::all, take_row_into(options.request));
    add_tuning(to, options.tuning);
    add_size(to, "Of the window in pixels, of which the figure is a part (default 1600x900)", options.size);
    add_rows(to, OptionOf::pictures, take_row_into(options.request));
    add_rows(to, OptionOf::pictures_and_bench, take_row_into(options.request));
    add_picture_of(to, options);
    add_view(to, options);
}

void check(FigureOptions& options, const Given& given) {
    if (options.lists) return;
    if (options.name.empty() || options.out.empty())
        refuse_usage("write a name and a file: sweep figure matrices out.pdf; --list has the names");
    named_figure(options.name);
    refuse_both(given);
    check_shown(options, given);
    options.note = no_effect(given, {options.request});
}

constexpr Syntax<FigureOptions> figure_syntax{"figure", add_options, check};

void run(FigureOptions& options) {
    if (options.lists) {
        for (const NamedFigure& each : named_figures())
            print(stdout, fmt::format("{:<18}{}{}{}\n", each.name, each.about,
                                      each.source.empty() ? "" : ": ", each.source));
        return;
    }
    take_state(options, figure_syntax);
    WindowOptions window = window_options(options);
    window.output = options.out;
    page_format(window.output);
    require_writable(window.output);
    // Papers are white.
    const auto& given = options.view_given;
    if (std::find(given.begin(), given.end(), "theme") == given.end()) window.theme = Theme::light;
    window.animate = false;
    figure(window, options.name);
    print(stdout, fmt::format("{}: {}\n", printable(window.output), named_figure(options.name).about));
}

// ---- sweep rehearse --------------------------------------------------------------------------------------

constexpr const char* rehearse_help =
    R"(Tries every step of a lecture, off screen, and names those that fail.

Examples:
  sweep rehearse short
  sweep rehearse my.cues photo.jpg --size 1920x1080 --pages pages
  sweep rehearse short --html talk.html
  sweep rehearse short --pictures | ffmpeg -f image2pipe -r 1/5 -i - talk.mp4

A lecture is a file of cues. Each line begins with one of these words:
  title:      the title of the lecture
  step:       begins a step
  state:      the options of the window that the step shows, on top of the defaults
  caption:    stands below the picture
  notes:      go to the terminal, or below the caption
  action:     an action of sweep --help-keys that runs then
  number:     P 1,0,2 in a walk: what the number of border P of block 1, 0 in column 2 is made of, and what it makes
  hidden:     P 1,0,2 in a walk: the same number is hidden until somebody types it
In number: and hidden:, 5,2 is the pixel in column 5 and row 2. A walk is state: --view passes --walk on.
sweep --lecture FILE gives it.
)";

struct RehearseOptions : WindowRequest {
    std::optional<std::string> pages, html;
    bool pictures = false;
};

void add_options(OptionAdder& to, RehearseOptions& options) {
    to.argument("LECTURE", "The file of cues", true,
                [&](const std::string& text) { options.lecture = text; });
    to.argument("IMAGE", "A picture to open", false, [&](const std::string& text) { options.in = text; });
    to.value("--pages", "DIR", "Write every step small, twelve to a page, as page-01.png, ..", options.pages);
    to.value("--html", "FILE",
             "Write the lecture as one page that any browser opens, with all numbers of its walks",
             options.html);
    to.flag("--pictures",
            "Write every step, a third as large, to standard output as soon as it is "
            "drawn: PPM pictures, one after the other, in place of the list",
            options.pictures);
    to.value("--size", "WxH", "Of the projector, in pixels (default 1440x810)",
             [&](const std::string& text) { options.size = parse_size("--size", text); });
    to.value("--scale", "S", "Scale of the text (default 1)", [&](const std::string& text) {
        options.view.scale = float(parse_number_within("--scale", text, 0.6, 3));
    });
    for (const ViewOption& row : view_options())
        if (row.name == "theme")
            to.value("--" + row.name, row.value, row.help,
                     [&](const std::string& text) { row.set(options.view, text); });
}

void run(RehearseOptions& options) {
    WindowOptions window = window_options(options);
    if (!options.size) window.width = 1440, window.height = 810;
    if (options.pages) require_folder(*options.pages);
    if (options.html) require_writable(*options.html);
    rehearse(window, {options.pages.value_or(""), options.html.value_or(""), options.pictures});
}

}  // namespace

Command window_command() {
    return command<WindowRequest>(window_syntax(), window_help, run);
}

Command shot_command() {
    return command<ShotOptions>(shot_syntax, shot_help, run);
}

Command figure_command() {
    return command<FigureOptions>(figure_syntax, figure_help, run);
}

Command rehearse_command() {
    return command<RehearseOptions>({"rehearse", add_options, [](RehearseOptions&, const Given&) {}},
                                    rehearse_help, run);
}

}  // namespace sweep::app
