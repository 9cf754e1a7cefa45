#include "app/ui/player.h"

#include <algorithm>
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

std::optional<double> scrub_bar(std::span<const PlayerPart> parts, double progress) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = std::max(ImGui::GetContentRegionAvail().x, 4.0f), high = ImGui::GetFrameHeight();
    ImGui::InvisibleButton("scrub", {room, high});
    const int last = int(parts.size()) - 1;
    const auto length = [&](int k) { return parts[std::size_t(k)].length; };
    double all = 0;
    for (const PlayerPart& part : parts) all += part.length;
    std::optional<double> dragged;
    if (ImGui::IsItemActive()) {
        double rest = std::clamp(double((ImGui::GetIO().MousePos.x - at.x) / room), 0.0, 1.0) * all;
        int k = 0;
        while (k < last && rest > length(k)) rest -= length(k++);
        dragged = progress = std::min(k + rest / length(k), double(last + 1));
    }
    const auto place = [&](double p) {
        double before = 0;
        int k = 0;
        for (; k < std::min(int(p), last); ++k) before += length(k);
        return at.x + room * float((before + (p - k) * length(k)) / all);
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int k = 0; k <= last; ++k) {
        const float x0 = place(k) + (k ? 1.5f : 0), x1 = place(k + 1) - (k < last ? 1.5f : 0);
        const float done = std::clamp(place(progress), x0, x1);
        const bool now = std::min(int(progress), last) == k;
        list.AddRectFilled({x0, at.y}, {x1, at.y + high}, ImGui::GetColorU32(colours::control), 0.25f * em);
        if (done > x0 + 1)
            list.AddRectFilled({x0, at.y}, {done, at.y + high}, ImGui::GetColorU32(colours::accent_dim),
                               0.25f * em);
        const char* const name = parts[std::size_t(k)].name;
        const ImVec2 size = ImGui::CalcTextSize(name);
        if (size.x < x1 - x0)
            list.AddText({0.5f * (x0 + x1 - size.x), at.y + 0.5f * (high - size.y)},
                         ImGui::GetColorU32(now ? colours::text : colours::faint), name);
    }
    const float head = place(progress);
    list.AddRectFilled({head - 1.5f, at.y - 3}, {head + 1.5f, at.y + high + 3}, colours::line(255), 1.5f);
    return dragged;
}

}  // namespace sweep::app
