#include "app/lessons/lesson/traffic.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/gui.h"
#include "core/base/error.h"
#include "core/design/kinds.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"

namespace sweep::app {
namespace {

constexpr float row_height = 1.25f;  // in heights of a letter

constexpr std::array recursive_rows{Algorithm::rt, Algorithm::alg2, Algorithm::alg4, Algorithm::alg5,
                                    Algorithm::alg7};
constexpr std::array table_rows{Algorithm::sat_transpose, Algorithm::sat_multiwave, Algorithm::sat,
                                Algorithm::sat_one_pass};

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

double TrafficRow::reads() const {
    double all = 0;
    for (const TrafficStage& stage : stages) all += stage.reads;
    return all;
}

double TrafficRow::writes() const {
    double all = 0;
    for (const TrafficStage& stage : stages) all += stage.writes;
    return all;
}

double TrafficRow::trips_done() const {
    if (!now) return trips();
    double done = 0;
    for (std::size_t k = 0; k < std::min(now->stage, stages.size()); ++k)
        done += stages[k].reads + stages[k].writes;
    if (now->stage < stages.size())
        done += now->read * stages[now->stage].reads + now->written * stages[now->stage].writes;
    return done;
}

TrafficRow traffic_row(std::string name, const std::vector<Stage>& stages, double bytes_of_picture) {
    TrafficRow row;
    row.name = std::move(name);
    for (const Stage& stage : stages)
        row.stages.push_back({std::string(stage.paper), std::string(stage.name),
                              double(stage.bytes_read) / bytes_of_picture,
                              double(stage.bytes_written) / bytes_of_picture});
    return row;
}

TrafficRow traffic_row(Problem problem) {
    problem.shape = {traffic_side, traffic_side, 1};
    problem.input = Sample::f32;
    const Algorithm algorithm = problem.method.algorithm;
    TrafficRow row = traffic_row(algorithm == Algorithm::rt ? "RT" : algorithm_name(problem),
                                 stages(problem, traffic_block), 4.0 * traffic_side * traffic_side);
    row.algorithm = algorithm;
    return row;
}

std::vector<TrafficRow> traffic_of(const Problem& problem) {
    std::vector<Algorithm> algorithms(recursive_rows.begin(), recursive_rows.end());
    if (!is_recursive(problem.filter.kind)) algorithms.assign(table_rows.begin(), table_rows.end());
    const Algorithm own = problem.method.algorithm;
    if (own != Algorithm::automatic &&
        std::find(algorithms.begin(), algorithms.end(), own) == algorithms.end())
        algorithms.insert(algorithms.begin(), own);
    std::vector<TrafficRow> rows;
    Problem counted = problem;
    for (const Algorithm algorithm : algorithms) {
        counted.method.algorithm = algorithm;
        try {
            rows.push_back(traffic_row(counted));
        } catch (const Error&) {
            continue;  // this filter has no such algorithm
        }
    }
    return rows;
}

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
