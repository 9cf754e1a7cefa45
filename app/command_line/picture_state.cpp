#include "app/command_line/picture_state.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command_line/view_options.h"
#include "app/work/options/filter_options.h"
#include "core/base/error.h"
#include "files/image_file.h"
#include "files/standard_names.h"
#include "films/film.h"

namespace sweep::app {
namespace {

constexpr std::string_view program = "sweep";

// "sigma" of "--sigma=3".
std::string_view name_of(std::string_view option) {
    option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
    return option.substr(0, option.find('='));
}

bool is_option(std::string_view argument) {
    return argument.size() > 1 && argument.starts_with('-');
}

// Whether an option says what of which file is shown.
bool is_of_picture(std::string_view name) {
    return name == "depth" || name == "page" || name == "part" || name == "layer" || name == "channel";
}

// Whether a label may set this option. It may say how a picture is filtered and shown; everything else is
// reserved for a command line that the user types.
bool may_be_said(std::string_view name) {
    const std::vector<ViewOption>& rows = view_options();
    const std::string_view positive = name.starts_with("no-") ? name.substr(3) : name;
    return name == "size" || is_of_picture(name) || find_filter_option(positive) ||
           std::any_of(rows.begin(), rows.end(), [&](const ViewOption& row) { return row.name == name; });
}

void require_picture(const std::string& name) {
    // On some systems "//host/share" and "\\\\host\\share" connect to a host that the label chooses.
    if (name.starts_with("//") || name.starts_with("\\\\"))
        throw Error(ExitCode::unreadable_input,
                    fmt::format("'{}' is not opened because a picture says so: open it yourself", name));
    if (is_standard_input(name))
        throw Error(ExitCode::unreadable_input,
                    fmt::format("'{}' is not read because a picture says so: it is no file", name));
    const auto film = film_source(name);
    if (!film) return require_readable(name);
    if (film->kind != FilmKind::file)
        throw Error(
            ExitCode::unreadable_input,
            fmt::format("'{}' is not opened because a picture says so: open it yourself", film->name()));
    require_film(*film);
}

}  // namespace

std::vector<std::string> state_arguments(const Settings& settings) {
    std::vector<std::string> arguments = filter_arguments(settings);
    // Each option is compared with the settings that the options before it give, since a layout sets others.
    Settings made;
    for (const ViewOption& row : view_options()) {
        const std::string text = row.get(settings);
        if (text == row.get(made)) continue;
        try {
            row.set(made, text);
        } catch (const Error&) {
            continue;  // a value that cannot be read back is left out; the rest of the view is restored
        }
        arguments.push_back(fmt::format("--{}={}", row.name, text));
    }
    return arguments;
}

std::string shell_word(const std::string& text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
    std::string quoted = "'";
    for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::vector<std::string> shell_words(std::string_view line) {
    std::vector<std::string> words;
    bool in_word = false, quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool divides = !quoted && (line[i] == ' ' || line[i] == '\n');
        if (!divides && !in_word) words.emplace_back();
        in_word = !divides;
        if (divides) continue;
        if (line[i] == '\'')
            quoted = !quoted;
        else if (line[i] == '\\' && !quoted && i + 1 < line.size())
            words.back() += line[++i];
        else
            words.back() += line[i];
    }
    return words;
}

bool is_state(std::string_view label) {
    if (label.size() > longest_state) return false;
    const std::vector<std::string> words = shell_words(label.substr(0, 2 * program.size()));
    return !words.empty() && words.front() == program;
}

SavedState read_state(const std::string& state) {
    std::vector<std::string> words = shell_words(state);
    words.erase(words.begin());
    // After "--" nothing would be an option, not even what follows on the real command line.
    std::erase(words, "--");

    SavedState saved;
    std::vector<std::string> all, left_out;
    for (std::string& argument : joined_arguments(words)) {
        if (is_option(argument) && !may_be_said(name_of(argument))) {
            std::string name = argument.substr(0, argument.find('='));
            if (std::find(left_out.begin(), left_out.end(), name) == left_out.end())
                left_out.push_back(std::move(name));
            continue;
        }
        if (is_option(argument) && !is_of_picture(name_of(argument))) saved.arguments.push_back(argument);
        all.push_back(std::move(argument));
    }
    if (!command_among(all).empty())
        throw Error(ExitCode::usage, fmt::format("'{}' shows no window", state.substr(0, 200)));
    saved.options = parse_options(all);
    if (!left_out.empty())
        saved.note = fmt::format("{}: left out, since a picture may only say how it is filtered and seen",
                                 fmt::join(left_out, ", "));
    return saved;
}

void require_pictures_of(const WindowRequest& state) {
    if (state.in) require_picture(*state.in);
    if (state.depth) require_picture(*state.depth);
}

SavedState state_of(const std::string& picture) {
    const std::string label = label_of(picture);
    if (!is_state(label))
        throw Error(
            ExitCode::unreadable_input,
            fmt::format(
                "--state-of '{}': it holds no state of Sweep: pictures saved by F12 and by `sweep shot` do",
                picture));
    return read_state(label);
}

std::vector<std::string> on_top_of(const SavedState& state, const std::vector<std::string>& arguments) {
    std::vector<std::string> all = state.arguments;
    // Two options that exclude each other: the one of the command line prevails over the other one of the state, too.
    const auto is_said = [&](std::string_view name) {
        return std::any_of(arguments.begin(), arguments.end(),
                           [&](const std::string& one) { return is_option(one) && name_of(one) == name; });
    };
    for (const auto& [here, there] : {std::pair{"order", "accuracy"}, {"accuracy", "order"}})
        if (is_said(here))
            std::erase_if(all, [name = there](const std::string& one) { return name_of(one) == name; });
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
}

void take_picture(WindowRequest& request, const SavedState& state) {
    if (request.in || request.recent) return;
    require_pictures_of(state.options);
    request.in = state.options.in;
    if (request.page == 1) request.page = state.options.page;
    if (request.choice.empty()) request.choice = state.options.choice;
    if (!request.depth) request.depth = state.options.depth;
}

}  // namespace sweep::app
