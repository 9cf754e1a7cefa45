// The strip below the picture: what each stage takes, and how that compares with a plain copy.
#include "app/panels.h"

#include "app/gui.h"
#include "app/widgets.h"

#include <algorithm>
#include <array>
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

struct Column {
    const char* title;
    int letters;  // of the longest entry
};
constexpr std::array<Column, 7> columns{Column{"stage", 12}, {"step", 4}, {"median ms", 9}, {"95 % ms", 9},
                                        {"MB", 8},           {"GB/s", 8}, {"of a copy", 9}};
constexpr int first_number = 2, share_column = 6;

// How many of the columns, from the left, the panel has room for; never fewer than the first number.
int columns_within(float room, float letter) {
    const float padding = 2 * ImGui::GetStyle().CellPadding.x;
    float used = ImGui::GetStyle().ScrollbarSize - padding;  // nothing pads the outer edges
    int count = 0;
    for (const Column& column : columns) {
        used += float(column.letters) * letter + padding;
        if (used > room && count > first_number) break;
        ++count;
    }
    return count;
}

void timing_table(const Report& report) {
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit |
                                  ImGuiTableFlags_NoPadOuterX | ImGuiTableFlags_ScrollY;
    const float letter = ImGui::CalcTextSize("0").x;
    const int count = columns_within(ImGui::GetContentRegionAvail().x, letter);
    if (!ImGui::BeginTable("times", count, flags)) return;
    for (int i = 0; i < count; ++i) {
        if (i == share_column)
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        else
            ImGui::TableSetupColumn("", 0, float(columns[std::size_t(i)].letters) * letter);
    }
    ImGui::TableSetupScrollFreeze(0, 1);
    const auto cell = [count](int column) { return column < count && ImGui::TableSetColumnIndex(column); };
    ImGui::TableNextRow();
    for (int column = 0; column < count; ++column) {
        if (!cell(column)) continue;
        const char* title = columns[std::size_t(column)].title;
        const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(title).x;
        if (column >= first_number && column < share_column)
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, free));
        ImGui::TextDisabled("%s", title);
    }
    for (const TimingRow& row : report.rows) {
        ImGui::TableNextRow();
        if (row.name == total_row)
            ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, IM_COL32(255, 181, 84, 34));
        if (cell(0)) {
            ImGui::TextUnformatted(row.name.c_str());
            explain(row.name);
        }
        if (cell(1)) ImGui::TextDisabled("%s", row.step.c_str());
        if (cell(2)) right_aligned("%.3f", row.median_ms);
        if (cell(3)) right_aligned("%.3f", row.p95_ms, colours::faint);
        if (row.bytes == 0 || row.median_ms < 5e-4) continue;  // moves nothing, or was not done
        const double speed = gb_per_s(row.bytes, row.median_ms);
        if (cell(4)) right_aligned("%.1f", double(row.bytes) * 1e-6, colours::faint);
        if (cell(5)) right_aligned("%.1f", speed);
        if (report.copy_gb_per_s > 0 && cell(share_column)) share_bar(speed / report.copy_gb_per_s);
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
        number("%.2f", pixels / (1 << 30) * 1000 / report.engine_ms, "GiP/s");
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
