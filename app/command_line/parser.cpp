#include "app/command_line/parser.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/work/options/option_values.h"

namespace sweep::app {
namespace {

// Formats the help as CLI11 does, but with the examples first.
class HelpFormatter : public CLI::Formatter {
  public:
    explicit HelpFormatter(const Command& command) : command_(command) {
        column_width(first_column);
        label("REQUIRED", "");
        label("TEXT", "");
    }

    std::string make_description(const CLI::App*) const override { return command_.help + "\n"; }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        std::string usage = "Usage: " + name + " [options]";
        if (command_.name == "filter")
            return usage + " IN OUT\n       " + name + " [options] IN .. --out PATTERN\n";
        for (const CLI::Option* option : app->get_options())
            if (option->get_positional())
                usage += option->get_required() ? " " + option->get_name(true)
                                                : " [" + option->get_name(true) + "]";
        return usage + (command_.name.empty() ? "\n       " + name + " COMMAND ...\n" : "\n");
    }
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
        const std::string name = CLI::Formatter::make_option_name(option, is_positional);
        return name.substr(0, name.find('{'));  // CLI11 adds "{false}" to --no-linear
    }
    // Breaks the text into lines that fit into a terminal: CLI11 indents what follows a line break.
    std::string make_option_desc(const CLI::Option* option) const override {
        std::string text = CLI::Formatter::make_option_desc(option);
        std::size_t begin = 0;
        while (text.size() - begin > last_column - first_column) {
            const std::size_t space = text.rfind(' ', begin + last_column - first_column);
            if (space == std::string::npos || space <= begin) break;
            text[space] = '\n';
            begin = space + 1;
        }
        return text;
    }

  private:
    static constexpr std::size_t first_column = 34, last_column = 100;
    const Command& command_;
};

std::string help_text(std::string_view name, CLI::App& app) {
    app.formatter(std::make_shared<HelpFormatter>(*find_command(name)));
    if (!name.empty()) return app.help("sweep");
    for (const Command& command : commands())
        if (!command.name.empty())
            app.add_subcommand(std::string(command.name), command.help.substr(0, command.help.find('\n')));
    return app.help();
}

// What a message of a command calls it: "filter ".
std::string word_before(std::string_view command) {
    return command.empty() ? "" : std::string(command) + " ";
}

[[noreturn]] void refuse_option(const CLI::App& app, std::string_view command, const std::string& name) {
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& long_name : option->get_lnames()) known.push_back("--" + long_name);
        for (const std::string& short_name : option->get_snames()) known.push_back("-" + short_name);
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string_view near = nearest(name, names);
    refuse_usage(fmt::format(
        "unknown option '{}': {}", name,
        near.empty() ? fmt::format("sweep {}--help lists those that there are", word_before(command))
                     : fmt::format("did you mean {}?", near)));
}

// Turns "--name value" into "--name=value", so that a value may begin with a minus sign. Refuses an unknown option, and
// names the nearest known one.
std::vector<std::string> join_values(CLI::App& app, std::string_view command,
                                     const std::vector<std::string>& arguments) {
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (argument == "--") {
            joined.insert(joined.end(), arguments.begin() + std::ptrdiff_t(i), arguments.end());
            break;
        }
        if (argument.size() < 2 || argument[0] != '-') {
            joined.push_back(argument);
            continue;
        }
        const std::string name = argument.substr(0, argument.find('='));
        const CLI::Option* option = app.get_option_no_throw(name);
        if (!option) refuse_option(app, command, name);
        const bool is_whole = argument == name;
        // An option whose value may be left out takes the next argument only if that is a number, or the address that
        // this option takes.
        if (option->get_items_expected_min() == 0 && option->get_items_expected_max() > 0) {
            const char* const letters =
                option->get_type_name().starts_with("ADDRESS") ? "0123456789.:" : "0123456789";
            const bool counts = is_whole && i + 1 < arguments.size() && !arguments[i + 1].empty() &&
                                arguments[i + 1].find_first_not_of(letters) == std::string::npos;
            joined.push_back(!is_whole ? argument
                                       : name + "=" + (counts ? arguments[++i] : option->get_default_str()));
            continue;
        }
        if (option->get_items_expected_min() == 0) {
            if (!is_whole) refuse_usage(fmt::format("the option {} takes no value", name));
            joined.push_back(argument);
            continue;
        }
        std::string value;
        if (!is_whole)
            value = argument.substr(name.size() + 1);
        else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--"))
            value = arguments[++i];
        if (value.empty())
            refuse_usage(
                fmt::format("the option {} needs a value: {} {}", name, name, option->get_type_name()));
        joined.push_back(name + "=" + value);
    }
    return joined;
}

