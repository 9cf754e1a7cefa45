// The bar under a picture of a file that has several: which one is seen, a slider, and the keys.
#include <algorithm>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "app/ui/widgets.h"
#include "app/window/panels/panels.h"

namespace sweep::app {

void pages_bar(const Layout& layout, const Report& report, Requests& requests) {
    const Area& area = layout.below;
    if (area.width <= 1) return;
    // The scale of values stands at the right.
    const float em = ImGui::GetFontSize(), scale = 20.5f * em;
    const float width = std::max(float(area.width) - scale, 12 * em);
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({width, float(area.height)});
    ImGui::Begin("pages", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    for (const auto& [name, way, action] : {std::tuple{"##back", ImGuiDir_Left, "previous-picture"},
                                            {"##on", ImGuiDir_Right, "next-picture"}}) {
        if (ImGui::ArrowButton(name, way)) requests.actions.emplace_back(action);
        tip(action);
        ImGui::SameLine(0, 0.3f * em);
    }
    const std::string keys = "keys: Left, Right";
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(keys.c_str()).x - em;
    const bool names_keys = room > 9 * em;
    int page = report.page;
    ImGui::SetNextItemWidth(names_keys ? room : -1);
    const std::string format = fmt::format("{} %d of {}", report.has_layers ? "layer" : "page", report.pages);
    if (ImGui::SliderInt("##page", &page, 1, report.pages, format.c_str(), ImGuiSliderFlags_AlwaysClamp) &&
        page != report.page)
        requests.page = page;
    hint("Drag to turn the pages.");
    if (names_keys) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::TextDisabled("%s", keys.c_str());
    }
    ImGui::End();
}

}  // namespace sweep::app
