// The strip below the picture: what each stage takes, and how that compares with a plain copy.
#include "app/panels.h"

#include "app/gui.h"
#include "app/widgets.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace sweep::app {
namespace {

double gb_per_s(std::uint64_t bytes, double milliseconds) {
    return milliseconds > 0 ? double(bytes) * 1e-6 / milliseconds : 0;
}

void right_aligned(const char* format, double value, const ImVec4& colour = colours::text) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, free));
    ImGui::TextColored(colour, "%s", text);
}

// A bar as long as the row's part of the copy's speed, with the number on it.
void share_bar(double share) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec4 colour = share > 0.5 ? colours::good : colours::accent;
    list.AddRectFilled({at.x, at.y + 0.1f * em}, {at.x + width, at.y + height - 0.1f * em},
                       IM_COL32(255, 255, 255, 12), 3);
    list.AddRectFilled({at.x, at.y + 0.1f * em},
                       {at.x + width * float(std::clamp(share, 0.01, 1.0)), at.y + height - 0.1f * em},
                       ImGui::GetColorU32({colour.x, colour.y, colour.z, 0.45f}), 3);
    char text[16];
    std::snprintf(text, sizeof text, "%3.0f %%", 100 * share);
    list.AddText({at.x + width - ImGui::CalcTextSize(text).x - 0.4f * em, at.y},
                 ImGui::GetColorU32(colours::text), text);
    ImGui::Dummy({width, height});
}

// What a row does not say by its name.
void explain(std::string_view row) {
    if (row == "map")
        hint("Hands the textures to CUDA. Nearly all of it is waiting for OpenGL to finish the picture.");
    else if (row == "read back")
        hint("Copies the picture from OpenGL to the memory of the CPU.");
    else if (row == "upload")
        hint("Copies the result from the memory of the CPU to OpenGL.");
    else if (row == "boxes")
        hint("The shader that takes each pixel's box from the summed-area table.");
    else if (row == total_row)
        hint("The engine's stages together, without the wait for OpenGL.");
}

void timing_table(const Report& report) {
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit |
                                  ImGuiTableFlags_NoPadOuterX | ImGuiTableFlags_ScrollY;
    const float digit = ImGui::CalcTextSize("0").x;
    const auto chars = [&](int n) { return digit * float(n); };
    if (!ImGui::BeginTable("times", 7, flags)) return;
    ImGui::TableSetupColumn("", 0, chars(12));
    ImGui::TableSetupColumn("", 0, chars(4));
    for (int i = 0; i < 2; ++i) ImGui::TableSetupColumn("", 0, chars(9));
    for (int i = 0; i < 2; ++i) ImGui::TableSetupColumn("", 0, chars(8));
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableNextRow();
    constexpr const char* titles[] = {"stage", "step", "median ms", "95 % ms", "MB", "GB/s", "of a copy"};
    for (int column = 0; column < 7; ++column) {
        ImGui::TableNextColumn();
        const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(titles[column]).x;
        if (column >= 2 && column < 6) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, free));
        ImGui::TextDisabled("%s", titles[column]);
    }
    for (const TimingRow& row : report.rows) {
        ImGui::TableNextRow();
        if (row.name == total_row)
            ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, IM_COL32(255, 181, 84, 34));
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(row.name.c_str());
        explain(row.name);
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", row.step.c_str());
        ImGui::TableNextColumn();
        right_aligned("%.3f", row.median_ms);
        ImGui::TableNextColumn();
        right_aligned("%.3f", row.p95_ms, colours::faint);
        if (row.bytes == 0 || row.median_ms < 5e-4) continue;  // moves nothing, or was not done
        ImGui::TableNextColumn();
        right_aligned("%.1f", double(row.bytes) * 1e-6, colours::faint);
        ImGui::TableNextColumn();
        const double speed = gb_per_s(row.bytes, row.median_ms);
        right_aligned("%.1f", speed);
        ImGui::TableNextColumn();
        if (report.copy_gb_per_s > 0) share_bar(speed / report.copy_gb_per_s);
    }
    ImGui::EndTable();
}

// The big numbers, for the last row of the hall, and the frames as a line.
void summary(const Report& report) {
    const float em = ImGui::GetFontSize();
    const double pixels = double(report.width) * double(report.height);
    const auto number = [&](const char* format, double value, const char* unit) {
        char text[32];
        std::snprintf(text, sizeof text, format, value);
        push_face(Face::title);
        const float tall = ImGui::GetTextLineHeight();
        ImGui::TextUnformatted(text);
        pop_face();
        ImGui::SameLine(0, 0.5f * em);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.75f * (tall - ImGui::GetTextLineHeight()));
        ImGui::TextDisabled("%s", unit);
    };
    if (report.engine_ms > 0) {
        number(report.engine_ms < 10 ? "%.3f" : "%.1f", report.engine_ms, "ms in the stages");
        number("%.2f", pixels * 1e-6 / report.engine_ms, "Gpixel/s");
    }
    if (report.frame_ms > 0) number("%.1f", 1000 / report.frame_ms, "frames/s");
    if (!report.frame_history.empty()) {
        const float largest = *std::max_element(report.frame_history.begin(), report.frame_history.end());
        const float left =
            std::max(ImGui::GetContentRegionAvail().y - ImGui::GetTextLineHeight() - 0.6f * em, 1.5f * em);
        ImGui::PlotLines("##frames", report.frame_history.data(), int(report.frame_history.size()), 0,
                         nullptr, 0, largest * 1.1f, {ImGui::GetContentRegionAvail().x, left});
        if (report.copy_gb_per_s > 0)
            ImGui::TextDisabled("0 to %.0f ms, copy %.0f GB/s", double(largest) * 1.1, report.copy_gb_per_s);
        else
            ImGui::TextDisabled("0 to %.0f ms", double(largest) * 1.1);
    }
}

}  // namespace

void timing_panel(const Layout& layout, const Report& report) {
    const Area& area = layout.times;
    if (area.width <= 1) return;
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    ImGui::Begin("times", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    push_face(Face::mono);
    const float em = ImGui::GetFontSize();
    const float room = ImGui::GetContentRegionAvail().x, beside = 17 * em;
    const bool both = room > 56 * em;
    ImGui::BeginChild("table", {both ? room - beside - em : 0, 0});
    timing_table(report);
    ImGui::EndChild();
    if (both) {
        ImGui::SameLine(0, em);
        ImGui::BeginChild("summary", {0, 0}, false,
                          ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
        summary(report);
        ImGui::EndChild();
    }
    pop_face();
    ImGui::End();
}

}  // namespace sweep::app
