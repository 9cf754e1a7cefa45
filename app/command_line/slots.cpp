#include "app/command_line/slots.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/work/options/filter_options.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// Parses the filter of a slot, options of a command line with or without their dashes: "sigma=12
// boundary=mirror".
FilterSettings parse_slot(const std::string& option, const std::string& text) {
    FilterSettings slot;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find(' ', from), text.size());
        std::string argument = text.substr(from, to - from);
        from = to + 1;
        if (argument.empty() || set_argument(slot, argument)) continue;
        if (argument.starts_with("--")) argument.erase(0, 2);
        throw Error(ExitCode::usage,
                    fmt::format("{}: a slot holds a filter, and '{}' is no option of one: leave it out",
                                option, argument.substr(0, argument.find('=')).substr(0, 40)));
    }
    require_sense(slot);
    return slot;
}

std::string slot_text(const std::optional<FilterSettings>& slot) {
    if (!slot) return "";
    std::string text;
    for (const std::string& argument : filter_arguments(*slot))
        text += (text.empty() ? "" : " ") + argument.substr(2);
    return text.empty() ? "filter=gaussian" : text;
}

}  // namespace

ViewOption slot_option(std::size_t index) {
    const std::string name = fmt::format("slot{}", index + 1);
    return {name, "'OPTIONS'",
            fmt::format("The filter of slot {}, as options: 'sigma=12 order=4'", index + 1),
            [index, option = "--" + name](Settings& s, const std::string& text) {
                s.compare.slot[index].reset();
                if (!text.empty()) s.compare.slot[index] = parse_slot(option, text);
            },
            [index](const Settings& s) { return slot_text(s.compare.slot[index]); }};
}

}  // namespace sweep::app
