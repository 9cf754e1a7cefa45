// The panel below the picture: a line, or a table with the time of each stage and its speed beside that of a copy.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/window/panels/panels.h"

namespace sweep::app {
namespace {

void right_aligned(const char* format, double value, const ImVec4& colour = colours::text) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, free));
    ImGui::TextColored(colour, "%s", text);
}

// A bar as long as the row's share of the copy's speed, with the number on it.
void share_bar(const CopyShare& share) {
    const float em = ImGui::GetFontSize();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec4 colour = share.value > 0.5 ? colours::good : colours::accent;
    list.AddRectFilled({at.x, at.y + 0.1f * em}, {at.x + width, at.y + height - 0.1f * em}, colours::line(12),
                       3);
    list.AddRectFilled({at.x, at.y + 0.1f * em},
                       {at.x + width * float(std::max(share.value, 0.01)), at.y + height - 0.1f * em},
                       ImGui::GetColorU32({colour.x, colour.y, colour.z, 0.45f}), 3);
    const char* text = share.text.c_str();
    list.AddText({at.x + width - ImGui::CalcTextSize(text).x - 0.4f * em, at.y},
                 ImGui::GetColorU32(colours::text), text);
    ImGui::Dummy({width, height});
}

// The meaning of a row, if its name does not say it.
const char* meaning(std::string_view row) {
    if (row == "map")
        return "Hands the textures to CUDA. Nearly all of it is waiting for OpenGL to finish the picture.\n";
    if (row == "read back") return "Copies the picture from OpenGL to the memory of the CPU.\n";
    if (row == "to texture") return "Copies the one channel of the result to a texture, on the GPU.\n";
    if (row == "upload") return "Copies the result from the memory of the CPU to OpenGL.\n";
    if (row == "boxes") return "The shader that takes each pixel's box from the summed-area table.\n";
    if (row == "layers") return "What the table is made of: the picture in layers, by their depth.\n";
    if (row == "slot 1" || row == "current") return "The filter on the other side of the comparison.\n";
    if (row == "other half") return "Layers, table and boxes of the method on the right.\n";
    if (row == "frame") return "From frame to frame, without pauses in which nothing was drawn.\n";
    return "";
}

std::string meaning_of_total(const TimesReport& times) {
    const std::string out = left_out_text(times.rows);
    return fmt::format("{}, added up frame by frame{}{}.\n", parts_text(times.rows),
                       out.empty() ? "" : "; left out: ", out);
}

void explain(const TimingRow& row, const TimesReport& times) {
    std::string text = row.name == total_row ? meaning_of_total(times) : meaning(row.name);
    text +=
        fmt::format("{:.3f} ms in the last frame\nmedian {:.3f}, p95 {:.3f}\n{:.3f} to {:.3f} in {} frames",
                    row.last_ms, row.median_ms, row.p95_ms, row.least_ms, row.most_ms, row.count);
    const CopyShare share = copy_share(row, times.copy_gb_per_s);
    if (share.text == "in cache")
        text += "\nfaster than a copy of large images: its data are in the caches";
    else if (!share.text.empty())
        text += "\nmoves its bytes at " + share.text + " of the speed of a copy of large images";
    hint(text.c_str());
}

struct Column {
    const char* title;
    int letters;  // length of the longest entry
};
constexpr std::array<Column, 7> columns{Column{"stage", 12}, {"step", 4}, {"median ms", 9}, {"p95 ms", 8},
                                        {"MB", 7},           {"GB/s", 7}, {"of copy", 9}};
constexpr int step_column = 1, first_number = 2, share_column = 6;

// How many columns, from the left, the panel has room for; at least those up to the first number.
int columns_within(float room, float letter) {
    const float padding = 2 * ImGui::GetStyle().CellPadding.x;
    float used = ImGui::GetStyle().ScrollbarSize - padding;  // the outer edges have no padding
    int count = 0;
    for (const Column& column : columns) {
        used += float(column.letters) * letter + padding;
        if (used > room && count > first_number) break;
        ++count;
    }
    return count;
}

// Whether the first number stands whole beside the steps; otherwise the steps give way to it.
bool has_steps(float room, float letter) {
    float letters = 0;
    for (int i = 0; i <= first_number; ++i) letters += float(columns[std::size_t(i)].letters);
    return letters * letter + 2 * first_number * ImGui::GetStyle().CellPadding.x +
               ImGui::GetStyle().ScrollbarSize <=
           room;
}

