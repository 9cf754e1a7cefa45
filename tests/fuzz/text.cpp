// Command lines, labels of pictures, scripts, kept settings and the clipboard.
#include <algorithm>
#include <cmath>

#include <sys/mman.h>
#include <unistd.h>

#include "app/base/pasted.h"
#include "app/command_line/picture_state.h"
#include "app/command_line/script.h"
#include "app/command_line/view_options.h"
#include "app/command_line/window_request.h"
#include "app/commands/commands.h"
#include "app/talk/lecture/cues.h"
#include "app/ui/actions.h"
#include "app/work/user/user_settings.h"
#include "core/base/error.h"
#include "tests/fuzz/remote.h"
#include "tests/fuzz/targets.h"

namespace sweep::fuzz {
namespace {

using namespace app;
using Words = std::vector<std::string>;

std::string text_of(Bytes input) {
    return {input.begin(), input.end()};
}

Words lines_of(const std::string& text) {
    Words lines;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

// Valid settings can be written down, and the text reads back as the same settings.
void check_state(const Settings& settings) {
    try {
        const Words once = state_arguments(settings);
        require(state_arguments(settings_of(parse_options(once))) == once,
                "a state comes back as it was written");
    } catch (const Error& error) {
        require(false, error.what());
    }
}

void check_options(const CommandOptions& options) {
    if (const auto* window = dynamic_cast<const WindowRequest*>(&options))
        check_state(settings_of(*window));
    else if (const auto* request = dynamic_cast<const RequestOptions*>(&options))
        request->request.problem();
}

// The input has one argument per line.
void run_options(Bytes input) {
    try {
        check_options(*read_command_line(lines_of(text_of(input))).options);
    } catch (const Error& error) {
        require(error.code() == ExitCode::usage, "what is wrong with a command line is its usage");
        require(std::string_view(error.what()).find('\n') == std::string_view::npos, "an error is one line");
    }
}

void run_label(Bytes input) {
    const std::string label = text_of(input);
    std::string line;
    const Words words = shell_words(label);
    for (const std::string& word : words) line += shell_word(word) + " ";
    require(shell_words(line) == words, "quoted words come back");
    if (!is_state(label)) return;
    try {
        check_options(read_state(label).options);
    } catch (const Error& error) {
        require(error.code() == ExitCode::usage, "what is wrong with a label is its usage");
    }
}

// Reads the script and runs its steps without a program.
void run_script(Bytes input) {
    Settings settings;
    const ScriptHost host{[](std::string_view) {},
                          [&](const std::string& name, const std::string& value) {
                              settings = with_option(settings, name, value);
                          },
                          [](const std::string&) {}};
    try {
        ScriptRunner runner(parse_script("script.txt", text_of(input)), 1.0 / 60);
        constexpr int steps = 200;  // a script may wait for an hour
        for (int i = 0; i < steps && runner.step(host); ++i) {
            const ScriptedMouse& mouse = runner.mouse();
            require(std::isfinite(mouse.x) && std::isfinite(mouse.y) && std::isfinite(mouse.wheel),
                    "the mouse is somewhere");
        }
    } catch (const Error& error) {
        require(error.code() == ExitCode::usage, "what is wrong with a script is its usage");
    }
}

// The file is in memory alone.
void run_settings(Bytes input) {
    static const int file = memfd_create("settings", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    require(ftruncate(file, 0) == 0 && pwrite(file, input.data(), input.size(), 0) == ssize_t(input.size()),
            "a file in memory is written");
    std::string note;
    const UserSettings settings = load_user_settings(path, &note);
    require(settings.scale >= 0.6f && settings.scale <= 3, "letters have a size that can be read");
    require(settings.recent.size() <= most_recent, "the list of pictures is short");
    require(std::find(note.begin(), note.end(), '\n') == note.end(), "a note is one line");
}

void run_cues(Bytes input) {
    try {
        const Lecture lecture = parse_lecture("fuzz.cues", text_of(input));
        require(!lecture.cues.empty(), "a lecture has steps");
        for (const Cue& cue : lecture.cues)
            require(!cue.name.empty() && cue.line > 0, "a step has a name and a line");
    } catch (const Error& error) {
        require(error.code() == ExitCode::usage, "what is wrong with a lecture is its usage");
    }
}

void run_paste(Bytes input) {
    files_in_text(text_of(input));
}

// ---- seeds and dictionaries --------------------------------------------------------------------------

Words options_seeds() {
    Words seeds{
        "photo.jpg\n--sigma\n12",
        "filter\nheight.npy\nout.npy\n--filter\nbspline3\n--boundary=mirror",
        "filter\nin.png\nout.hdr\n--filter\niir\n--causal\n-1.8,0.83\n--gain=1,2",
        "filter\nin.npy\nedges.npy\n--sigma\n2\n--derivative\n1,0",
        "--filter=elliptic\n--order=4\n--cutoff\n0.05\n--band\nhigh\n--ripple=1\n--attenuation=40",
        "filter\nin.png\nz.png\n--passes\ndown,up\n--timings\ntimes.json\n--dump-stages\npasses",
        "shot\nwindow.png\nphoto.jpg\n--size\n1920x1080",
        "bench\n--size\n512:4096:512\n--order\n3,5\n--algorithm\n5,6,7,2x5_1\n--json\nout.json\n--quiet",
        "bench\n--size=3840x2160\n--channels=4\n--sample=u8\n--memory=texture\n--result=half\n--sigma=n/6",
        "list\nfilters",
        "doctor",
        "help\nfilter",
        "--filter=iir\n--causal=-0.5\n--feedforward=1,0.5\n--boundary=constant:1,0,0.5\n--no-linear",
        "--view=depth-of-field\n--depth-strokes=0.75:10,20,30,40;0:5,6\n--depth-brush=0.25",
    };
    // Each option of the window has its value at the start.
    for (const ViewOption& row : view_options()) seeds.push_back("--" + row.name + "=" + row.get(Settings()));
    return seeds;
}
Words label_seeds() {
    Words seeds;
    for (std::string line : options_seeds()) {
        std::replace(line.begin(), line.end(), '\n', ' ');
        seeds.push_back("sweep " + line);
    }
    seeds.push_back("sweep 'a picture'\\''s name.png' --depth='its map.png'");
    return seeds;
}
Words script_seeds() {
    return {
        "# comment\nset sigma 12\nframes 10\nwait 0.5\nshot a.png\nclick 10 20\nclick shift 1 2\nmove 3 4\n",
        "drag 1 2 30 40\ndrag ctrl 1 2 3 4\nclick ctrl 5 6\nwheel 5 6 -2\n"
        "type some text\nsigma-up\nset view difference\n",
        "set linear off\nset wipe 0.5,30\nset at 1,2\nset boundary constant:0.5\n"};
}
Words settings_seeds() {
    return {R"({"scale": 1.5, "layout": "teach", "theme": "projector", "vertical_sync": false,)"
            R"( "recent": ["a.png", {"picture": "b.png", "depth": "b.depth.png"}]})",
            R"({"recent": []})", "{}", R"({"scale": 1e300, "recent": [1, [], {}, null]})"};
}
Words cue_seeds() {
    return {
        "title: T\nstep: One\nstate: --view passes --walk on --walk-step 3\ncaption: words\nnotes: "
        "more\naction: play\n",
        "# comment\n\nstep: a\nstep: b\nstate: --filter iir --causal=-0.5 --walk-numbers 1,2/3,4\n"};
}

Words paste_seeds() {
    return {"/etc/passwd\n\"/tmp\"\n'/'", "file:///tmp/a%20b.png\nfile://host/tmp", "sweep --sigma=3 a.png"};
}

Words options_words() {
    Words words{"\n",  ",",    ":",      "x",      "n/",   "=",    "--",   "-",     "nan",
                "inf", "-inf", "1e300",  "1e-300", "0",    "-0",   "0x10", "auto",  "on",
                "off", "half", "filter", "bench",  "shot", "list", ":",    "2x5_1", "5_1+4_2"};
    for (const char* name : {"filter",      "sigma",
                             "order",       "derivative",
                             "band",        "cutoff",
                             "ripple",      "attenuation",
                             "alpha",       "radius",
                             "causal",      "anticausal",
                             "feedforward", "anticausal-feedforward",
                             "gain",        "boundary",
                             "algorithm",   "taps",
                             "block",       "precision",
                             "realisation", "engine",
                             "passes",      "linear",
                             "no-linear",   "size",
                             "frames",      "keys",
                             "depth",       "recent"})
        words.push_back("--" + std::string(name) + "=");
    for (const KindInfo& kind : filter_kinds()) words.emplace_back(kind.word);
    for (const BoundaryInfo& boundary : boundary_table) words.emplace_back(boundary.word);
    for (const ViewOption& row : view_options()) words.push_back("--" + row.name + "=");
    return words;
}
Words label_words() {
    Words words = options_words();
    words.insert(words.end(), {"sweep ", "'", "\\", " "});
    return words;
}
Words script_words() {
    Words words{"set ",   "frames ", "wait ", "shot ", "click ", "click shift ", "move ", "drag ",
                "wheel ", "type ",   "#",     "\n",    " ",      ".png",         "nan",   "inf",
                "1e300",  "-1",      "on",    "off"};
    for (const ViewOption& row : view_options()) words.push_back("set " + row.name + " ");
    for (const Action& action : all_actions()) words.emplace_back(action.name);
    return words;
}
Words settings_words() {
    return {"\"scale\"",  "\"layout\"",  "\"theme\"", "\"vertical_sync\"",
            "\"recent\"", "\"picture\"", "\"depth\"", "\"usual\"",
            "\"tune\"",   "\"dark\"",    "true",      "false",
            "null",       "1e300",       "-1",        "[",
            "]",          "{",           "}",         ":",
            ",",          "\\u0000",     "[[[[[[[[",  "{\"a\":"};
}
Words cue_words() {
    return {"title:", "step:", "state:", "caption:", "notes:", "action:", "--walk", "--walk-numbers"};
}

Words paste_words() {
    return {"file://", "/", "%20", "%00", "%", "\"", "'", "\n", "/tmp", "..", "\r\n"};
}

constexpr Target all[] = {
    {"options", run_options, options_seeds, options_words, 512},
    {"label", run_label, label_seeds, label_words, 512},
    {"script", run_script, script_seeds, script_words, 512},
    {"settings", run_settings, settings_seeds, settings_words, 4096},
    {"cues", run_cues, cue_seeds, cue_words, 2048},
    {"paste", run_paste, paste_seeds, paste_words, 512},
    {"remote", run_remote, remote_seeds, remote_words, 512},
};

}  // namespace

std::span<const Target> text_targets() {
    return all;
}

}  // namespace sweep::fuzz
