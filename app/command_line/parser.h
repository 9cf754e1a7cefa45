// How a command line is read: the table of commands, and the options of one. Nothing here looks at files or at the
// machine.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace sweep::app {

// Takes the options of a command, in the order of its help. Values stay text, since CLI11's numbers depend on the
// locale.
class OptionAdder {
  public:
    using Take = std::function<void(const std::string& text)>;

    explicit OptionAdder(CLI::App& app) : app_(app) {}

    // An argument that is no option.
    void argument(const std::string& name, const std::string& help, bool is_required, const Take& take);
    // As many of them as there are.
    void arguments(const std::string& name, const std::string& help, std::vector<std::string>& into);
    // An option with a value; if it is given twice, the last one counts.
    void value(const std::string& name, const std::string& type, const std::string& help, const Take& take);
    void value(const std::string& name, const std::string& type, const std::string& help,
               std::optional<std::string>& into);
    // An option whose value may be left out; it is `usual` then.
    void value_or(const std::string& usual, const std::string& name, const std::string& type,
                  const std::string& help, const Take& take);
    void flag(const std::string& name, const std::string& help, bool& into);
    // --name and --no-name; takes "on" or "off".
    void on_or_off(const std::string& name, const std::string& help, const Take& take);
    // An option that prints a text in place of all else.
    void text(const std::string& name, const std::string& help, std::string (*text)());
    // The options that are added from here on have this title in the help.
    void title(const std::string& title) { title_ = title; }

  private:
    CLI::App& app_;
    std::string title_;
};

// What stands in a command line.
class Given {
  public:
    Given(const CLI::App& app, const std::vector<std::string>& arguments)
        : app_(app), arguments_(arguments) {}

    // Whether it has this option, such as "--sigma".
    bool operator()(const std::string& name) const;
    // Without the names of the program and of the command.
    const std::vector<std::string>& arguments() const { return arguments_; }

  private:
    const CLI::App& app_;
    const std::vector<std::string>& arguments_;
};

// What the command line of any command leaves.
struct CommandOptions {
    virtual ~CommandOptions() = default;

    std::string tuning;  // --tuning (app/work/engines/tuning_choice.h)
    std::string note;    // says which of the given options have no effect; may be empty
};

// How the options of a command are read.
template <class Options>
struct Syntax {
    std::string_view command;  // its name; empty: the window
    void (*add)(OptionAdder&, Options&);
    // Checks the options against each other. Throws Error(usage).
    void (*check)(Options&, const Given&);
};

// A command line that asks for a text: help, or the version.
struct TextIsAsked {
    std::string text;
};

using AddOptions = std::function<void(OptionAdder&)>;

// Reads the arguments of a command, without its name. Throws Error(usage), with one line of text, or TextIsAsked.
void read_arguments(std::string_view command, const std::vector<std::string>& arguments,
                    const AddOptions& add, const std::function<void(const Given&)>& check);

template <class Options>
Options read_arguments(const Syntax<Options>& syntax, const std::vector<std::string>& arguments) {
    Options options;
    read_arguments(
        syntax.command, arguments, [&](OptionAdder& to) { syntax.add(to, options); },
        [&](const Given& given) { syntax.check(options, given); });
    return options;
}

// The arguments with each option in one piece, "--name=value". Throws Error(usage) for an unknown option.
std::vector<std::string> join_arguments(const AddOptions& add, const std::vector<std::string>& arguments);
// Whether there is an option of this name, without its dashes.
bool has_option(const AddOptions& add, const std::string& name);

// A command line that can be run.
struct CommandLine {
    std::shared_ptr<const CommandOptions> options;
    std::function<void()> run;
};

// A row of the table of commands.
struct Command {
    std::string_view name;  // empty: the window
    std::string help;       // what it does, in its first line, and examples; its options follow
    std::function<CommandLine(const std::vector<std::string>& arguments)> read;  // as read_arguments()
};

template <class Options>
Command command(const Syntax<Options>& syntax, std::string help, void (*run)(Options&)) {
    return {syntax.command, std::move(help), [syntax, run](const std::vector<std::string>& arguments) {
                const auto options = std::make_shared<Options>(read_arguments(syntax, arguments));
                return CommandLine{options, [options, run] { run(*options); }};
            }};
}

// The table (app/commands/table.cpp): the window, then the commands in the order of the help.
std::span<const Command> commands();

// The command of this name; null: there is none.
const Command* find_command(std::string_view name);
// The names of the commands, and help, which is none.
std::vector<std::string_view> command_words();
// The one of these words that is the first argument but for options, each in one piece; empty: it is none of them.
std::string command_among(const std::vector<std::string>& joined_arguments);

// Throws Error(usage) for a name that is not a file and does not look like one, so that "sweep filer a.png"
// opens no window.
void check_image_is_no_command(const std::string& image);

}  // namespace sweep::app
