// The controls of the view of the passes.
#include <algorithm>
#include <cmath>

#include "app/teach/view.h"
#include "app/ui/widgets.h"

namespace sweep::app {

void teach_section(TeachSettings& teach, bool more) {
    heading("INPUT");
    constexpr std::array<Offer, 7> inputs{
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
    constexpr std::array<const char*, 5> lessons{"passes", "blocks", "numbers", "real run", "figures"};
    const int wanted = choice("lesson", lessons, int(teach.lesson));
    tip({"blocks", "walk", "replay", "figure"},
        "The passes one after the other, the stages in which they run on blocks, every number of a small "
        "picture, when each block of a real run ran, or a figure of the papers.");
    if (wanted >= 0) {
        teach.lesson = Lesson(wanted);
        teach.enlarged = -1;
    }
    if (teach.lesson == Lesson::walk) {
        constexpr std::array<const char*, 4> sizes{"8 x 8", "12 x 12", "16 x 16", "32 x 32"};
        constexpr std::array<int, 4> sides{8, 12, 16, 32};
        const auto chosen = std::find(sides.begin(), sides.end(), teach.walk_size) - sides.begin();
        if (const int clicked = choice("cut", sizes, int(chosen)); clicked >= 0)
            teach.walk_size = sides[std::size_t(clicked)];
        hint("How much of the picture is walked through, around the middle.");
        constexpr std::array<const char*, 2> blocks{"blocks of 4", "blocks of 8"};
        if (const int clicked = choice("blocks", blocks, teach.walk_block == 8 ? 1 : 0); clicked >= 0)
            teach.walk_block = clicked == 1 ? 8 : 4;
        hint("On a GPU blocks have 32 to 128 pixels; the steps are the same.");
        if (!teach.walk_numbers.empty() && ImGui::Button("back to the picture")) teach.walk_numbers.clear();
    } else if (teach.lesson == Lesson::blocks) {
        ImGui::Checkbox("drop the carries", &teach.forget_carries);
        tip("forget-carries",
            "Filters each block on its own for some seconds: without the carries the output is incomplete.");
    } else if (more && teach.lesson == Lesson::passes) {
        ImGui::Checkbox("dim what is not filtered", &teach.dims);
        hint("Darkens what the pass has not reached.");
    }
}

}  // namespace sweep::app
