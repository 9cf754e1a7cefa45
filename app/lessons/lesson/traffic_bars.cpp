#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <imgui.h>

#include "app/lessons/lesson/traffic.h"
#include "app/ui/gui.h"

namespace sweep::app {
namespace {

constexpr float row_height = 1.25f;  // in heights of a letter

ImU32 shade(const ImVec4& colour, float alpha) {
    return ImGui::GetColorU32({colour.x, colour.y, colour.z, alpha});
}

// One bar: reads in amber, writes in teal, stage after stage; what is still to come is dark.
void draw_bar(const TrafficRow& row, ImVec2 corner, float trip, float high) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = corner.x;
    const auto part = [&](double trips, double done, const ImVec4& colour) {
        const float wide = trip * float(trips), end = x + wide, middle = x + wide * float(done);
        const float air = wide > 4 ? 1.0f : 0;
        const float full = row.now ? 1.0f : 0.55f;
        list.AddRectFilled({x, corner.y}, {end - air, corner.y + high}, shade(colour, 0.16f));
        if (done > 0)
            list.AddRectFilled({x, corner.y}, {std::min(middle, end - air), corner.y + high},
                               shade(colour, full));
        x = end;
    };
    for (std::size_t k = 0; k < row.stages.size(); ++k) {
        const TrafficStage& stage = row.stages[k];
        const bool passed = !row.now || k < row.now->stage, current = row.now && k == row.now->stage;
        part(stage.reads, passed ? 1 : current ? row.now->read : 0, colours::accent);
        part(stage.writes, passed ? 1 : current ? row.now->written : 0, colours::good);
    }
}

}  // namespace

void draw_traffic(const std::vector<TrafficRow>& rows) {
    const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x, high = 0.95f * em;
    ImGui::TextColored(colours::faint, "through memory:");
    ImGui::SameLine(0, 0.4f * em);
    ImGui::TextColored(colours::accent, "reads");
    ImGui::SameLine(0, 0.4f * em);
    ImGui::TextColored(colours::faint, "and");
    ImGui::SameLine(0, 0.4f * em);
    ImGui::TextColored(colours::good, "writes");
    ImGui::SameLine(0, 0.4f * em);
    ImGui::TextColored(colours::faint, "of h w");
    double most = 1;
    float names = 0;
    for (const TrafficRow& row : rows) {
        most = std::max(most, row.trips());
        names = std::max(names, ImGui::CalcTextSize(row.name.c_str()).x);
    }
    names += 0.6f * em;
    const float numbers = ImGui::CalcTextSize("0.0 / 0.0").x + 0.6f * em,
                trip = std::max(room - names - numbers, em) / float(most);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const TrafficRow& row : rows) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const ImVec4& ink = row.now ? colours::text : colours::faint;
        list.AddText(corner, ImGui::GetColorU32(row.now ? colours::accent : colours::faint),
                     row.name.c_str());
        draw_bar(row, {corner.x + names, corner.y + 0.12f * em}, trip, high);
        const std::string number = row.now ? fmt::format("{:.1f} / {:.1f}", row.trips_done(), row.trips())
                                           : fmt::format("{:.1f}", row.trips());
        list.AddText({corner.x + room - ImGui::CalcTextSize(number.c_str()).x, corner.y},
                     ImGui::GetColorU32(ink), number.c_str());
        ImGui::Dummy({room, row_height * em - ImGui::GetStyle().ItemSpacing.y});
    }
}

float traffic_height(const std::vector<TrafficRow>& rows) {
    return ImGui::GetTextLineHeightWithSpacing() + row_height * ImGui::GetFontSize() * float(rows.size());
}

}  // namespace sweep::app
