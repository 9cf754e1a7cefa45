// The walk as a lesson: its key, its player, its controls and its options.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/walk/view/view.h"
#include "app/ui/widgets.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// Rows are apart by '/', numbers in a row by ','.
void set_walk_numbers(Settings& s, const std::string& text) {
    std::vector<std::vector<double>> rows;
    for (std::size_t from = 0; from <= text.size() && text != "none";) {
        const std::size_t end = std::min(text.find('/', from), text.size());
        rows.push_back(parse_numbers("--walk-numbers", text.substr(from, end - from)));
        from = end + 1;
    }
    for (const std::vector<double>& row : rows)
        if (rows.size() > std::size_t(largest_walk) || row.size() > std::size_t(largest_walk) ||
            row.size() != rows.front().size() ||
            std::any_of(row.begin(), row.end(), [](double v) { return !(std::abs(v) <= 1e6); }))
            throw Error(
                ExitCode::usage,
                fmt::format(
                    "--walk-numbers '{}': rows of equally many numbers, up to {} x {}, each up to 1e6, "
                    "like 1,2,3/4,5,6",
                    text.substr(0, 40), largest_walk, largest_walk));
    s.teach.walk.numbers = std::move(rows);
}

void go(TeachSettings& teach, bool to_end) {
    teach.walk.step = to_end ? 1e3 : 0;  // the last one, however many there are
    teach.walk.plays = false;
}

void controls(TeachSettings& teach, bool) {
    constexpr std::array<const char*, 4> sizes{"8 x 8", "12 x 12", "16 x 16", "32 x 32"};
    constexpr std::array<int, 4> sides{8, 12, 16, 32};
    const auto chosen = std::find(sides.begin(), sides.end(), teach.walk.size) - sides.begin();
    if (const int clicked = choice("cut", sizes, int(chosen)); clicked >= 0)
        teach.walk.size = sides[std::size_t(clicked)];
    hint("How much of the picture is walked through, around the middle.");
    constexpr std::array<const char*, 2> blocks{"blocks of 4", "blocks of 8"};
    if (const int clicked = choice("blocks", blocks, teach.walk.block == 8 ? 1 : 0); clicked >= 0)
        teach.walk.block = clicked == 1 ? 8 : 4;
    hint("On a GPU blocks have 32 to 128 pixels; the steps are the same.");
    if (!teach.walk.numbers.empty() && ImGui::Button("back to the picture")) teach.walk.numbers.clear();
}

void add_options(std::vector<ViewOption>& rows) {
    rows.push_back({"walk-step", "K", "The step of the walk, from 1 (default 1)",
                    [](Settings& s, const std::string& text) {
                        s.teach.walk.step = parse_integer("--walk-step", text, 1, 1000) - 1;
                    },
                    [](const Settings& s) { return std::to_string(int(s.teach.walk.step) + 1); },
                    [](Settings& to, const Settings& from) { to.teach.walk.step = from.teach.walk.step; }});
    rows.push_back(integer_option(
        "walk-size", "PIXELS", "The side of the walk's cut (default 8)", smallest_walk, largest_walk,
        [](auto& s) -> auto& { return s.teach.walk.size; }));
    rows.push_back(integer_option(
        "walk-block", "B", "The side of its blocks (default 4)", 2, largest_walk,
        [](auto& s) -> auto& { return s.teach.walk.block; }));
    rows.push_back({"walk-numbers", "ROWS", "Numbers to walk through in place of the picture: 1,2,3/4,5,6",
                    set_walk_numbers, [](const Settings& s) { return numbers_text(s.teach.walk); }});
}

}  // namespace

std::string numbers_text(const WalkSettings& walk) {
    std::string text;
    for (const std::vector<double>& row : walk.numbers) {
        if (!text.empty()) text += '/';
        for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "," : "") + number_text(row[i]);
    }
    return text.empty() ? "none" : text;
}

constinit const LessonInfo WalkView::lesson{
    .button = "numbers",
    .about = "every number of a small picture",
    .action = "walk",
    .action_help = "Every number of a small picture, step by step",
    .key = '#',
    .option = "walk",
    .option_help = "Show every number of a small cut of the picture, step by step (default off)",
    .make = []() -> std::unique_ptr<LessonView> { return std::make_unique<WalkView>(); },
    .plays = [](TeachSettings& teach) -> bool& { return teach.walk.plays; },
    .go = go,
    .controls = controls,
    .add_options = add_options,
};

}  // namespace sweep::app
