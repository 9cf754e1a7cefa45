// The table of commands, and which of them a command line calls.
#include <algorithm>
#include <array>

#include "app/base/terminal.h"
#include "app/command_line/window_request.h"
#include "app/commands/bench/bench.h"
#include "app/commands/commands.h"

namespace sweep::app {
namespace {

// `sweep help filter` is `sweep filter --help`.
void replace_help(std::vector<std::string>& arguments) {
    arguments.erase(arguments.begin());
    if (arguments.size() > 1) refuse_usage("help takes one command: sweep help filter");
    const std::vector<std::string_view> words = command_words();
    if (!arguments.empty() && std::find(words.begin(), words.end(), arguments[0]) == words.end())
        refuse_word("the command", arguments[0], words);
    if (!arguments.empty() && arguments[0] == "help") arguments.clear();
    arguments.emplace_back("--help");
}

// Takes the name of the command out of the arguments. It may stand behind options of the window, which then have to be
// options of the command, too.
const Command& take_command(std::vector<std::string>& arguments) {
    const Command& window = commands().front();
    if (arguments.empty() || arguments[0] == "--version") return window;
    const Command* command = find_command(arguments[0]);
    if (!command || command == &window) {
        std::vector<std::string> joined = joined_arguments(arguments);
        command = find_command(command_among(joined));
        if (!command || command == &window) return window;
        arguments = std::move(joined);
    }
    arguments.erase(std::find(arguments.begin(), arguments.end(), command->name));
    return *command;
}

}  // namespace

std::span<const Command> commands() {
    static const std::array all{window_command(), filter_command(),   bench_command(),  shot_command(),
                                figure_command(), rehearse_command(), design_command(), sigma_command(),
                                lab_command(),    list_command(),     doctor_command(), tune_command()};
    return all;
}

CommandLine read_command_line(std::vector<std::string> arguments) {
    if (!arguments.empty() && arguments[0] == "help") replace_help(arguments);
    try {
        return take_command(arguments).read(arguments);
    } catch (const TextIsAsked& asked) {
        return {std::make_shared<CommandOptions>(), [text = asked.text] { print(stdout, text); }};
    }
}

}  // namespace sweep::app
