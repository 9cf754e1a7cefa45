// Draws the block algorithm over the picture: the four stages of algorithm 7, with the perimeters that blocks
// leave and the carries between them. Blocks that run at the same time are marked together.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/passes/passes.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"
#include "core/base/memory.h"
#include "core/families/algorithms.h"
#include "core/plan/planner.h"
#include "core/stages/stages.h"

namespace sweep::app {
namespace {

constexpr int block = taught_block, waves = 6;  // a stage of independent blocks is drawn in so many groups

struct Grid {
    int rows, columns;
    int count() const { return rows * columns; }
};

Grid grid_of(const PassImages& images) {
    return {(images.height() + block - 1) / block, (images.width() + block - 1) / block};
}

struct StagePlace {
    int stage;      // 0..3: 7.1 to 7.4
    double within;  // 0..1
};

StagePlace stage_place(double progress) {
    const int stage = std::clamp(int(progress), 0, 3);
    return {stage, std::clamp(progress - stage, 0.0, 1.0)};
}

// A group of blocks in a stage whose blocks are independent: the first `done` blocks are done, those up to
// `end` run.
struct Wave {
    int done, end;
};
Wave wave_at(const Grid& grid, double within) {
    const int each = (grid.count() + waves - 1) / waves;
    const int first = std::min(int(within * waves), waves) * each;
    return {std::min(first, grid.count()), std::min(first + each, grid.count())};
}

// How many block rows (or columns) have their causal carries, and how many have their anticausal ones.
struct Chain {
    int forward, backward;
};
Chain chain_at(int links, double within) {
    return {std::min(int(2 * within * links) + 1, links),
            within < 0.5 ? 0 : std::min(int((2 * within - 1) * links) + 1, links)};
}

Problem block_problem(const PassImages& images, Algorithm algorithm) {
    Problem problem = images.problem();
    problem.method.algorithm = algorithm;
    problem.method.cascade.clear();
    return problem;
}

}  // namespace

void PassesView::draw_blocks(const TeachLayout& layout, const Viewer& viewer, const TeachSettings& teach,
                             const StageLight& light, const LessonCanvas& canvas) const {
    const StagePlace place = stage_place(teach.block_progress);
    const Wave wave = wave_at(grid_of(images_), place.within);
    const int done = place.stage == 0 || place.stage == 3 ? (place.within >= 1 ? wave.end : wave.done) : 0;
    stage_.draw_blocks(images_, 0, place.stage == 3 ? all_passes : 0, block, done, viewer, layout.stage,
                       light, 0.42f, canvas.framebuffer, canvas.window_height);
}

void PassesView::blocks(const Over& over) const {
    const StagePlace place = stage_place(over.settings.teach.block_progress);
    const Grid grid = grid_of(images_);
    const float zoom = over.viewer.zoom(), em = ImGui::GetFontSize(), side = block * zoom;
    const Point corner = over.viewer.origin();
    const float right = corner.x + zoom * float(images_.width()),
                low = corner.y + zoom * float(images_.height());
    const Area& stage = over.layout.stage;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});
    for (int m = 0; m <= grid.rows; ++m) {
        const float y = std::min(corner.y + float(m) * side, low);
        list.AddLine({corner.x, y}, {right, y}, IM_COL32(255, 255, 255, 46));
    }
    for (int n = 0; n <= grid.columns; ++n) {
        const float x = std::min(corner.x + float(n) * side, right);
        list.AddLine({x, corner.y}, {x, low}, IM_COL32(255, 255, 255, 46));
    }

    const Wave wave = wave_at(grid, place.within);
    const bool all_done = place.stage > 0;
    const Chain columns = place.stage > 1    ? Chain{grid.rows, grid.rows}
                          : place.stage == 1 ? chain_at(grid.rows, place.within)
                                             : Chain{0, 0};
    const Chain rows = place.stage > 2    ? Chain{grid.columns, grid.columns}
                       : place.stage == 2 ? chain_at(grid.columns, place.within)
                                          : Chain{0, 0};
    const ImU32 causal = ImGui::GetColorU32(colours::amber), anticausal = ImGui::GetColorU32(colours::teal);
    const float band = std::clamp(float(images_.design().order()) * zoom, 2.0f, 0.22f * side);
    // A solid band is a complete carry; an outline is a perimeter of the block alone.
    const auto perimeter = [&](ImVec2 a, ImVec2 b, ImU32 colour, bool complete) {
        if (complete)
            list.AddRectFilled(a, b, colour);
        else
            list.AddRect(a, b, (colour & ~IM_COL32_A_MASK) | (IM_COL32_A_MASK & IM_COL32(0, 0, 0, 170)));
    };
    for (int m = 0; m < grid.rows; ++m)
        for (int n = 0; n < grid.columns; ++n) {
            const int number = m * grid.columns + n;
            const ImVec2 a{corner.x + float(n) * side + 1, corner.y + float(m) * side + 1},
                b{std::min(a.x + side - 2, right - 1), std::min(a.y + side - 2, low - 1)};
            if (b.x < float(stage.x) || b.y < float(stage.y) || a.x > float(stage.x + stage.width) ||
                a.y > float(stage.y + stage.height))
                continue;
            const bool independent = place.stage == 0 || place.stage == 3;
            const bool runs = independent && number >= wave.done && number < wave.end && place.within < 1;
            if (runs) {
                list.AddRectFilled(a, b, IM_COL32(255, 255, 255, 34));
                outline(list, a, b, IM_COL32(255, 255, 255, 235), 0, thick(2));
            }
            if (!all_done && number >= wave.done) continue;
            if (place.stage == 3 && number < wave.done)
                continue;  // the block is filtered and needs its carries no more
            const float h = std::min(band, 0.3f * (b.y - a.y)), w = std::min(band, 0.3f * (b.x - a.x));
            perimeter({a.x + w, b.y - h}, {b.x - w, b.y}, causal, m < columns.forward);
            perimeter({a.x + w, a.y}, {b.x - w, a.y + h}, anticausal, grid.rows - 1 - m < columns.backward);
            perimeter({b.x - w, a.y + h}, {b.x, b.y - h}, causal, n < rows.forward);
            perimeter({a.x, a.y + h}, {a.x + w, b.y - h}, anticausal, grid.columns - 1 - n < rows.backward);
        }

    // Arrows show the carries that are computed at the moment, in all lines of blocks at once.
    const float size = std::min(0.34f * em, 0.2f * side);
    const auto arrows = [&](bool down_columns, int link, bool back) {
        const int chains = down_columns ? grid.columns : grid.rows,
                  links = down_columns ? grid.rows : grid.columns;
        if (link < 1 || link >= links) return;
        const float along = (down_columns ? corner.y : corner.x) + float(back ? links - link : link) * side;
        const float way = back ? -1.0f : 1.0f;
        for (int chain = 0; chain < chains; ++chain) {
            const float begin = (down_columns ? corner.x : corner.y) + float(chain) * side;
            const float across = 0.5f * (begin + std::min(begin + side, down_columns ? right : low));
            const auto at = [&](float u, float v) {
                return down_columns ? ImVec2{across + v, along + way * u}
                                    : ImVec2{along + way * u, across + v};
            };
            list.AddLine(at(-2.4f * size, 0), at(size, 0), IM_COL32(0, 0, 0, 190), thick(5));
            list.AddLine(at(-2.4f * size, 0), at(size, 0), back ? anticausal : causal, thick(2.4f));
            list.AddTriangleFilled(at(2.2f * size, 0), at(0.4f * size, size), at(0.4f * size, -size),
                                   back ? anticausal : causal);
        }
    };
    const bool back = place.within >= 0.5;
    if (place.stage == 1) arrows(true, back ? columns.backward : columns.forward, back);
    if (place.stage == 2) arrows(false, back ? rows.backward : rows.forward, back);
    list.PopClipRect();
}

