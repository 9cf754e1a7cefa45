#include "app/picture_state.h"

#include <fmt/format.h>

#include "app/view_options.h"
#include "core/error.h"
#include "core/image_file.h"

namespace sweep::app {
namespace {

constexpr std::string_view program = "sweep";

// Behind the program's name.
std::vector<std::string> arguments_of(const std::string& state) {
    std::vector<std::string> words = shell_words(state);
    words.erase(words.begin());
    return words;
}

}  // namespace

bool is_state(std::string_view label) {
    const std::vector<std::string> words = shell_words(label);
    return !words.empty() && words.front() == program;
}

Options options_of_state(const std::string& state) {
    Options options = parse_options(arguments_of(state));
    if (options.command != Command::window)
        throw Error(ExitCode::usage, fmt::format("'{}' shows no window", state));
    return options;
}

Options with_state_of(const Options& options, std::vector<std::string> arguments) {
    const std::string label = label_of(*options.state_of);
    if (!is_state(label))
        throw Error(
            ExitCode::unreadable_input,
            fmt::format(
                "--state-of '{}': it holds no state of Sweep: pictures saved by F12 and by `sweep shot` do",
                *options.state_of));
    const Options state = options_of_state(label);
    std::vector<std::string> all;
    for (std::string& argument : arguments_of(label)) {
        const bool of_picture = !argument.starts_with("--") || argument.starts_with("--depth=");
        if (!of_picture) all.push_back(std::move(argument));
    }
    // What is said on the command line comes later, and stands; the command comes first.
    const bool is_window = options.command == Command::window;
    if (!is_window) all.insert(all.begin(), arguments.front());
    all.insert(all.end(), arguments.begin() + !is_window, arguments.end());
    Options both = parse_options(all);
    if (!both.in && !both.recent) {
        both.in = state.in;
        if (!both.depth) both.depth = state.depth;
    }
    return both;
}

}  // namespace sweep::app
