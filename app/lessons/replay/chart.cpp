#include "app/lessons/replay/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {

namespace {

ImVec4 hue_of_stage(int stage, float alpha) {
    // Whoever does not see red or green tells these by blue and by brightness.
    constexpr std::array<std::array<float, 3>, stage_colours> colours{{{0.90f, 0.62f, 0.00f},
                                                                       {0.34f, 0.71f, 0.91f},
                                                                       {0.72f, 0.28f, 0.10f},
                                                                       {1.00f, 0.97f, 0.60f},
                                                                       {0.25f, 0.42f, 0.95f},
                                                                       {0.90f, 0.91f, 0.93f}}};
    const auto& c = colours[std::size_t(stage) % colours.size()];
    return {c[0], c[1], c[2], alpha};
}

}  // namespace

ImU32 colour_of_stage(int stage, float alpha) {
    return ImGui::GetColorU32(hue_of_stage(stage, alpha));
}

ImU32 colour_of_wait(TraceWait::For what, int stage, float alpha) {
    // Blocks that wait for each other are those of runs of one stage, which has the first hue.
    switch (what) {
        case TraceWait::For::columns:
            return colour_of_stage(1, alpha);
        case TraceWait::For::rows:
            return colour_of_stage(5, alpha);
        case TraceWait::For::launch:
            break;
    }
    return colour_of_stage(stage, 0.35f * alpha);
}

namespace {

constexpr std::array waits_of_chart{TraceWait::For::launch, TraceWait::For::columns, TraceWait::For::rows};

// How many pieces of each stage ran in each part of the axis of time, and how many of them waited for what.
struct Together {
    using Counts = std::vector<std::vector<float>>;  // [stage][part]
    Counts run;
    std::array<Counts, waits_of_chart.size()> wait;
    float most = 1;  // of all stages at once
};

Together count_together(const Trace& trace, double milliseconds, int parts) {
    Together together;
    const auto zero = std::vector<float>(std::size_t(parts) + 1);
    together.run.assign(trace.stages.size(), zero);
    for (Together::Counts& of_kind : together.wait) of_kind.assign(trace.stages.size(), zero);
    const auto add = [&](std::vector<float>& to, double begin, double end) {
        const auto part = [&](double ms) {
            return std::size_t(std::clamp(int(ms / milliseconds * parts), 0, parts));
        };
        to[part(begin)] += 1;
        to[part(end)] -= 1;
    };
    for (const TracePiece& piece : trace.pieces)
        add(together.run[std::size_t(piece.stage)], piece.begin, piece.end);
    for (const TraceWait& wait : trace.waits)
        add(together.wait[std::size_t(wait.what)][std::size_t(wait.stage)], wait.begin, wait.end);
    const auto add_up = [](Together::Counts& counts) {
        for (std::vector<float>& of_stage : counts)
            std::partial_sum(of_stage.begin(), of_stage.end(), of_stage.begin());
    };
    add_up(together.run);
    std::for_each(together.wait.begin(), together.wait.end(), add_up);
    for (std::size_t i = 0; i < std::size_t(parts); ++i) {
        float all = 0;
        for (const std::vector<float>& of_stage : together.run) all += of_stage[i];
        together.most = std::max(together.most, all);
    }
    return together;
}

// How many pieces ran at once, and the colours of their waits.
void draw_legend(const Trace& trace, const ChartPlace& place, float most) {
    const auto is_waited_for = [&](TraceWait::For what) {
        return std::any_of(trace.waits.begin(), trace.waits.end(),
                           [&](const TraceWait& wait) { return wait.what == what; });
    };
    std::vector<std::pair<std::string, ImU32>> words{
        {std::to_string(int(most)) + " blocks at once", IM_COL32(255, 255, 255, 255)}};
    if (is_waited_for(TraceWait::For::launch))
        words.push_back({"pale: they wait", IM_COL32(255, 255, 255, 255)});
    if (is_waited_for(TraceWait::For::columns))
        words.push_back({"wait along columns", colour_of_wait(TraceWait::For::columns, 0)});
    if (is_waited_for(TraceWait::For::rows))
        words.push_back({"wait along rows", colour_of_wait(TraceWait::For::rows, 0)});
    const float air = ImGui::GetFontSize();
    float wide = -air;
    for (const auto& [word, ink] : words) wide += ImGui::CalcTextSize(word.c_str()).x + air;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImVec2 at{place.corner.x + place.size.x - wide - 4, place.corner.y};
    list.AddRectFilled({at.x - 4, at.y}, {at.x + wide + 4, at.y + ImGui::GetTextLineHeight()},
                       IM_COL32(0, 0, 0, 190));
    for (const auto& [word, ink] : words) {
        list.AddText(at, ink, word.c_str());
        at.x += ImGui::CalcTextSize(word.c_str()).x + air;
    }
}

// The pieces that ran at once, stage on stage; the parts of them that waited have the colours of what they waited for.
void draw_together(const Trace& trace, const ChartPlace& place) {
    constexpr float wide = 2;  // pixels of a part
    const int parts = std::max(int(place.size.x / wide), 1);
    const Together together = count_together(trace, place.milliseconds, parts);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float low = place.corner.y + place.size.y, high = place.size.y / together.most;
    list.AddRectFilled(place.corner, {place.corner.x + place.size.x, low},
                       ImGui::GetColorU32(colours::control));
    for (int i = 0; i < parts; ++i) {
        float y = low;
        const float x = place.corner.x + wide * float(i);
        if (x > place.x_of(std::min(place.until, place.milliseconds))) break;
        for (std::size_t k = 0; k < trace.stages.size(); ++k) {
            float rest = together.run[k][std::size_t(i)];
            const auto bar = [&](float count, ImU32 colour) {
                if (count > 0) list.AddRectFilled({x, y - count * high}, {x + wide, y}, colour);
                y -= count * high;
            };
            std::array<float, waits_of_chart.size()> waiting{};
            for (std::size_t w = 0; w < waiting.size(); ++w) {
                waiting[w] = std::clamp(together.wait[w][k][std::size_t(i)], 0.0f, rest);
                rest -= waiting[w];
            }
            bar(rest, colour_of_stage(int(k)));
            for (std::size_t w = 0; w < waiting.size(); ++w)
                bar(waiting[w], colour_of_wait(waits_of_chart[w], int(k)));
        }
    }
    draw_legend(trace, place, together.most);
}

}  // namespace

