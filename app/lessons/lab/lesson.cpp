// A student's run as a lesson: its player and its options. None of them names a file.
#include "app/lessons/lab/view.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

constexpr int most_steps = 1000000;

void go(TeachSettings& teach, bool to_end) {
    teach.lab.step = to_end ? most_steps : 0;  // the last one, however many there are
    teach.lab.plays = false;
}

void add_options(std::vector<ViewOption>& rows) {
    rows.push_back({"lab-step", "K", "The step of that run, from 1 (default 1)",
                    [](Settings& s, const std::string& text) {
                        s.teach.lab.step = parse_integer("--lab-step", text, 1, most_steps) - 1;
                    },
                    [](const Settings& s) {
                        return std::to_string(std::min(int(s.teach.lab.step), most_steps - 1) + 1);
                    },
                    [](Settings& to, const Settings& from) { to.teach.lab.step = from.teach.lab.step; }});
}

}  // namespace

constinit const LessonInfo LabView::lesson{
    .button = "lab",
    .about = "the run of your own kernels (sweep lab watch)",
    .action = "lab",
    .action_help = "The run of your own kernels, which sweep lab watch FILE starts",
    .option = "lab",
    .option_help = "Show the run of sweep lab watch (default off)",
    .make = []() -> std::unique_ptr<LessonView> { return std::make_unique<LabView>(); },
    .plays = [](TeachSettings& teach) -> bool& { return teach.lab.plays; },
    .go = go,
    .add_options = add_options,
};

}  // namespace sweep::app
