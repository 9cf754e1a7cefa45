#include "app/command_line/script.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/base/files/text_file.h"
#include "app/command_line/view_options.h"
#include "app/command_line/window_request.h"
#include "app/ui/actions.h"
#include "app/work/options/filter_options.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

struct Verb {
    std::string_view name;
    std::size_t least, most;  // number of words after the name
    bool to_the_end;          // the last of `most` words goes on to the end of the line
    std::string_view usage;
};
constexpr std::array<Verb, 9> verbs{{
    {"set", 2, 2, true, "set NAME VALUE"},
    {"frames", 1, 1, false, "frames N"},
    {"wait", 1, 1, false, "wait SECONDS"},
    {"shot", 1, 1, true, "shot FILE.png"},
    {"click", 2, 3, false, "click [shift|ctrl] X Y"},
    {"move", 2, 2, false, "move X Y"},
    {"drag", 4, 5, false, "drag [ctrl] X Y TO_X TO_Y"},
    {"wheel", 3, 3, false, "wheel X Y TURNS"},
    {"type", 1, 1, true, "type TEXT"},
}};

const Verb* find_verb(std::string_view name) {
    const auto found =
        std::find_if(verbs.begin(), verbs.end(), [&](const Verb& v) { return v.name == name; });
    return found == verbs.end() ? nullptr : &*found;
}

[[noreturn]] void refuse(const std::string& file, int line, const std::string& what) {
    throw Error(ExitCode::usage, fmt::format("{}:{}: {}", file, line, what));
}

