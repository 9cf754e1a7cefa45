// What views that play something share: their parts of the window, the frames of their panels, and the buttons for
// play, pause, a step back or forward, the first and the last.
#pragma once

#include <array>
#include <optional>
#include <span>

#include <imgui.h>

#include "app/base/area.h"

namespace sweep::app {

// The parts of the window that a view with a player takes: the picture, the panel beside it, the row of the player's
// buttons, and a strip below. Areas for which there is no room are empty.
struct PlayerAreas {
    Area stage, panel, transport, strip;
};

// Begins a panel; the caller ends it with ImGui::End().
inline void begin_panel(const char* name, const Area& area, ImGuiWindowFlags more = 0) {
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | more);
}

enum class Icon { first, back, play, pause, forward, last };

// The actions of its buttons: first, back, play or pause, forward, last.
using PlayerActions = std::array<const char*, 5>;

// Draws the five buttons of a player in a row, with the actions that they stand for in their tooltips. Returns the one
// that was clicked; Icon::play stands for pause, too.
std::optional<Icon> player_buttons(bool plays, const PlayerActions& actions = {"first-row", "row-back",
                                                                               "play", "row-on", "last-row"});

// A bar of all parts of what plays, as wide as the rest of the line, with what is done of them; 1.5 is in the middle
// of the second. Returns where it was dragged to. The bar is the last item then.
struct PlayerPart {
    const char* name;
    double length;  // in any unit
};
std::optional<double> scrub_bar(std::span<const PlayerPart> parts, double progress);

}  // namespace sweep::app
