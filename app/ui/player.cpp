#include "app/ui/player.h"

#include <string_view>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {

namespace {

// True when it was clicked.
bool icon_button(const char* id, Icon icon, std::string_view action) {
    const float em = ImGui::GetFontSize(), side = ImGui::GetFrameHeight();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(id, {1.3f * side, side});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + 1.3f * side, at.y + side},
                       ImGui::GetColorU32(ImGui::IsItemActive()    ? colours::accent_dim
                                          : ImGui::IsItemHovered() ? colours::hovered
                                                                   : colours::control),
                       0.3f * em);
    const ImU32 ink = ImGui::GetColorU32(colours::text);
    const ImVec2 middle{at.x + 0.65f * side, at.y + 0.5f * side};
    const float s = 0.34f * em;
    const auto triangle = [&](float x, float way) {
        list.AddTriangleFilled({middle.x + x + way * s, middle.y},
                               {middle.x + x - way * 0.6f * s, middle.y - s},
                               {middle.x + x - way * 0.6f * s, middle.y + s}, ink);
    };
    const auto bar = [&](float x) {
        list.AddRectFilled({middle.x + x - 0.18f * s, middle.y - s}, {middle.x + x + 0.3f * s, middle.y + s},
                           ink);
    };
    switch (icon) {
        case Icon::play:
            triangle(0, 1);
            break;
        case Icon::pause:
            bar(-0.55f * s);
            bar(0.45f * s);
            break;
        case Icon::back:
            triangle(0.1f * s, -1);
            bar(0.9f * s);
            break;
        case Icon::forward:
            triangle(-0.1f * s, 1);
            bar(-1.0f * s);
            break;
        case Icon::first:
            triangle(0.3f * s, -1);
            bar(-1.0f * s);
            break;
        case Icon::last:
            triangle(-0.3f * s, 1);
            bar(0.9f * s);
            break;
    }
    tip(action);
    return clicked;
}

}  // namespace

std::optional<Icon> player_buttons(bool plays, const PlayerActions& actions) {
    std::optional<Icon> clicked;
    constexpr std::array<Icon, 5> buttons{Icon::first, Icon::back, Icon::play, Icon::forward, Icon::last};
    for (std::size_t i = 0; i < buttons.size(); ++i) {
        const Icon icon = buttons[i];
        const char* action = actions[i];
        if (icon != Icon::first) ImGui::SameLine(0, 3);
        if (icon_button(action, icon == Icon::play && plays ? Icon::pause : icon, action)) clicked = icon;
    }
    return clicked;
}

}  // namespace sweep::app
