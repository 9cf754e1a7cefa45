#include "app/command_line/window_request.h"

#include <fmt/format.h>

#include "app/command_line/view_options.h"
#include "app/ui/actions.h"

namespace sweep::app {
namespace {

// Options whose value is a number.
void add_integer(OptionAdder& to, const char* name, const char* type, const char* help, int least, int most,
                 std::optional<int>& into) {
    to.value(name, type, help,
             [=, &into](const std::string& text) { into = parse_integer(name, text, least, most); });
}

void add_number_of(OptionAdder& to, const char* name, const char* type, const char* help, int most,
                   std::optional<int>& into) {
    to.value_or("0", name, type, help,
                [=, &into](const std::string& text) { into = parse_integer(name, text, 0, most); });
}

void add_options(OptionAdder& to, WindowRequest& request) {
    to.text("--version", "Print the version", [] { return std::string("sweep " SWEEP_VERSION "\n"); });
    to.argument("IMAGE", "A picture or film to open, a stream's address, or - for standard input", false,
                [&](const std::string& text) { request.in = text; });
    add_rows(to, OptionOf::all, take_row_into(request.request));
    add_tuning(to, request.tuning);
    add_size(to, "The window's size in pixels (default 1600x900)", request.size);
    add_shown(to, request, "Stop after so many frames (default: run until the window is closed)");
    add_integer(to, "--recent", "N", "Open the N-th of `sweep list recent` again (1: the newest)", 1,
                int(most_recent), request.recent);
    add_lecture(to, request);
    add_number_of(to, "--full-screen", "MONITOR",
                  "Full screen on this monitor, counted from 1 (default: the one with the window)", 64,
                  request.full_screen);
    add_number_of(to, "--presenter", "MONITOR",
                  "A second window with notes, clock, this step and the next, on this monitor (default: "
                  "another one than the first window's)",
                  64, request.presenter);
    to.value_or(
        "127.0.0.1", "--remote", "ADDRESS[:PORT]",
        "Let a browser turn the pages of lectures, with notes and a clock. 127.0.0.1, the default, is for this "
        "machine, and 0.0.0.0 for a phone in the same network; the port is any free one. The presenter's window "
        "has the address. Where a step hides a number, the stage shows another address, at which the room answers",
        [&](const std::string& text) { request.remote = text; });
    to.flag("--print-state", "Print the command line that shows this again when the window closes",
            request.print_state);
    to.text("--help-keys", "List the keys and the commands of scripts",
            [] { return sheet_text(all_actions()); });
}

void check_options(WindowRequest& request, const Given& given) {
    refuse_both(given);
    if (request.in) check_image_is_no_command(*request.in);
    check_shown(request, given);
}

AddOptions into(WindowRequest& request) {
    return [&](OptionAdder& to) { add_options(to, request); };
}

}  // namespace

void add_picture_of(OptionAdder& to, WindowRequest& request) {
    add_picture_in_file(to, request);
    add_number_of(to, "--camera", "N", "Show the camera of this number in place of IMAGE (default 0)", 63,
                  request.camera);
    to.value(
        "--depth", "FILE",
        "The depth map of IMAGE, a .png, .exr, .pfm, .tif or .npy. Default: NAME.depth.png beside it, or the "
        "distances that an .exr holds",
        request.depth);
    to.value("--state-of", "FILE.png",
             "Begin as in this picture of the window, saved by F12 or sweep shot: with its "
             "filter, view, size and picture. Options given here prevail",
             request.state_of);
}

void add_view(OptionAdder& to, WindowRequest& request) {
    to.title("What the window shows");
    for (const ViewOption& row : view_options())
        to.value("--" + row.name, row.value, row.help,
                 [&](const std::string& text) { row.set(request.view, text); });
    to.title("");
}

void add_shown(OptionAdder& to, WindowRequest& request, const char* frames_help) {
    add_rows(to, OptionOf::pictures, take_row_into(request.request));
    add_rows(to, OptionOf::pictures_and_bench, take_row_into(request.request));
    to.value("--frames", "N", frames_help,
             [&](const std::string& text) { request.frames = parse_integer("--frames", text, 1, 1000000); });
    add_picture_of(to, request);
    to.flag("--watch", "Read IMAGE again whenever its file changes", request.view.watch);
    to.value(
        "--keys", "KEYS",
        "Keys to press before the first frame, as F1 lists them: d, say; those without a use are skipped",
        [&](const std::string& text) { request.keys = text; });
    to.value("--script", "FILE",
             "Run a script: names of --help-keys, set NAME VALUE, frames N, wait S, shot F.png, click X Y",
             request.script);
    to.value("--record", "DIR|FILE",
             "Write every frame, 60 to a second, into DIR, which has none yet, as a PNG; or into a film, a "
             ".mp4, .mov, .mkv, .webm or .gif, or - (Y4M on standard output)",
             request.record);
    to.value("--stream", "ADDRESS", "Send the window to a media server: rtmp://.., srt://.., rtsp://..",
             request.stream);
    add_view(to, request);
}

void add_lecture(OptionAdder& to, WindowRequest& request) {
    to.value("--lecture", "FILE",
             "Step through a file of cues with PgDn and PgUp, or through lecture or short, which come "
             "with Sweep",
             request.lecture);
    to.value("--booth", "SECONDS", "Go on by itself after so long, and begin again when a visitor has left",
             [&](const std::string& text) { request.booth = parse_number_within("--booth", text, 1, 3600); });
}

void check_shown(WindowRequest& request, const Given& given) {
    if (request.recent && request.in)
        refuse_usage("--recent opens a picture that was open before: leave " + *request.in +
                     " out, or --recent");
    if (request.camera && (request.in || request.recent))
        refuse_usage("--camera shows a camera: leave " + request.in.value_or("--recent") +
                     " out, or --camera");
    const bool has_picture = request.in || request.recent || request.state_of;
    if (request.depth && !has_picture)
        refuse_usage("--depth " + *request.depth + " is the depth map of a picture: name that, too");
    if (request.page > 1 && !has_picture)
        refuse_usage(fmt::format("--page {} is a picture of a file: name that, too", request.page));
    if (!request.choice.empty() && !has_picture)
        refuse_usage("--part, --layer and --channel are of a picture's file: name that, too");
    check_request(request.request);
    request.chooses_filter = given("--filter") || given("--sigma");
    request.says_order = given("--order") || given("--accuracy");
    request.arguments = given.arguments();
    request.asks_nothing = request.arguments.empty();
    for (const ViewOption& row : view_options())
        if (given("--" + row.name)) request.view_given.push_back(row.name);
}

const Syntax<WindowRequest>& window_syntax() {
    static constexpr Syntax<WindowRequest> syntax{"", add_options, check_options};
    return syntax;
}

WindowRequest parse_options(const std::vector<std::string>& arguments) {
    return read_arguments(window_syntax(), arguments);
}

std::vector<std::string> joined_arguments(const std::vector<std::string>& arguments) {
    WindowRequest unused;
    return join_arguments(into(unused), arguments);
}

bool is_window_option(const std::string& name) {
    WindowRequest unused;
    return has_option(into(unused), name);
}

Settings settings_of(const WindowRequest& request) {
    require_sense(request.request);
    Settings settings = request.view;
    static_cast<FilterSettings&>(settings) = request.request;
    return settings;
}

}  // namespace sweep::app
