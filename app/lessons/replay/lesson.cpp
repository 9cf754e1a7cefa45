// The replay as a lesson: its key, its player, its controls and its options.
#include <algorithm>
#include <array>

#include "app/lessons/replay/race.h"
#include "app/lessons/replay/view.h"
#include "app/ui/action_rows.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

void go(TeachSettings& teach, bool to_end) {
    teach.replay.at = to_end ? 1 : 0;
    teach.replay.plays = false;
}

// Where bets are taken.
void go_to_start(TeachSettings& teach) {
    go(teach, false);
    teach.replay.beside = meter_runners;
}

void controls(TeachSettings& teach, bool) {
    constexpr std::array<ChoiceEntry, 6> others{
        {{"alone"}, {"against rt"}, {"against 4"}, {"against 5"}, {"against 7"}, {"race of all", "race"}}};
    constexpr std::array<std::string_view, 6> names{"", "rt", "4", "5", "7", meter_runners};
    const auto chosen = std::find(names.begin(), names.end(), teach.replay.beside) - names.begin();
    const int clicked = choice("beside", others, int(chosen), 3);
    hint("Records others on the same picture too, and shows all on one axis of time.");
    if (clicked < 0) return;
    if (names[std::size_t(clicked)] == meter_runners) return go_to_start(teach);
    teach.replay.beside = names[std::size_t(clicked)];
}

void add_options(std::vector<ViewOption>& rows) {
    rows.push_back(place_option(
        "replay-at", "P", "How far the replay has come, from 0 to 1 (default 0)", 0, 1,
        [](auto& s) -> auto& { return s.teach.replay.at; }));
    rows.push_back(
        {"replay-beside", "ALGORITHMS",
         "Race against others, up to 4 with commas, or meter: the race of those in the meter of traffic "
         "(default none)",
         [](Settings& s, const std::string& text) {
             const std::string beside = text == "none" ? "" : text;
             if (beside != meter_runners) runners_of({}, beside);  // throws for what is none
             s.teach.replay.beside = beside;
         },
         [](const Settings& s) { return s.teach.replay.beside.empty() ? "none" : s.teach.replay.beside; }});
    rows.push_back(switch_option(
        "replay-plays", "Play it (default on)", [](auto& s) -> auto& { return s.teach.replay.plays; }));
}

}  // namespace

void ReplayView::add_actions(std::vector<Action>& actions, Settings& settings) {
    ActionRows(actions, group::teach)("race", "A race of algorithms, with bets: keys 1 to 5", {},
                                      [&settings] {
                                          settings.view = View::passes;
                                          settings.teach.lesson = Lesson::replay;
                                          settings.teach.enlarged = -1;
                                          go_to_start(settings.teach);
                                      });
}

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
