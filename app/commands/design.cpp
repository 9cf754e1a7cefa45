// sweep design: prints a filter as a function in another language.
#include <algorithm>
#include <array>
#include <utility>

#include "app/base/terminal.h"
#include "app/command_line/options.h"
#include "app/commands/commands.h"
#include "app/views/tune/filter_code.h"

namespace sweep::app {
namespace {

constexpr const char* design_help = R"(Prints a filter as a function in another language.

Examples:
  sweep design --sigma 5 --boundary mirror
  sweep design --filter butterworth --order 4 --cutoff 0.1 --as numpy
  sweep design --sigma 2 --derivative 1,0 --as json

The function runs both passes over a line, in place, with the states that the boundary gives at its ends. It needs
nothing of Sweep, and has three numbers to test it with. GLSL reads and writes through functions of yours. Where the
axes differ, each has a function.
)";

struct DesignOptions : RequestOptions {
    CodeLanguage language = CodeLanguage::cpp;
    // Taken and without effect.
    std::string no_tuning;
    std::optional<Size> no_size;
};

void add_options(OptionAdder& to, DesignOptions& options) {
    to.value("--as", "LANGUAGE",
             "cpp, numpy, matlab, glsl, json, or options: of the command line (default cpp)",
             [&](const std::string& text) {
                 std::array<std::pair<std::string_view, CodeLanguage>, code_languages.size()> words;
                 std::transform(code_languages.begin(), code_languages.end(), words.begin(),
                                [](const CodeInfo& code) { return std::pair(code.word, code.language); });
                 options.language = parse_word("--as", text, words);
             });
    add_rows(to, OptionOf::all, take_row_into(options.request));
    add_tuning(to, options.no_tuning);
    add_size(to, "Not used: a filter is the same for every size", options.no_size);
}

void check(DesignOptions& options, const Given& given) {
    refuse_both(given);
    refuse_following(options.request);
    check_request(options.request);
    // The later rows say how the filter is solved.
    const std::span<const FilterOption> rows = filter_options();
    const std::size_t own = std::size_t(find_filter_option("boundary") + 1 - rows.data());
    std::vector<std::string> idle;
    for (const FilterOption& row : rows.subspan(own))
        if (given("--" + row.name)) idle.push_back("--" + row.name);
    for (const char* name : {"--tuning", "--size"})
        if (given(name)) idle.emplace_back(name);
    const std::string here = no_effect(idle, "sweep design");
    options.note = no_effect(given, {options.request}, rows.first(own));
    if (!options.note.empty() && !here.empty()) options.note += "; ";
    options.note += here;
}

void run(DesignOptions& options) {
    print(stdout, filter_code(options.request.problem(), options.language));
}

}  // namespace

Command design_command() {
    return command<DesignOptions>({"design", add_options, check}, design_help, run);
}

}  // namespace sweep::app
