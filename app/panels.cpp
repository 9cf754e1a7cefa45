// How the window is divided, and what lies over the picture.
#include "app/panels.h"

#include "app/gui.h"
#include "app/widgets.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

Layout divide(int width, int height, const Settings& settings) {
    Layout layout;
    layout.picture = {0, 0, width, height};
    if (!settings.panels) return layout;
    const float em = ImGui::GetFontSize();
    const int side = std::min(int(21.0f * em), width / 2);
    layout.controls = {width - side, 0, side, height};
    layout.picture.width = width - side;
    if (settings.timings) {
        push_face(Face::mono);
        const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
        pop_face();
        // Always room for the longest list: the picture keeps its size whatever is shown.
        constexpr float lines = 13;
        const float wanted = line * lines + 2 * ImGui::GetStyle().WindowPadding.y;
        const int below = std::min(int(wanted), height * 2 / 5);
        layout.times = {0, height - below, layout.picture.width, below};
        layout.picture.height = height - below;
    }
    return layout;
}

void caption_overlay(const Layout& layout, const Settings& settings, const Report& report,
                     const Viewer& viewer) {
    const float em = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 corner{float(layout.picture.x) + 0.8f * em, float(layout.picture.y) + 0.8f * em};

    // What is seen, in large letters on a solid plate.
    const char* title = report.shows_original                   ? "Original"
                        : settings.view == View::depth_of_field ? "Depth of field"
                                                                : "Filtered";
    push_face(Face::title);
    const ImVec2 title_size = ImGui::CalcTextSize(title);
    pop_face();
    const ImVec2 caption_size = ImGui::CalcTextSize(report.caption.c_str());
    const float width = std::max(title_size.x, caption_size.x) + 1.6f * em;
    const float height = title_size.y + caption_size.y + 1.0f * em;
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, IM_COL32(14, 16, 20, 232), 0.4f * em);
    list.AddRectFilled(corner, {corner.x + 0.25f * em, corner.y + height},
                       ImGui::GetColorU32(report.shows_original ? colours::good : colours::accent),
                       0.4f * em);
    push_face(Face::title);
    list.AddText({corner.x + 0.9f * em, corner.y + 0.4f * em}, ImGui::GetColorU32(colours::text), title);
    pop_face();
    list.AddText({corner.x + 0.9f * em, corner.y + 0.5f * em + title_size.y},
                 ImGui::GetColorU32(colours::faint), report.caption.c_str());

    // Input, size and zoom at the lower edge.
    char text[160];
    const int length = std::snprintf(text, sizeof text, "%s   %d x %d   %.0f %%", report.input.c_str(),
                                     report.width, report.height, 100 * viewer.zoom());
    if (settings.view == View::filtered && settings.filter.kind == FilterKind::gaussian &&
        std::abs(viewer.zoom() - 1) > 0.005f && length > 0 && !report.shows_original)
        std::snprintf(text + length, sizeof text - std::size_t(length),
                      "   sigma %.3g px = %.3g px on screen", settings.filter.sigma,
                      settings.filter.sigma * double(viewer.zoom()));
    plate(list,
          {float(layout.picture.x) + 0.8f * em, float(layout.picture.y + layout.picture.height) - 2.3f * em},
          text, colours::faint);

    if (!report.message.empty()) {
        const ImVec2 size =
            ImGui::CalcTextSize(report.message.c_str(), nullptr, false, float(layout.picture.width) * 0.7f);
        const ImVec2 at{float(layout.picture.x) + 0.5f * (float(layout.picture.width) - size.x) - em,
                        float(layout.picture.y + layout.picture.height) - size.y - 5.0f * em};
        list.AddRectFilled(at, {at.x + size.x + 2 * em, at.y + size.y + em}, IM_COL32(96, 28, 20, 240),
                           0.4f * em);
        list.AddText(ImGui::GetFont(), em, {at.x + em, at.y + 0.5f * em}, IM_COL32(255, 235, 225, 255),
                     report.message.c_str(), nullptr, float(layout.picture.width) * 0.7f);
    }
}

void help_overlay(const Layout& layout, Settings& settings, std::span<const Action> actions) {
    if (!settings.help) return;
    const Area& area = layout.picture;
    ImGui::SetNextWindowPos(
        {float(area.x) + 0.5f * float(area.width), float(area.y) + 0.5f * float(area.height)},
        ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 8);
    ImGui::Begin("keys", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings);
    push_face(Face::title);
    ImGui::TextUnformatted("Keys");
    pop_face();
    ImGui::Spacing();
    // Two columns of keys and what they do.
    std::vector<const Action*> shown;
    for (const Action& action : actions)
        if (!action.what.empty()) shown.push_back(&action);
    if (ImGui::BeginTable("actions", 4, ImGuiTableFlags_SizingFixedFit)) {
        const std::size_t half = (shown.size() + 1) / 2;
        for (std::size_t row = 0; row < half; ++row) {
            for (std::size_t i : {row, row + half}) {
                if (i >= shown.size()) continue;
                ImGui::TableNextColumn();
                ImGui::TextColored(colours::accent, "%.*s", int(shown[i]->keys.size()),
                                   shown[i]->keys.data());
                ImGui::TableNextColumn();
                ImGui::Text("%.*s   ", int(shown[i]->what.size()), shown[i]->what.data());
            }
        }
        ImGui::EndTable();
    }
    ImGui::Spacing();
    ImGui::TextDisabled("Drop a picture onto the window to open it. F1 or Escape closes this page.");
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace sweep::app
