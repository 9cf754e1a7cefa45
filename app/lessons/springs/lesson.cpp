// The lesson on weights as springs: its player and its options.
#include "app/lessons/springs/view.h"

namespace sweep::app {
namespace {

void go(TeachSettings& teach, bool to_end) {
    teach.springs.step = to_end ? spring_steps - 1 : 0;
    teach.springs.plays = false;
}

void add_options(std::vector<ViewOption>& rows) {
    rows.push_back(number_option(
        "springs-edge", "E", "How far the guide of this row is shut at its edge, from 0 to 1 (default 1)", 0,
        1, [](auto& s) -> auto& { return s.teach.springs.edge; }));
    rows.push_back(place_option(
        "springs-step", "K", "Its step, from 0 to 5 (default 0)", 0, spring_steps - 1,
        [](auto& s) -> auto& { return s.teach.springs.step; }));
}

}  // namespace

constinit const LessonInfo SpringsView::lesson{
    .button = "springs",
    .about = "what an edge does to a carry",
    .action = "springs",
    .action_help = "Weights as springs, and an edge that stops a carry",
    .option = "springs",
    .option_help = "Show a row of pixels with weights as springs, and its carries (default off)",
    .make = []() -> std::unique_ptr<LessonView> { return std::make_unique<SpringsView>(); },
    .plays = [](TeachSettings& teach) -> bool& { return teach.springs.plays; },
    .go = go,
    .add_options = add_options,
};

}  // namespace sweep::app
