// The controls of the view of the passes.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/lessons/teach/lessons.h"
#include "app/lessons/teach/view.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// The choice of a lesson.
struct LessonChoice {
    std::vector<ChoiceEntry> offers;
    std::vector<std::string_view> actions;
    std::string about;  // "The passes one after the other, .., or a figure of the papers."
};

// Made once: the list of lessons does not change.
const LessonChoice& lesson_choice() {
    static const LessonChoice made = [] {
        LessonChoice all;
        for (const LessonInfo* lesson : lessons()) {
            all.offers.push_back({lesson->button});
            if (!lesson->action.empty()) all.actions.push_back(lesson->action);
            if (!all.about.empty()) all.about += lesson == lessons().back() ? ", or " : ", ";
            all.about += lesson->about;
        }
        all.about[0] = 'T';
        all.about += '.';
        return all;
    }();
    return made;
}

}  // namespace

void teach_section(TeachSettings& teach, bool more) {
    heading("INPUT");
    constexpr std::array<ChoiceEntry, 7> inputs{
        {{"picture"}, {"impulse"}, {"step"}, {"checker"}, {"ramp"}, {"ones"}, {"noise"}}};
    if (const int clicked = choice("input", inputs, int(teach.input), 4); clicked >= 0)
        teach.input = TestInput(clicked);
    tip("test-input", "The scene or picture, or a test input whose result can be checked by hand.");
    if (teach.input == TestInput::impulse) ImGui::TextDisabled("Click the picture to move it.");
    if (more && teach.input != TestInput::none) {
        constexpr std::array<const char*, 6> sizes{"16", "32", "64", "128", "256", "512"};
        const int chosen = int(std::lround(std::log2(double(teach.input_size) / 16)));
        const bool is_offered = 16 << std::clamp(chosen, 0, 5) == teach.input_size;
        if (const int clicked = choice("size", sizes, is_offered ? chosen : -1); clicked >= 0)
            teach.input_size = 16 << clicked;
        hint("The width and height in pixels. Magnified pixels show their values.");
    }
    heading("SHOW");
    const LessonChoice& all = lesson_choice();
    const int wanted = choice("lesson", all.offers, int(teach.lesson), 3);
    tip(all.actions, all.about.c_str());
    if (wanted >= 0) {
        teach.lesson = Lesson(wanted);
        teach.enlarged = -1;
    }
    if (const auto controls = info(teach.lesson).controls) controls(teach, more);
}

}  // namespace sweep::app
