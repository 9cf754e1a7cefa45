#include "app/lessons/springs/view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/plots/formula.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr double step_seconds = 4;

// What is said of a step, and then of an edge that is shut, or is not.
struct StepWords {
    const char *title, *formula, *text, *shut = "", *open = "";
};
constexpr double shut_weight = 0.05;  // and less
constexpr std::array<StepWords, spring_steps> words{{
    {"Weights as springs", "y_{i} = x_{i} + w_{i}(y_{i-1} - x_{i})",
     "A spring pulls each pixel towards its neighbour. Where the guide is flat the spring is stiff, and w "
     "is near 0.8; the farther the guide jumps, the weaker it is. The picture jumps between the sixth and the "
     "seventh pixel: the slider says how much of that the guide knows."},
    {"Right, each block alone", "P_{k+1} = Y_{k} + W_{k}P_{k}",
     "Zero enters each block. Y leaves it, and W, the product of its springs, says how much of what really "
     "enters would leave, too. Coefficients that are the same everywhere need no W: it is a number of the "
     "filter. Here each block has its own."},
    {"And back, over what is incomplete", "E_{k} = Z_{k} + H_{k}P_{k} + U_{k}E_{k+1}",
     "Left over the result of the pass right, from zero again: Z leaves in front, and U is the product of "
     "the springs on this way. H is the third number: what goes right through the block and comes back."},
    {"Carries to the right", "P_{k+1} = Y_{k} + W_{k}P_{k}",
     "Pairs combine: a multiplication and an addition for each block, and no pixel is read for them.",
     "Through the shut edge nothing passes: W is almost 0, and what leaves block 1 is its own Y.",
     "The weaker the edge, the more of P comes through: W of block 1 says how much."},
    {"Carries to the left", "E_{k} = Z_{k} + H_{k}P_{k} + U_{k}E_{k+1}", "From the right end, with P known.",
     "The edge stops these, too: U is almost 0, and what H sends back of P has not crossed it.",
     "The weaker the edge, the more of E comes through, and H sends back of P what has crossed it."},
    {"The result", "z_{i} = y_{i} + w_{i+1}(z_{i+1} - y_{i})",
     "Each block once more, with what enters it from both sides.",
     "Both sides are smooth, and the edge stands where the guide has one.",
     "The weaker the guide's edge, the more one side runs into the other."},
}};

int step_of(const SpringSettings& springs) {
    return std::clamp(int(springs.step), 0, spring_steps - 1);
}

}  // namespace

void SpringsView::update(const LessonFrame& frame) {
    SpringSettings& springs = frame.settings.teach.springs;
    if (springs.plays) springs.step += frame.seconds / step_seconds;
    if (springs.plays && springs.step >= spring_steps) {
        springs.plays = frame.settings.teach.loop;
        springs.step = springs.plays ? 0 : spring_steps - 1;
    }
    row_ = spring_row(springs.edge);
}

void SpringsView::step(double steps, TeachSettings& teach) {
    const int wanted = step_of(teach.springs) + (steps > 0) - (steps < 0);
    teach.springs.step = std::clamp(wanted, 0, spring_steps - 1);
}

void SpringsView::panels(const TeachLayout& layout, const Viewer&, Settings& settings) {
    SpringSettings& springs = settings.teach.springs;
    // There is nothing to plot below: the strip's room belongs to the row.
    PlayerAreas areas = layout;
    areas.stage.height += layout.strip.height, areas.panel.height += layout.strip.height;
    areas.transport.y += layout.strip.height;
    begin_panel("springs", areas.stage, ImGuiWindowFlags_NoScrollbar);
    draw_springs(row_, step_of(springs));
    ImGui::End();
    if (areas.panel.width > 0) panel(areas.panel, step_of(springs));
    if (areas.transport.height > 0) transport(areas.transport, settings.teach);
}

