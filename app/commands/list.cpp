// sweep list: filters, algorithms, boundaries, engines or recent pictures, a line each.
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/work/options/option_values.h"
#include "app/work/request/filter_settings.h"
#include "app/work/user/user_settings.h"
#include "core/base/printable.h"
#include "core/design/design.h"
#include "core/plan/offers.h"
#include "core/problem/accuracy.h"
#include "engines/start.h"

namespace sweep::app {
namespace {

void named_line(std::string_view name, std::string_view text) {
    fmt::print("{:<12} {}\n", name, text);
}

// The error of a filter in float32 blocks, found by trial with the default parameters.
std::string loss(FilterKind kind) {
    FilterSpec spec;
    spec.kind = kind;
    const FilterDesign filter = design(spec);
    return fmt::format(
        "; float32 loses {:.0e} of the largest output",
        block_error(filter.columns, form_of(filter, Realisation::delta), BoundaryKind::clamp, 1024));
}

void list_filters() {
    for (const KindInfo& kind : filter_kinds()) {
        std::string text(kind.text);
        if (kind.kind == FilterKind::iir)
            text += fmt::format(
                "; the error of float32 is found by trial, and beyond {:.0e} and above order 8 auto "
                "takes rt64, which is slower",
                tried_tolerance({}));
        else if (kind.design)
            text += loss(kind.kind);
        named_line(kind.word, text);
    }
}

// Prints the table of core/families/algorithms.h.
void list_algorithms() {
    for (const AlgorithmInfo& a : algorithms()) {
        std::string engines;
        for (const EngineOffers* engine : sweep::engines())
            if (has_algorithm(engine->engine, a.algorithm))
                engines += (engines.empty() ? "" : ", ") + std::string(name_of(engine->engine).word);
        fmt::print("{:<20} {:<17} {}\n", a.name, engines, a.text);
    }
}

void list_boundaries() {
    for (const BoundaryInfo& boundary : boundary_table) named_line(boundary.usage, boundary.text);
}

void list_engines() {
    named_line("auto", name_of(pick_engine(EngineKind::automatic).kind).word);
    for (const EngineEntry& engine : engine_entries()) {
        const Availability found = engine.availability();
        named_line(name_of(engine.kind).word, (found.usable ? "usable: " : "not usable: ") + found.text);
    }
}

// Prints the recent pictures of the window, the newest first, with their numbers for --recent.
void list_recent() {
    const auto file = user_settings_file();
    if (!file) return;
    int number = 0;
    for (const RecentPicture& recent : load_user_settings(*file).recent)
        fmt::print("{:<2} {}{}{}\n", ++number, printable(recent.picture),
                   recent.depth.empty() ? "" : ", depth map " + printable(recent.depth),
                   is_there(recent) ? "" : " (not there now)");
}

constexpr const char* list_help = R"(Lists what is here.

Examples:
  sweep list filters
  sweep list engines
)";

struct ListOptions : CommandOptions {
    std::string what;
};

constexpr std::array<std::pair<std::string_view, void (*)()>, 5> lists{{{"filters", list_filters},
                                                                        {"algorithms", list_algorithms},
                                                                        {"boundaries", list_boundaries},
                                                                        {"engines", list_engines},
                                                                        {"recent", list_recent}}};

void add_options(OptionAdder& to, ListOptions& options) {
    to.argument("WHAT", "filters, algorithms, boundaries, engines, or recent: pictures that were open", true,
                [&](const std::string& text) { options.what = text; });
}

void check(ListOptions& options, const Given&) {
    parse_word("the list", options.what, lists);
}

void run(ListOptions& options) {
    parse_word("the list", options.what, lists)();
}

}  // namespace

Command list_command() {
    return command<ListOptions>({"list", add_options, check}, list_help, run);
}

}  // namespace sweep::app