void timing_table(const Settings& settings, const TimesReport& times) {
    const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit |
                                  ImGuiTableFlags_NoPadOuterX | ImGuiTableFlags_ScrollY;
    const float letter = ImGui::CalcTextSize("0").x;
    const float room = ImGui::GetContentRegionAvail().x;
    const int count = columns_within(room, letter);
    const bool steps = has_steps(room, letter);
    if (!ImGui::BeginTable("times", count, flags)) return;
    for (int i = 0; i < count; ++i) {
        if (i == share_column)
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        else
            ImGui::TableSetupColumn(
                "", i == step_column && !steps ? ImGuiTableColumnFlags_Disabled : ImGuiTableColumnFlags_None,
                float(columns[std::size_t(i)].letters) * letter);
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
        if (column == 0 && settings.freeze_times)  // in place of the title, because the user has to know it
            ImGui::TextColored(colours::accent, "frozen");
        else
            ImGui::TextDisabled("%s", title);
    }
    for (const TimingRow& row : times.rows) {
        ImGui::TableNextRow();
        if (row.name == total_row)
            ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, IM_COL32(255, 181, 84, 34));
        if (cell(0)) {
            const ImVec2 at = ImGui::GetCursorPos();
            ImGui::PushID(int(&row - times.rows.data()));
            ImGui::Selectable("##row", false, ImGuiSelectableFlags_SpanAllColumns);
            ImGui::PopID();
            explain(row, times);
            ImGui::SetCursorPos(at);
            // Rows that do not count for the filter are fainter.
            const bool counts = row.part == Part::filter || row.name == total_row;
            ImGui::TextColored(counts ? colours::text : colours::faint, "%s", row.name.c_str());
        }
        if (cell(1)) ImGui::TextDisabled("%s", row.step.c_str());
        if (cell(2)) right_aligned("%.3f", row.median_ms);
        if (cell(3)) right_aligned("%.3f", row.p95_ms, colours::faint);
        const double speed = gb_per_s(row);
        if (speed == 0) {
            if (row.name == total_row && cell(share_column))
                ImGui::TextDisabled("%s",
                                    cut(parts_text(times.rows), ImGui::GetContentRegionAvail().x).c_str());
            continue;
        }
        if (cell(4)) right_aligned("%.1f", double(row.bytes) * 1e-6, colours::faint);
        if (cell(5)) right_aligned("%.1f", speed);
        if (times.copy_gb_per_s > 0 && cell(share_column)) share_bar(copy_share(row, times.copy_gb_per_s));
    }
    ImGui::EndTable();
}

void times_menu(const Settings& settings, Requests& requests) {
    for (const auto& [label, action] : {std::pair{"Freeze", "freeze-times"},
                                        {"Copy as Markdown", "copy-times"},
                                        {"Copy as CSV", "copy-times-csv"}}) {
        const Action& row = *find_action(all_actions(), action);
        if (ImGui::MenuItem(label, keys_of(row).c_str(), row.name == "freeze-times" && settings.freeze_times))
            requests.actions.emplace_back(action);
        tip(action);
    }
}

constexpr const char *menu_label = "...", *fold_label = "Fold";

float width_of_button(const char* label) {
    return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
}

// A right click anywhere on the panel opens it.
void menu_popup(const Settings& settings, Requests& requests, bool opens) {
    if (opens || (ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows) &&
                  ImGui::IsMouseReleased(ImGuiMouseButton_Right)))
        ImGui::OpenPopup("times menu");
    if (!ImGui::BeginPopup("times menu")) return;
    push_face(Face::text);
    times_menu(settings, requests);
    pop_face();
    ImGui::EndPopup();
}

// The buttons stand in the corner of the panel: below each other where there is nothing beside the table.
void corner_buttons(Settings& settings, Requests& requests, bool below) {
    const ImVec2 at = ImGui::GetCursorPos();
    const float right = at.x + ImGui::GetContentRegionAvail().x - width_of_button(menu_label);
    const float left = right - ImGui::GetStyle().ItemSpacing.x - width_of_button(fold_label);
    ImGui::SetCursorPosX(below ? at.x : std::max(left, at.x));
    if (ImGui::SmallButton(fold_label)) turn_times(settings);
    tip("times");
    if (!below) ImGui::SameLine();
    const bool opens = ImGui::SmallButton(menu_label);
    hint("Freeze or copy the times. Also a right click on them.");
    ImGui::SetCursorPos(at);
    menu_popup(settings, requests, opens);
}

