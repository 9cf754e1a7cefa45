// The controls of the view of the passes.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>
#include <vector>

#include "app/lessons/teach/lessons.h"
#include "app/lessons/teach/view.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

// The choice of a lesson, made once: the list of lessons does not change.
const std::vector<ChoiceEntry>& lesson_choice() {
    static const std::vector<std::string> sentences = [] {
        std::vector<std::string> made;
        for (const LessonInfo* lesson : lessons()) {
            made.emplace_back(lesson->about);
            made.back()[0] = char(std::toupper(made.back()[0]));
            made.back() += '.';
        }
        return made;
    }();
    static const std::vector<ChoiceEntry> offers = [] {
        std::vector<ChoiceEntry> made;
        for (const LessonInfo* lesson : lessons())
            made.push_back({lesson->button, lesson->action, sentences[made.size()].c_str()});
        return made;
    }();
    return offers;
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
    const int wanted = choice("lesson", lesson_choice(), int(teach.lesson), 3);
    if (wanted >= 0) {
        teach.lesson = Lesson(wanted);
        teach.enlarged = -1;
    }
    if (const auto controls = info(teach.lesson).controls) controls(teach, more);
}

}  // namespace sweep::app
