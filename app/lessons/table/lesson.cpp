// The lesson on tables: its key, its player, its controls and its options.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/lessons/table/view.h"
#include "app/ui/widgets.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// Left, top, right and bottom, in any order of the two sides, and beyond the picture if they like.
void set_table_box(Settings& s, const std::string& text) {
    const std::vector<double> at = parse_numbers("--table-box", text);
    const auto apart = [&](std::size_t a, std::size_t b) {
        return std::max(at[a], at[b]) > 0 && std::min(at[a], at[b]) < 1;
    };
    if (at.size() != 4 || !apart(0, 2) || !apart(1, 3))
        throw Error(ExitCode::usage,
                    fmt::format("--table-box '{}' is no box in the picture: write it like 0.25,0.25,0.5,0.75",
                                text.substr(0, 60)));
    s.teach.table.box = {std::min(at[0], at[2]), std::min(at[1], at[3]), std::max(at[0], at[2]),
                         std::max(at[1], at[3])};
}

std::string table_box_text(const Settings& s) {
    std::string text;
    for (const double part : s.teach.table.box) text += (text.empty() ? "" : ",") + number_text(part);
    return text;
}

void go(TeachSettings& teach, bool to_end) {
    teach.table.at = to_end ? table_sweeps : 0;
    teach.table.plays = false;
}

bool go_to_part(TeachSettings& teach, int way) {
    teach.table.at = next_part(teach.table.at, way, table_sweeps);
    teach.table.plays = false;
    return true;
}

void controls(TeachSettings& teach, bool) {
    constexpr std::array<const char*, 3> views{"a box", "sweeps", "errors"};
    if (const int clicked = choice("table", views, int(teach.table.shows)); clicked >= 0) {
        teach.table.shows = TableShow(clicked);
        teach.table.plays = teach.table.shows == TableShow::sweep;
    }
    hint(
        "A box whose sum is four numbers of the table, the two sweeps that make the table, or how wrong its "
        "means are at each place.");
}

void add_options(std::vector<ViewOption>& rows) {
    rows.push_back(word_option(
        "table-shows", "Of the table: a box, its sweeps, or its errors (default box)", table_show_words,
        [](auto& s) -> auto& { return s.teach.table.shows; }));
    rows.push_back(word_option(
        "table-precision", "The numbers of this table (default auto: float)", precision_words,
        [](auto& s) -> auto& { return s.teach.table.precision; }));
    rows.push_back({"table-box", "X0,Y0,X1,Y1",
                    "The table's box, in fractions of the picture (default 0.35,0.3,0.65,0.7)", set_table_box,
                    table_box_text});
    rows.push_back(place_option(
        "table-at", "P", "How many of its two sweeps are done (default 0.6)", 0, table_sweeps,
        [](auto& s) -> auto& { return s.teach.table.at; }));
    rows.push_back(switch_option(
        "table-plays", "Play its sweeps (default off)",
        [](auto& s) -> auto& { return s.teach.table.plays; }));
}

}  // namespace

constinit const LessonInfo TableView::lesson{
    .button = "sums",
    .about = "sums over boxes from a table",
    .action = "sums",
    .action_help = "Sums over boxes, from the corners of a table",
    .key = '$',
    .option = "table",
    .option_help = "Show sums over boxes from the corners of a summed-area table (default off)",
    .make = []() -> std::unique_ptr<LessonView> { return std::make_unique<TableView>(); },
    .plays = [](TeachSettings& teach) -> bool& { return teach.table.plays; },
    .go = go,
    .go_to_part = go_to_part,
    .controls = controls,
    .add_options = add_options,
};

}  // namespace sweep::app