// The numbers in large type, for the last row of a hall, and a plot of the frame times.
void summary(const TimesReport& times) {
    const float em = ImGui::GetFontSize();
    const auto number = [&](const std::string& value, const char* unit) {
        push_face(Face::title);
        const float tall = ImGui::GetTextLineHeight();
        ImGui::TextUnformatted(value.c_str());
        pop_face();
        ImGui::SameLine(0, 0.5f * em);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.75f * (tall - ImGui::GetTextLineHeight()));
        ImGui::TextDisabled("%s", unit);
    };
    if (times.engine_ms > 0) {
        number(milliseconds(times.engine_ms), "ms filter time");
        if (const std::string out = left_out_text(times.rows); !out.empty())
            ImGui::TextDisabled("without %s", out.c_str());
        number(rate_text(times.width, times.height, times.engine_ms),
               ("GiP/s, " + channels_text(times.channels)).c_str());
    }
    if (times.frame_ms > 0) {
        number(fmt::format("{:.1f}", 1000 / times.frame_ms), "frames/s");
        if (times.waits_for_screen) {
            ImGui::SameLine(0, 0.5f * em);
            ImGui::TextColored(colours::accent, "sync");
            tip("vertical-sync", "Frames wait for the screen: there are no more than it shows.");
        }
    }
    if (!times.frame_history.empty()) {
        const float largest = *std::max_element(times.frame_history.begin(), times.frame_history.end());
        const float left =
            std::max(ImGui::GetContentRegionAvail().y - ImGui::GetTextLineHeight() - 0.6f * em, 1.5f * em);
        ImGui::PlotLines("##frames", times.frame_history.data(), int(times.frame_history.size()), 0, nullptr,
                         0, largest * 1.1f, {ImGui::GetContentRegionAvail().x, left});
        std::string below = fmt::format("0 to {:.0f} ms", double(largest) * 1.1);
        if (times.copy_gb_per_s > 0) below += fmt::format(", copy {:.0f} GB/s", times.copy_gb_per_s);
        ImGui::TextDisabled("%s", below.c_str());
        hint(("The line: from frame to frame. The copy: of images larger "
              "than the caches, in the memory in which the engine works" +
              (times.copy_note.empty() ? "." : "; " + times.copy_note + "."))
                 .c_str());
    }
}

}  // namespace

void timing_panel(const Layout& layout, Settings& settings, const Report& report, Requests& requests) {
    const Area& area = layout.times;
    if (area.width <= 1) return;
    ImGui::SetNextWindowPos({float(area.x), float(area.y)});
    ImGui::SetNextWindowSize({float(area.width), float(area.height)});
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        {padding.x, layout.times_table ? padding.y : 0.4f * ImGui::GetFontSize()});
    ImGui::Begin("times", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar();
    if (!layout.times_table) {
        const ImVec2 at = ImGui::GetCursorPos();
        if (ImGui::InvisibleButton("strip", ImGui::GetContentRegionAvail())) turn_times(settings);
        tip("times", "Milliseconds of each stage, medians. A click unfolds the table.");
        menu_popup(settings, requests, false);
        ImGui::SetCursorPos(at);
        times_strip(settings, report);
        ImGui::End();
        return;
    }
    push_face(Face::mono);
    const float em = ImGui::GetFontSize();
    const float room = ImGui::GetContentRegionAvail().x;
    const bool both = room > 58 * em;
    const float beside = both ? 19 * em : width_of_button(fold_label);
    ImGui::BeginChild("table", {room - beside - (both ? em : 0), 0});
    timing_table(settings, report.times);
    ImGui::EndChild();
    ImGui::SameLine(0, both ? em : 0);
    ImGui::BeginChild("summary", {0, 0}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    corner_buttons(settings, requests, !both);
    if (both) summary(report.times);
    ImGui::EndChild();
    pop_face();
    ImGui::End();
}

}  // namespace sweep::app