// The options of a command as CLI11 has them.
std::unique_ptr<CLI::App> make_app(std::string_view command, const AddOptions& add) {
    auto app = std::make_unique<CLI::App>("", command.empty() ? "sweep" : std::string(command));
    app->set_help_flag("-h,--help", "Print this help");
    OptionAdder to(*app);
    add(to);
    return app;
}

}  // namespace

void OptionAdder::argument(const std::string& name, const std::string& help, bool is_required,
                           const Take& take) {
    app_.add_option_function<std::string>(name, take, help)->required(is_required);
}

void OptionAdder::arguments(const std::string& name, const std::string& help,
                            std::vector<std::string>& into) {
    app_.add_option(name, into, help);
}

void OptionAdder::value(const std::string& name, const std::string& type, const std::string& help,
                        const Take& take) {
    CLI::Option* const option = app_.add_option_function<std::string>(name, take, help)
                                    ->type_name(type)
                                    ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    if (!title_.empty()) option->group(title_);
}

void OptionAdder::value(const std::string& name, const std::string& type, const std::string& help,
                        std::optional<std::string>& into) {
    value(name, type, help, [&into](const std::string& text) { into = text; });
}

void OptionAdder::value_or(const std::string& usual, const std::string& name, const std::string& type,
                           const std::string& help, const Take& take) {
    value(name, type, help, take);
    app_.get_option(name)->expected(0, 1)->default_str(usual);
}

void OptionAdder::flag(const std::string& name, const std::string& help, bool& into) {
    app_.add_flag(name, into, help);
}

void OptionAdder::on_or_off(const std::string& name, const std::string& help, const Take& take) {
    app_.add_flag_function(
        "--" + name + ",!--no-" + name, [take](std::int64_t count) { take(count > 0 ? "on" : "off"); }, help);
}

void OptionAdder::text(const std::string& name, const std::string& help, std::string (*text)()) {
    app_.add_flag_callback(
        name, [text] { throw TextIsAsked{text()}; }, help);
}

bool Given::operator()(const std::string& name) const {
    const CLI::Option* option = app_.get_option_no_throw(name);
    return option && option->count() > 0;
}

void read_arguments(std::string_view command, const std::vector<std::string>& arguments,
                    const AddOptions& add, const std::function<void(const Given&)>& check) {
    const std::unique_ptr<CLI::App> app = make_app(command, add);
    try {
        std::vector<std::string> joined = join_values(*app, command, arguments);
        std::reverse(joined.begin(), joined.end());  // CLI11 takes arguments from the back
        app->parse(joined);
    } catch (const CLI::CallForHelp&) {
        throw TextIsAsked{help_text(command, *app)};
    } catch (const CLI::ExtrasError&) {
        if (const CLI::Option* image = app->get_option_no_throw("IMAGE"); image && image->count() > 0)
            check_image_is_no_command(image->results().front());
        refuse_usage(fmt::format("'{}' is one argument too many: sweep {}--help says what is expected",
                                 app->remaining().front(), word_before(command)));
    } catch (const CLI::RequiredError& error) {
        refuse_usage(
            fmt::format("{}: sweep {}--help says what is expected", error.what(), word_before(command)));
    } catch (const CLI::ParseError& error) {
        refuse_usage(error.what());
    }
    check({*app, arguments});
}

std::vector<std::string> join_arguments(const AddOptions& add, const std::vector<std::string>& arguments) {
    return join_values(*make_app("", add), "", arguments);
}

bool has_option(const AddOptions& add, const std::string& name) {
    return make_app("", add)->get_option_no_throw("--" + name);
}

const Command* find_command(std::string_view name) {
    const auto found = std::find_if(commands().begin(), commands().end(),
                                    [&](const Command& command) { return command.name == name; });
    return found == commands().end() ? nullptr : &*found;
}

std::vector<std::string_view> command_words() {
    std::vector<std::string_view> words;
    for (const Command& command : commands())
        if (!command.name.empty()) words.push_back(command.name);
    words.emplace_back("help");
    return words;
}

std::string command_among(const std::vector<std::string>& joined_arguments) {
    const std::vector<std::string_view> words = command_words();
    for (const std::string& argument : joined_arguments) {
        if (argument == "--") break;  // files follow
        if (argument.size() > 1 && argument[0] == '-') continue;
        return std::find(words.begin(), words.end(), argument) == words.end() ? "" : argument;
    }
    return "";
}

void check_image_is_no_command(const std::string& image) {
    std::error_code error;
    if (image == "-" || image.find_first_of("./\\") != std::string::npos ||
        std::filesystem::exists(image, error))
        return;
    refuse_usage(
        fmt::format("'{}' is neither a command nor a file{}", image, advice(image, command_words())));
}

}  // namespace sweep::app
