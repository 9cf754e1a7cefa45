// The figures as a lesson: its key, its player and its options.
#include "app/lessons/figures/view.h"

namespace sweep::app {
namespace {

void go(TeachSettings& teach, bool to_end) {
    teach.figure = to_end ? figure_words.back().second : figure_words.front().second;
}

void add_options(std::vector<ViewOption>& rows) {
    rows.push_back(word_option(
        "figure-shown", "Which figure (default boundaries)", figure_words,
        [](auto& s) -> auto& { return s.teach.figure; }));
}

}  // namespace

constinit const LessonInfo FigureView::lesson{
    .button = "figures",
    .about = "a figure of the papers",
    .action = "figure",
    .action_help = "A figure of the papers, computed live",
    .key = '*',
    .option = "figure",
    .option_help = "Show a figure of the papers, computed live (default off)",
    .make = []() -> std::unique_ptr<LessonView> { return std::make_unique<FigureView>(); },
    .go = go,
    .add_options = add_options,
};

}  // namespace sweep::app
