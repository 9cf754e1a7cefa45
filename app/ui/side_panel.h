// The frame of a panel that stands beside the picture.
#pragma once

#include <imgui.h>

#include "app/canvas/viewer.h"

namespace sweep::app {

// Begins a panel; the caller ends it with ImGui::End().
inline void begin_panel(const char* name, const Area& area, ImGuiWindowFlags more = 0) {
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | more);
}

}  // namespace sweep::app
