// The replay as a lesson: its key, its player, its controls and its options.
#include <algorithm>
#include <array>

#include "app/replay/view.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

void go(TeachSettings& teach, bool to_end) {
    teach.replay.at = to_end ? 1 : 0;
    teach.replay.plays = false;
}

void controls(TeachSettings& teach, bool) {
    constexpr std::array<ChoiceEntry, 5> others{
        {{"alone"}, {"beside rt"}, {"beside 4"}, {"beside 5"}, {"beside 7"}}};
    constexpr std::array<const char*, 5> names{"", "rt", "4", "5", "7"};
    const auto chosen = std::find(names.begin(), names.end(), teach.replay.beside) - names.begin();
    if (const int clicked = choice("beside", others, int(chosen), 3); clicked >= 0)
        teach.replay.beside = names[std::size_t(clicked)];
    hint("Runs another algorithm on the same picture too, and shows both on one axis of time.");
}

void add_options(std::vector<ViewOption>& rows) {
    rows.push_back(place_option(
        "replay-at", "P", "How far the replay has come, from 0 to 1 (default 0)", 0, 1,
        [](auto& s) -> auto& { return s.teach.replay.at; }));
    rows.push_back(
        {"replay-beside", "ALGORITHM", "Replay another algorithm on the same axis of time (default none)",
         [](Settings& s, const std::string& text) {
             if (text != "none") parse_algorithm("--replay-beside", text);
             s.teach.replay.beside = text == "none" ? "" : text;
         },
         [](const Settings& s) { return s.teach.replay.beside.empty() ? "none" : s.teach.replay.beside; }});
    rows.push_back(switch_option(
        "replay-plays", "Play it (default on)", [](auto& s) -> auto& { return s.teach.replay.plays; }));
}

}  // namespace

constinit const LessonInfo ReplayView::lesson{
    .button = "real run",
    .about = "when each block of a real run ran",
    .action = "replay",
    .action_help = "A real run of the filter, slowed down",
    .key = '&',
    .option = "replay",
    .option_help = "Show when and on which processor each block of a real run ran (default off)",
    .make = []() -> std::unique_ptr<LessonView> { return std::make_unique<ReplayView>(); },
    .plays = [](TeachSettings& teach) -> bool& { return teach.replay.plays; },
    .go = go,
    .controls = controls,
    .add_options = add_options,
    .has_charts = true,
};

}  // namespace sweep::app