void PassesView::block_numbers(const Over& over) const {
    const StagePlace place = stage_place(over.settings.teach.block_progress);
    const Grid grid = grid_of(images_);
    begin_panel("block numbers", over.layout.panel);
    const float em = ImGui::GetFontSize();
    push_face(Face::title);
    ImGui::TextUnformatted("Blocks");
    pop_face();
    const std::string what =
        fmt::format("algorithm 7: {} x {} of {} x {} pixels", grid.rows, grid.columns, block, block);
    ImGui::SameLine(0, 0.9f * em);
    if (ImGui::CalcTextSize(what.c_str()).x > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
    ImGui::TextColored(colours::accent, "%s", what.c_str());
    const std::vector<Stage> list = stages(block_problem(images_, drawn_algorithm), block);
    constexpr std::array<const char*, 4> words{
        "Each block is filtered on its own, from zero, and leaves its perimeters: the states at its four "
        "edges, which are incomplete. All blocks are independent.",
        "Perimeters become carries, block row after block row, down and then up: the complete states of the "
        "preceding blocks. All columns at once.",
        "The same along the rows, right and then left, with the changes that the column carries make to the "
        "row perimeters. All rows at once.",
        "The carries say how everything outside enters each block: it reads its pixels once more, filters "
        "them in all four directions, and writes the result. All blocks are independent."};
    ImGui::PushTextWrapPos(0);
    for (int k = 0; k < int(list.size()) && k < 4; ++k) {
        const bool now = k == place.stage;
        const Stage& stage = list[std::size_t(k)];
        ImGui::Dummy({0, 0.25f * em});
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Indent(0.8f * em);
        ImGui::TextColored(now ? colours::accent : colours::text, "%s  %s", std::string(stage.paper).c_str(),
                           std::string(stage.name).c_str());
        ImGui::SameLine();
        ImGui::TextColored(colours::faint, "reads %s, writes %s", memory_text(stage.bytes_read).c_str(),
                           memory_text(stage.bytes_written).c_str());
        if (now) ImGui::TextUnformatted(words[std::size_t(k)]);
        std::string counter;
        if (now && (k == 0 || k == 3)) {
            const Wave wave = wave_at(grid, place.within);
            counter = fmt::format("{} of {} blocks done, {} running", wave.done, grid.count(),
                                  wave.end - wave.done);
        } else if (now) {
            const int links = k == 1 ? grid.rows : grid.columns;
            const Chain chain = chain_at(links, place.within);
            counter = fmt::format("{} of {} carries of each line complete", chain.forward + chain.backward,
                                  2 * links);
        }
        if (!counter.empty()) ImGui::TextColored(colours::good, "%s", counter.c_str());
        ImGui::Unindent(0.8f * em);
        if (now)
            ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y},
                                                      {at.x + 0.25f * em, ImGui::GetCursorScreenPos().y - 4},
                                                      ImGui::GetColorU32(colours::accent), 2);
    }
    ImGui::Dummy({0, 0.4f * em});
    const std::uint64_t whole = total_bytes(list),
                        serial = total_bytes(stages(block_problem(images_, Algorithm::rt), block));
    ImGui::TextColored(colours::faint,
                       "Modelled bytes, not measured: %s in all, where four passes one after the other "
                       "move %s. How many blocks run at once depends on the device; the waves are "
                       "illustrative. Outlines are perimeters of a block alone, solid bars are carries; "
                       "amber goes down and right, teal up and left.",
                       memory_text(whole).c_str(), memory_text(serial).c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

}  // namespace sweep::app
