// The part of the controls that belongs to the view of the passes.
#include "app/teach_view.h"
#include "app/widgets.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

void teach_section(TeachSettings& teach, bool more) {
    heading("INPUT");
    constexpr std::array<Offer, 7> inputs{
        {{"as it is"}, {"impulse"}, {"step"}, {"checker"}, {"ramp"}, {"ones"}, {"noise"}}};
    if (const int clicked = choice("input", inputs, int(teach.input), 4); clicked >= 0)
        teach.input = TestInput(clicked);
    tip("test-input", "The scene or picture as it is, or something whose result can be checked by hand.");
    if (teach.input == TestInput::impulse) ImGui::TextDisabled("Click the picture to move it.");
    if (more && teach.input != TestInput::none) {
        constexpr std::array<const char*, 6> sizes{"16", "32", "64", "128", "256", "512"};
        const int chosen = int(std::log2(double(teach.input_size) / 16) + 0.5);
        const bool is_offered = 16 << std::clamp(chosen, 0, 5) == teach.input_size;
        if (const int clicked = choice("size", sizes, is_offered ? chosen : -1); clicked >= 0)
            teach.input_size = 16 << clicked;
        hint("Pixels of each side. In large ones their values are printed.");
    }
    heading("SHOWN");
    constexpr std::array<const char*, 2> modes{"sweeps", "blocks"};
    if (const int clicked = choice("mode", modes, teach.blocks ? 1 : 0); clicked >= 0) {
        teach.blocks = clicked == 1;
        teach.enlarged = -1;
    }
    tip("blocks", "The passes one after the other, or the four stages in which a GPU does them at once.");
    if (teach.blocks) {
        ImGui::Checkbox("forget the carries", &teach.forget_carries);
        tip("forget-carries",
            "What comes out when blocks do not hear of each other, for some seconds: what the carries are "
            "for.");
    } else if (more) {
        ImGui::Checkbox("dim what is not swept yet", &teach.dims);
        hint("What the front has not reached is darker.");
    }
}

}  // namespace sweep::app
