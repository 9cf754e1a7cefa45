// sweep sigma: the size of a Gaussian in the words of other programs.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/base/terminal.h"
#include "app/commands/commands.h"
#include "app/work/options/option_values.h"
#include "core/base/error.h"
#include "core/design/sigma_table.h"

namespace sweep::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* sigma_help = R"(Says the size of a Gaussian in the words of other programs.

Examples:
  sweep sigma 4
  sweep sigma --from fwhm 9.4
  sweep sigma --from css-blur 8px
  sweep sigma --from opencv-ksize 31 --json

VALUE is sigma in pixels, or what --from names. docs/sigma.md has the formulas and their sources.
)";

struct SigmaOptions : CommandOptions {
    std::string value, from = "sigma";
    bool json = false;
    double sigma = 0;
};

std::vector<std::string_view> names_from() {
    std::vector<std::string_view> names;
    for (const SigmaRow& row : sigma_rows())
        if (row.sigma) names.push_back(row.name);
    return names;
}

void add_options(OptionAdder& to, SigmaOptions& options) {
    to.argument("VALUE", "a number, which may end with px", true,
                [&](const std::string& text) { options.value = text; });
    to.value("--from", "NAME",
             fmt::format("what VALUE is: {} (default sigma)", fmt::join(names_from(), ", ")),
             [&](const std::string& text) { options.from = text; });
    to.flag("--json", "Print JSON, with formulas and sources", options.json);
}

void check(SigmaOptions& options, const Given&) {
    const SigmaRow* row = find_sigma_row(options.from);
    if (!row) refuse_word("--from", options.from, names_from());
    if (!row->sigma)
        throw Error(ExitCode::usage, fmt::format("--from {}: several sigmas have the same; use one of {}",
                                                 row->name, fmt::join(names_from(), ", ")));
    std::string_view number = options.value;
    if (number.ends_with("px")) number.remove_suffix(2);
    const double value = parse_number("VALUE", number);
    const std::optional<double> sigma = sigma_of(*row, value);
    if (!sigma)
        throw Error(ExitCode::usage,
                    fmt::format("{} {} is no blur: no Gaussian has it", row->name, options.value));
    options.sigma = *sigma;
}

Json as_json(double sigma) {
    Json json{{"sigma", sigma}, {"rows", Json::array()}};
    for (const SigmaRow& row : sigma_rows())
        json["rows"].push_back({{"name", row.name},
                                {"text", row.text},
                                {"unit", row.unit},
                                {"values", row.values(sigma)},
                                {"formula", row.formula},
                                {"source", row.source}});
    return json;
}

void run(SigmaOptions& options) {
    if (options.json) return print(stdout, as_json(options.sigma).dump(2) + "\n");
    std::string text;
    for (const SigmaRow& row : sigma_rows())
        text += fmt::format("{:<17} {:<18} {}\n", row.name,
                            fmt::format("{} {}", sigma_text(row, options.sigma), row.unit), row.text);
    print(stdout, text);
}

}  // namespace

Command sigma_command() {
    return command<SigmaOptions>({"sigma", add_options, check}, sigma_help, run);
}

}  // namespace sweep::app