RunChart::RunChart(Trace trace) : trace_(std::move(trace)), lanes_(lanes(trace_)) {
    for (const int lane : lanes_) most_ = std::max(most_, lane + 1);
}

void RunChart::draw_rows(const ChartPlace& place) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float em = ImGui::GetFontSize(), row = place.size.y / float(std::max(trace_.processors, 1)),
                gap = row > 4 ? 1.0f : 0.0f;
    list.AddRectFilled(place.corner, {place.corner.x + place.size.x, place.corner.y + place.size.y},
                       ImGui::GetColorU32(colours::control));
    for (int p = 0; row > 0.9f * em && p < trace_.processors; ++p)
        list.AddText({place.corner.x - 2.0f * em, place.corner.y + (float(p) + 0.5f) * row - 0.5f * em},
                     ImGui::GetColorU32(colours::faint), std::to_string(p).c_str());
    // Lanes of less than a pixel would fall between the pixels: there pieces lie over each other, each of them paler.
    const bool apart = row / float(most_) >= 1;
    const float high = std::max(apart ? (row - gap) / float(most_) : row - gap, 1.0f),
                alpha = apart ? 1.0f : 1.0f / float(std::min(most_, 3));
    for (std::size_t i = 0; i < trace_.pieces.size(); ++i) {
        const TracePiece& piece = trace_.pieces[i];
        if (piece.begin >= place.until) continue;
        const float a = place.x_of(piece.begin), b = place.x_of(std::min(piece.end, place.until)),
                    y = place.corner.y + float(piece.processor) * row +
                        (apart ? float(lanes_[i]) * high : 0.0f);
        list.AddRectFilled({a, y}, {std::max(b - (b - a > 4 ? 1.0f : 0.0f), a + 0.5f), y + high},
                           colour_of_stage(piece.stage, alpha));
    }
}

void RunChart::draw(const ChartPlace& place) const {
    const float em = ImGui::GetFontSize(), low = place.corner.y + place.size.y;
    if (most_ == 1) {
        draw_rows(place);
    } else {
        ChartPlace rows = place, together = place;
        rows.size.y = std::floor(0.5f * place.size.y);
        together.corner.y += rows.size.y + 2, together.size.y -= rows.size.y + 2;
        draw_rows(rows);
        draw_together(trace_, together);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float free_from = place.corner.x;  // names do not lie over each other
    for (std::size_t k = 0; k < trace_.stages.size(); ++k) {
        const std::string name(trace_.stages[k].paper);
        const float x = place.x_of(trace_.begin[k]);
        if (x < free_from || trace_.begin[k] >= place.until) continue;
        list.AddText({x, low + 0.1f * em}, ImGui::GetColorU32(colours::for_words(hue_of_stage(int(k), 1))),
                     name.c_str());
        free_from = x + ImGui::CalcTextSize(name.c_str()).x + 0.4f * em;
    }
}

}  // namespace sweep::app
