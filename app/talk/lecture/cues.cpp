#include "app/talk/lecture/cues.h"

#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "app/base/files/data_file.h"
#include "app/base/files/text_file.h"
#include "app/base/text_parts.h"
#include "app/command_line/picture_state.h"
#include "app/lessons/walk/pick.h"
#include "app/ui/actions.h"
#include "core/base/error.h"
#include "core/base/printable.h"

namespace sweep::app {
namespace {

constexpr std::size_t longest_lecture = 1 << 20;

[[noreturn]] void refuse(const std::string& file, int line, const std::string& why) {
    throw Error(ExitCode::usage, fmt::format("{}:{}: {}", file, line, why));
}

// A caption is one line of the window, and in more bytes than these nobody can read its letters. Notes are lines of the
// terminal.
constexpr std::size_t longest_name = 200, longest_caption = 400, longest_notes = longest_message;

void require_short(const std::string& file, int line, const char* what, const std::string& text,
                   std::size_t most) {
    if (text.size() > most)
        refuse(file, line, fmt::format("the {} has {} bytes: {} are the most", what, text.size(), most));
}

// Checks what can be checked before the lecture begins.
void check(const std::string& file, const Cue& cue) {
    require_short(file, cue.line, "name of the step", cue.name, longest_name);
    require_short(file, cue.line, "caption", cue.caption, longest_caption);
    require_short(file, cue.line, "text of the notes", cue.notes, longest_notes);
    try {
        const SavedState state = read_state("sweep " + cue.state);
        if (!state.note.empty()) throw Error(ExitCode::usage, state.note);
        const std::string& number = cue.hidden.empty() ? cue.number : cue.hidden;
        const Settings settings = settings_of(state.options);
        if (!number.empty()) pick_of(number);
        if (!number.empty() && (settings.view != View::passes || settings.teach.lesson != Lesson::walk))
            throw Error(ExitCode::usage,
                        "number: and hidden: name a number of the walk: state: --view passes --walk on");
        if (!cue.number.empty() && !cue.hidden.empty())
            throw Error(ExitCode::usage, "a step has number: or hidden:, not both");
        if (state.options.in || state.options.depth)
            throw Error(
                ExitCode::usage,
                "a cue opens no picture: name it on the command line, sweep --lecture FILE photo.jpg");
    } catch (const Error& error) {
        refuse(file, cue.line, error.what());
    }
    if (cue.action.empty()) return;
    const Action* action = find_action(all_actions(), cue.action);
    if (!action)
        refuse(file, cue.line,
               fmt::format("there is no action '{}': sweep --help-keys lists them", cue.action));
    // Lectures come from others: nothing of them writes a file, measures for minutes or closes the window.
    // Nor does a step go to another one, which might come back.
    if (action->group == group::file || action->group == group::window || action->group == group::lecture)
        refuse(file, cue.line,
               fmt::format("a cue may not '{}': only actions on the picture and its filter", cue.action));
}

}  // namespace

Lecture parse_lecture(const std::string& file, std::string_view text) {
    Lecture lecture{file, {}, {}};
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t end = text.find('\n');
        const std::string_view whole = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (whole.empty() || whole.front() == '#') continue;
        const std::size_t colon = whole.find(':');
        const std::string_view key = whole.substr(0, colon);
        const std::string value(colon == std::string_view::npos ? "" : trimmed(whole.substr(colon + 1)));
        if (key == "title") {
            require_short(file, line, "title", lecture.title = value, longest_name);
            continue;
        }
        if (key == "step") {
            if (value.empty()) refuse(file, line, "a step needs a name: step: NAME");
            Cue& cue = lecture.cues.emplace_back();
            cue.line = line;
            cue.name = value;
            continue;
        }
        constexpr std::array<std::pair<std::string_view, std::string Cue::*>, 6> parts{
            {{"state", &Cue::state},
             {"caption", &Cue::caption},
             {"number", &Cue::number},
             {"hidden", &Cue::hidden},
             {"notes", &Cue::notes},
             {"action", &Cue::action}}};
        std::string Cue::*part = nullptr;
        for (const auto& [name, member] : parts)
            if (key == name && colon != std::string_view::npos) part = member;
        if (!part)
            refuse(file, line,
                   fmt::format(
                       "'{}' is none of title:, step:, state:, caption:, number:, hidden:, notes:, action:",
                       key.substr(0, 40)));
        if (lecture.cues.empty()) refuse(file, line, "this comes before the first step:");
        std::string& target = lecture.cues.back().*part;
        target += (target.empty() ? "" : " ") + value;
    }
    if (lecture.cues.empty()) refuse(file, 1, "there is no step: in this lecture");
    for (const Cue& cue : lecture.cues) check(file, cue);
    return lecture;
}

Lecture read_lecture(const std::string& file) {
    std::string path = file;
    std::error_code nothing;
    if (!std::filesystem::exists(file, nothing) && file.find_first_of("./") == std::string::npos) {
        const std::filesystem::path own = data_file("assets/" + file + ".cues");
        if (std::filesystem::exists(own, nothing)) path = own.string();
    }
    return parse_lecture(path, read_text(path, "lecture", longest_lecture));
}

}  // namespace sweep::app