void SpringsView::panel(const Area& area, int step) const {
    begin_panel("springs panel", area);
    const float em = ImGui::GetFontSize();
    const StepWords& shown = words[std::size_t(step)];
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted(shown.title);
    pop_face();
    ImGui::TextColored(colours::accent, "step %d of %d", step + 1, spring_steps);
    ImGui::PopTextWrapPos();
    large_formula(shown.formula);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(shown.text);
    ImGui::TextUnformatted(row_.w[SpringRow::jump] <= shut_weight ? shown.shut : shown.open);
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 0.35f * em});
    if (step > 0) {
        numbers(step);
        ImGui::Dummy({0, 0.35f * em});
    }
    ImGui::PushTextWrapPos(0);
    faint_line(fmt::format(
        "The edge filter (Gastal and Oliveira 2011) along one axis, an iteration, sigma {} pixels, range {}. "
        "In a picture the columns come first, and the rows' pairs are of finished columns.",
        SpringRow::sigma, SpringRow::range));
    ImGui::PopTextWrapPos();
    ImGui::End();
}

// The numbers of the blocks that are known after this step, those of the step itself in colour.
void SpringsView::numbers(int step) const {
    NumberTable table;
    const auto row = [&](const char* name, int known_from, const char* format, auto value) {
        if (step < known_from) return;
        const ImVec4& colour = step == known_from ? colours::good : colours::text;
        table.row();
        table.cell(name, colour, NumberTable::Look::formula);
        for (std::size_t k = 0; k < SpringRow::blocks; ++k)
            table.cell(fmt::format(fmt::runtime(format), value(k)), colour, NumberTable::Look::mono);
    };
    row("block k", 0, "{}", [](std::size_t k) { return k; });
    row("Y", 1, "{:.1f}", [this](std::size_t k) { return row_.segments[k].Y; });
    row("W", 1, "{:.4f}", [this](std::size_t k) { return row_.segments[k].W; });
    row("Z", 2, "{:.1f}", [this](std::size_t k) { return row_.segments[k].Z; });
    row("H", 2, "{:.4f}", [this](std::size_t k) { return row_.segments[k].H; });
    row("U", 2, "{:.4f}", [this](std::size_t k) { return row_.segments[k].U; });
    row("P_{k}", 3, "{:.1f}", [this](std::size_t k) { return row_.P[k]; });
    row("W P_{k}", 3, "{:.2f}", [this](std::size_t k) { return row_.segments[k].W * row_.P[k]; });
    row("E_{k+1}", 4, "{:.1f}", [this](std::size_t k) { return row_.E[k + 1]; });
    row("U E_{k+1}", 4, "{:.2f}", [this](std::size_t k) { return row_.segments[k].U * row_.E[k + 1]; });
    table.draw();
}

void SpringsView::transport(const Area& area, TeachSettings& teach) const {
    SpringSettings& springs = teach.springs;
    begin_panel("springs transport", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    if (const auto clicked = player_buttons(springs.plays)) {
        const int step = step_of(springs);
        springs.plays = clicked == Icon::play && !springs.plays;
        if (clicked == Icon::first || (springs.plays && step == spring_steps - 1)) springs.step = 0;
        if (clicked == Icon::last) springs.step = spring_steps - 1;
        if (clicked == Icon::back) springs.step = std::max(step - 1, 0);
        if (clicked == Icon::forward) springs.step = std::min(step + 1, spring_steps - 1);
    }
    ImGui::SameLine(0, 0.7f * em);
    constexpr std::array<PlayerPart, spring_steps> parts{
        {{"springs", 1}, {"right", 1}, {"back", 1}, {"P", 1}, {"E", 1}, {"result", 1}}};
    const double done = springs.plays ? springs.step : step_of(springs) + 1;
    if (const auto dragged = scrub_bar(parts, done)) {
        springs.step = std::min(*dragged, spring_steps - 0.5);
        springs.plays = false;
    }
    hint("The steps; drag to go to one.");
    ImGui::SetNextItemWidth(std::min(ImGui::GetContentRegionAvail().x, 26 * em));
    auto edge = float(springs.edge);
    if (ImGui::SliderFloat("##edge", &edge, 0, 1, edge <= 0 ? "the edge is open" : "edge shut by %.2f",
                           ImGuiSliderFlags_AlwaysClamp))
        springs.edge = double(edge);
    hint("How far the guide follows the picture's jump: at 0 it is flat there, and the spring is whole.");
    ImGui::End();
}

}  // namespace sweep::app