// Words are separated by spaces. The last word of some commands goes on to the end of the line.
std::vector<std::string> words_of(std::string_view line) {
    constexpr std::string_view spaces = " \t\r\v\f";
    std::vector<std::string> words;
    for (;;) {
        line.remove_prefix(std::min(line.find_first_not_of(spaces), line.size()));
        if (line.empty()) return words;
        const Verb* verb = words.empty() ? nullptr : find_verb(words[0]);
        const bool is_rest = verb && verb->to_the_end && words.size() == verb->most;
        const std::size_t end =
            is_rest ? line.find_last_not_of(spaces) + 1 : std::min(line.find_first_of(spaces), line.size());
        words.emplace_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

// A coordinate in the window, or turns of the wheel.
float number(const ScriptLine& line, std::size_t index) {
    return float(parse_number_within(line.command, line.words[index], -1e6, 1e6));
}

// The key that a click or a drag holds, which is a word before its coordinates; empty: none.
std::string_view held_key(const ScriptLine& line) {
    const Verb* verb = find_verb(line.command);
    return verb && line.words.size() > verb->least ? line.words[0] : std::string_view();
}

// Checks what can be checked before anything runs.
void check(const ScriptLine& line) {
    if (line.command == "set") {
        with_option({}, line.words[0], line.words[1]);
    } else if (line.command == "frames") {
        parse_integer("frames", line.words[0], 1, 1000000);
    } else if (line.command == "wait") {
        parse_number_within("wait", line.words[0], 0, 3600);
    } else if (line.command == "shot") {
        if (!line.words[0].ends_with(".png"))
            throw Error(ExitCode::usage,
                        fmt::format("shot '{}': the picture of the window is a .png", line.words[0]));
    } else if (line.command != "type") {
        const std::string_view key = held_key(line);
        if (!key.empty() && key != "ctrl" && !(key == "shift" && line.command == "click"))
            throw Error(ExitCode::usage, fmt::format("it is {}", find_verb(line.command)->usage));
        for (std::size_t i = !key.empty(); i < line.words.size(); ++i) number(line, i);
    }
}

}  // namespace

Script parse_script(const std::string& file, std::string_view text) {
    Script script{file, {}};
    std::vector<std::string_view> known;
    for (const Verb& verb : verbs) known.push_back(verb.name);
    for (const Action& action : all_actions()) known.push_back(action.name);
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::vector<std::string> words = words_of(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (words.empty() || words[0].starts_with('#')) continue;
        ScriptLine line{number, words[0], {words.begin() + 1, words.end()}};
        try {
            const Verb* verb = find_verb(line.command);
            if (!verb && !find_action(all_actions(), line.command))
                throw Error(ExitCode::usage,
                            fmt::format("'{}' is unknown{}", line.command, advice(line.command, known)));
            if (verb && (line.words.size() < verb->least || line.words.size() > verb->most))
                throw Error(ExitCode::usage, fmt::format("it is {}", verb->usage));
            if (!verb && !line.words.empty())
                throw Error(ExitCode::usage, fmt::format("{} takes nothing behind it", line.command));
            if (verb) check(line);
        } catch (const Error& error) {
            refuse(file, number, error.what());
        }
        script.lines.push_back(std::move(line));
    }
    return script;
}

Script read_script(const std::string& file) {
    return parse_script(file, read_text(file, "script", longest_script));
}

Settings with_option(const Settings& settings, const std::string& name, const std::string& value) {
    Settings changed = settings;
    for (const ViewOption& row : view_options())
        if (row.name == name) {
            row.set(changed, value);
            return changed;
        }
    if (const FilterOption* row = find_filter_option(name)) {
        FilterSettings request = as_said(settings);
        set_option(*row, request, value);
        require_sense(request);
        static_cast<FilterSettings&>(changed) = std::move(request);
        return changed;
    }
    if (is_window_option(name))
        throw Error(ExitCode::usage, fmt::format("set cannot change {}: it is for the command line", name));
    parse_options({"--" + name + "=" + value});  // says that there is no such option
    return changed;
}

ScriptRunner::ScriptRunner(Script script, double seconds_per_frame)
    : script_(std::move(script)), seconds_per_frame_(seconds_per_frame) {}

bool ScriptRunner::step(const ScriptHost& host) {
    mouse_.wheel = 0;
    mouse_.shift = mouse_.control = false;
    mouse_.typed.clear();
    while (frames_ <= 0 && moves_.empty()) {
        if (!shot_.empty()) host.shot(std::exchange(shot_, {}));
        if (next_ >= script_.lines.size()) return false;
        const ScriptLine& line = script_.lines[next_++];
        try {
            run(line, host);
        } catch (const Error& error) {
            throw Error(error.code(), fmt::format("{}:{}: {}", script_.file, line.number, error.what()));
        }
    }
    if (!moves_.empty()) {
        mouse_ = moves_.front();
        moves_.erase(moves_.begin());
    } else {
        --frames_;
    }
    return true;
}

void ScriptRunner::run(const ScriptLine& line, const ScriptHost& host) {
    const std::string_view key = held_key(line);
    const std::size_t first = !key.empty();  // coordinate
    const auto move = [&](float x, float y, bool down) {
        ScriptedMouse to;
        to.x = x;
        to.y = y;
        to.down = down;
        to.shift = key == "shift";
        to.control = key == "ctrl";
        moves_.push_back(to);
    };
    if (line.command == "set") {
        host.set(line.words[0], line.words[1]);
    } else if (line.command == "frames") {
        frames_ = parse_integer("frames", line.words[0], 1, 1000000);
    } else if (line.command == "wait") {
        frames_ = int(std::ceil(parse_number("wait", line.words[0]) / seconds_per_frame_));
    } else if (line.command == "shot") {
        shot_ = line.words[0];
        frames_ = 2;  // the first frame finds the places of the panels, the second draws them there
    } else if (line.command == "click") {
        const float x = number(line, first), y = number(line, first + 1);
        for (const bool down : {false, true, false}) move(x, y, down);
    } else if (line.command == "move") {
        move(number(line, 0), number(line, 1), false);
    } else if (line.command == "drag") {
        const float x = number(line, first), y = number(line, first + 1), to_x = number(line, first + 2),
                    to_y = number(line, first + 3);
        constexpr int steps = 8;
        move(x, y, false);
        for (int i = 0; i <= steps; ++i)
            move(std::lerp(x, to_x, float(i) / steps), std::lerp(y, to_y, float(i) / steps), true);
        move(to_x, to_y, false);
    } else if (line.command == "wheel") {
        move(number(line, 0), number(line, 1), false);
        move(number(line, 0), number(line, 1), false);
        moves_.back().wheel = number(line, 2);
    } else if (line.command == "type") {
        moves_.push_back(mouse_);
        moves_.back().typed = line.words[0];
    } else {
        host.run_action(line.command);
    }
}

}  // namespace sweep::app
