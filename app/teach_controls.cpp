// The part of the controls that belongs to the view of the passes.
#include "app/teach_view.h"
#include "app/widgets.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

void teach_section(TeachSettings& teach) {
    heading("INPUT");
    constexpr std::array<const char*, 4> first{"as it is", "impulse", "step", "checker"};
    constexpr std::array<const char*, 3> second{"ramp", "ones", "noise"};
    if (const int clicked = choice("input", first, int(teach.input)); clicked >= 0)
        teach.input = TestInput(clicked);
    if (const int clicked = choice("input 2", second, int(teach.input) - 4); clicked >= 0)
        teach.input = TestInput(clicked + 4);
    if (teach.input != TestInput::none) {
        constexpr std::array<const char*, 6> sizes{"16", "32", "64", "128", "256", "512"};
        const int chosen = int(std::log2(double(teach.input_size) / 16) + 0.5);
        const bool is_offered = 16 << std::clamp(chosen, 0, 5) == teach.input_size;
        if (const int clicked = choice("size", sizes, is_offered ? chosen : -1); clicked >= 0)
            teach.input_size = 16 << clicked;
        hint("Pixels of each side. In large ones their values are printed.");
        if (teach.input == TestInput::impulse) ImGui::TextDisabled("Click the picture to move it.");
    }
    heading("SHOWN");
    constexpr std::array<const char*, 2> modes{"sweeps", "blocks"};
    if (const int clicked = choice("mode", modes, teach.blocks ? 1 : 0); clicked >= 0) {
        teach.blocks = clicked == 1;
        teach.enlarged = -1;
    }
    hint("The passes one after the other, or the four stages in which a GPU does them at once.");
    if (!teach.blocks) {
        ImGui::Checkbox("dim what is not swept yet", &teach.dims);
        return;
    }
    ImGui::Checkbox("forget the carries", &teach.forget_carries);
    hint("What comes out when blocks do not hear of each other, for some seconds: what the carries are for.");
}

}  // namespace sweep::app
