// The passes and the blocks as lessons: their keys, their player, their controls and their options.
#include <algorithm>

#include "app/lessons/passes/passes.h"
#include "app/lessons/teach/lessons.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

bool& playing(TeachSettings& teach) {
    return teach.playing;
}

void go(TeachSettings& teach, bool to_end) {
    if (shows_glass(teach)) {
        teach.glass.moment = to_end ? last_moment : 0;
        return;
    }
    progress_of(teach) = to_end ? all_passes : 0;
    teach.enlarged = -1;
    if (to_end) teach.playing = false;
}

bool go_to_part(TeachSettings& teach, int way) {
    if (shows_glass(teach)) return false;
    double& progress = progress_of(teach);
    progress = next_part(progress, way, all_passes);
    teach.playing = false;
    teach.enlarged = -1;
    return true;
}

void controls_of_passes(TeachSettings& teach, bool more) {
    if (more) ImGui::Checkbox("dim what is not filtered", &teach.dims);
    if (more) hint("Darkens what the pass has not reached.");
    if (more || shows_fault(teach)) BrokenView::controls(teach);
}

void add_options_of_blocks(std::vector<ViewOption>& rows) {
    BrokenView::add_options(rows);
    GlassView::add_options(rows);
    rows.push_back(place_option(
        "block-progress", "P", "In the block algorithm, how many stages are done (default 0.3)", 0, 4,
        [](auto& s) -> auto& { return s.teach.block_progress; }));
}

}  // namespace

constinit const LessonInfo passes_lesson{
    .button = "passes",
    .about = "the passes one after the other",
    .plays = playing,
    .go = go,
    .go_to_part = go_to_part,
    .controls = controls_of_passes,
};

constinit const LessonInfo blocks_lesson{
    .button = "blocks",
    .about = "the stages in which they run on blocks",
    .action = "blocks",
    .action_help = "The block algorithm, and back to the passes",
    .key = 'l',
    .option = "blocks",
    .option_help = "Show the block algorithm in place of the passes (default off)",
    .plays = playing,
    .go = go,
    .go_to_part = go_to_part,
    .controls = [](TeachSettings& teach, bool) { BrokenView::controls(teach); },
    .add_options = add_options_of_blocks,
};

}  // namespace sweep::app
