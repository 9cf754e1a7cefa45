// The times of the stages as one line below the picture: a bar in which each stage has its share, their names and
// milliseconds, and what they come to.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/window/panels/panels.h"

namespace sweep::app {
namespace {

constexpr float gap = 1.1f, swatch = 0.62f;  // between labels; the square before a label: em

// Neighbours differ in brightness, too, for those who see few colours.
constexpr std::array<ImU32, 6> stage_colours{IM_COL32(255, 181, 84, 255),  IM_COL32(70, 140, 190, 255),
                                             IM_COL32(150, 225, 205, 255), IM_COL32(176, 102, 150, 255),
                                             IM_COL32(232, 222, 130, 255), IM_COL32(110, 116, 190, 255)};
ImU32 colour_of(std::size_t stage) {
    return stage_colours[stage % stage_colours.size()];
}

struct Fact {
    std::string text;
    ImVec4 colour = colours::text;
};

std::vector<Fact> facts_of(const Report& report, bool frozen) {
    const TimesReport& times = report.times;
    std::vector<Fact> facts;
    if (frozen) facts.push_back({"frozen", colours::accent});
    if (times.engine_ms > 0) facts.push_back({"total " + milliseconds(times.engine_ms) + " ms"});
    if (times.frame_ms > 0) facts.push_back({fmt::format("{:.1f} frames/s", 1000 / times.frame_ms)});
    if (report.accuracy.state == AccuracyReport::State::right)
        facts.push_back({"right to " + short_exponent(report.accuracy.error), colours::good});
    if (report.accuracy.state == AccuracyReport::State::wrong)
        facts.push_back({"WRONG by " + short_exponent(report.accuracy.error), colours::bad});
    return facts;
}

float width_of(const StageLabel& label) {
    return (swatch + 0.4f) * ImGui::GetFontSize() + text_width(label.name + " " + label.ms);
}

void stages_bar(ImDrawList& list, ImVec2 from, ImVec2 to, const std::vector<StageLabel>& stages) {
    list.AddRectFilled(from, to, colours::line(16), 2);
    double sum = 0, before = 0;
    for (const StageLabel& stage : stages) sum += stage.share;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const float left = from.x + (to.x - from.x) * float(before / sum);
        before += stages[i].share;
        const float right = from.x + (to.x - from.x) * float(before / sum);
        list.AddRectFilled({left, from.y}, {std::max(right - 1, left + 1), to.y}, colour_of(i));
    }
}

}  // namespace

std::string milliseconds(double ms) {
    return fmt::format("{:.{}f}", ms, ms < 9.9995 ? 3 : 1);
}

std::vector<StageLabel> stage_labels(const TimesReport& times) {
    std::vector<StageLabel> labels;
    for (const TimingRow& row : times.rows)
        if (row.part == Part::filter)
            labels.push_back({row.name, milliseconds(row.median_ms), row.median_ms});
    return labels;
}

void times_strip(const Settings& settings, const Report& report) {
    const float em = ImGui::GetFontSize();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float line = ImGui::GetTextLineHeight(), right = corner.x + room.x;
    std::vector<Fact> facts = facts_of(report, settings.freeze_times);
    const auto width_of_facts = [&] {
        float width = 0;
        for (const Fact& fact : facts) width += text_width(fact.text) + gap * em;
        return width;
    };
    while (facts.size() > 1 && width_of_facts() > 0.6f * room.x) facts.pop_back();
    const float end = right - width_of_facts();
    float x = end + gap * em;
    for (const Fact& fact : facts) {
        list.AddText({x, corner.y + 0.5f * (room.y - line)}, ImGui::GetColorU32(fact.colour),
                     fact.text.c_str());
        x += text_width(fact.text) + gap * em;
    }

    const std::vector<StageLabel> stages = stage_labels(report.times);
    stages_bar(list, corner, {end, corner.y + 0.36f * em}, stages);
    // A name and its number stand there whole or not at all: the shortest times give way.
    std::vector<std::size_t> shown(stages.size());
    float needed = -gap * em;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        shown[i] = i;
        needed += width_of(stages[i]) + gap * em;
    }
    while (!shown.empty() && needed > end - corner.x) {
        const auto least = std::min_element(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
            return stages[a].share < stages[b].share;
        });
        needed -= width_of(stages[*least]) + gap * em;
        shown.erase(least);
    }
    x = corner.x;
    const float y = corner.y + room.y - line;
    for (const std::size_t i : shown) {
        const float top = y + 0.5f * (line - swatch * em);
        list.AddRectFilled({x, top}, {x + swatch * em, top + swatch * em}, colour_of(i), 2);
        const float text = x + (swatch + 0.4f) * em;
        list.AddText({text, y}, ImGui::GetColorU32(colours::faint), stages[i].name.c_str());
        list.AddText({text + text_width(stages[i].name + " "), y}, ImGui::GetColorU32(colours::text),
                     stages[i].ms.c_str());
        x += width_of(stages[i]) + gap * em;
    }
    if (stages.empty() && report.shows_original)
        list.AddText({x, y}, ImGui::GetColorU32(colours::faint), "no filter");
}

}  // namespace sweep::app
