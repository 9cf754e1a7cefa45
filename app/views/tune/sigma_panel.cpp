// The size of the Gaussian in the words of other programs, as a table that can be typed into.
#include <cmath>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/views/tune/panel.h"
#include "app/work/options/size_number.h"
#include "core/design/sigma_table.h"

namespace sweep::app {
namespace {

// A field for the row's value, which becomes sigma when it is typed.
void value_field(const SigmaRow& row, FilterSpec& filter) {
    double value = row.values(filter.sigma).front();
    ImGui::SetNextItemWidth(5 * ImGui::GetFontSize());
    const bool typed =
        ImGui::InputDouble("##value", &value, 0, 0, "%.4g", ImGuiInputTextFlags_EnterReturnsTrue);
    if (!typed) return;
    if (const auto sigma = sigma_of(row, value)) set_size(filter, *sigma);
}

void row_of_table(const SigmaRow& row, FilterSpec& filter) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(row.text.data());
    hint(fmt::format("{}\n{}", row.formula, row.source).c_str());
    ImGui::TableNextColumn();
    ImGui::PushID(row.name.data());
    if (row.sigma && row.values(filter.sigma).size() == 1)
        value_field(row, filter);
    else
        ImGui::TextUnformatted(sigma_text(row, filter.sigma).c_str());
    ImGui::SameLine();
    ImGui::TextDisabled("%s", row.unit.data());
    ImGui::PopID();
}

}  // namespace

void sigma_panel(const Layout& layout, Settings& settings, bool& open) {
    if (!open) return;
    const float em = ImGui::GetFontSize();
    const Area& picture = layout.picture;
    ImGui::SetNextWindowPos(
        {float(picture.x) + 0.5f * float(picture.width), float(picture.y) + 0.5f * float(picture.height)},
        ImGuiCond_Appearing, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {1e4f, 0.95f * float(picture.height)});
    ImGui::PushStyleColor(ImGuiCol_TitleBgActive, colours::control);
    if (ImGui::Begin("Sigma, translated", &open,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                         ImGuiWindowFlags_NoSavedSettings)) {
        FilterSpec& filter = edited_filter(settings).filter;
        if (filter.kind != FilterKind::gaussian) {
            faint_line("This filter has no sigma.");
            if (ImGui::Button("Gaussian")) choose_kind(filter, FilterKind::gaussian);
            hint("Filters by the Gaussian instead.");
        } else {
            if (ImGui::BeginTable("rows", 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg)) {
                ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.3f * em, 0.05f * em});
                for (const SigmaRow& row : sigma_rows()) row_of_table(row, filter);
                ImGui::PopStyleVar();
                ImGui::EndTable();
            }
        }
    }
    ImGui::End();
    ImGui::PopStyleColor();
}

}  // namespace sweep::app
