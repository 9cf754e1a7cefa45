#include "app/glass/view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/engines/engines.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/walk/sum_table.h"
#include "core/base/error.h"
#include "core/problem/algorithms.h"

namespace sweep::app {
namespace {

ImU32 grey(double value) {
    const int v = int(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    return IM_COL32(v, v, v, 255);
}

Image mean_of_colours(const ConstImageView& picture) {
    Image mean({picture.shape.width, picture.shape.height, 1}, Sample::f32);
    float* to = mean.data<float>();
    for (int y = 0; y < picture.shape.height; ++y)
        for (int x = 0; x < picture.shape.width; ++x) {
            const std::array<double, 4> c = channels_at(picture, x, y);
            *to++ = float((c[0] + c[1] + c[2]) / 3);
        }
    return mean;
}

}  // namespace

void GlassView::run(const ConstImageView& picture) {
    glFinish();  // drawing would take the processors from the run
    try {
        const std::unique_ptr<Engine> engine = start_engine(read_.subject().engine).engine,
                                      in_double = start_engine(EngineKind::cpu).engine;
        const Image mean = mean_of_colours(picture);
        glass_ = std::make_unique<BlockGlass>(*engine, *in_double, read_.subject().problem, mean.view());
    } catch (const Error& error) {
        why_not_ = error.what();
    }
}

void GlassView::update(const Texture& input, std::uint64_t version, const Problem& problem, EngineKind engine,
                       TeachSettings& teach) {
    // The reference does not filter blocks: the CPU does it for it.
    const EngineKind runs = engine == EngineKind::reference ? EngineKind::cpu : engine;
    const ReadEvent event = read_.update(input, {input.name(), version, problem, runs});
    if (event == ReadEvent::arrived) run(read_.pixels());
    if (event == ReadEvent::asked || event == ReadEvent::too_large) {
        glass_.reset();
        why_not_.clear();
    }
    if (event == ReadEvent::too_large)
        why_not_ = "the picture is too large for the glass: up to 4 megapixels";
    if (!glass_) return;
    teach.glass_row = std::min(teach.glass_row, glass_->block_rows() - 1);
    teach.glass_column = std::min(teach.glass_column, glass_->block_columns() - 1);
}

std::optional<GlassPlace> GlassView::block_with_bands(int m, int n, float width) const {
    const BlockGlass& glass = *glass_;
    const int b = glass.block();
    const int r = glass.order(), rows = std::min(b, glass.height() - m * b),
              columns = std::min(b, glass.width() - n * b);
    const float em = ImGui::GetFontSize(), gap = 0.5f * em, thick = std::clamp(0.7f * em, 4.0f, 14.0f),
                side = std::max(width - 2 * (gap + thick * float(r)), float(b)),
                cell = std::floor(side / float(b));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float margin = gap + thick * float(r);
    const ImVec2 first{corner.x + margin, corner.y + margin},
        last{first.x + cell * float(columns), first.y + cell * float(rows)};
    ImGui::InvisibleButton("block", {width, last.y - corner.y + margin});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
            const ImVec2 at{first.x + cell * float(x), first.y + cell * float(y)};
            list.AddRectFilled(at, {at.x + cell, at.y + cell},
                               grey(double(glass.pixel(n * b + x, m * b + y))));
        }
    std::optional<GlassPlace> under;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const Border border : {Border::P, Border::E, Border::P_rows, Border::E_rows}) {
        const bool of_rows = border == Border::P_rows || border == Border::E_rows,
                   before = border == Border::P || border == Border::P_rows;
        const int lanes = of_rows ? rows : columns;
        for (int lane = 0; lane < lanes; ++lane)
            for (int k = 0; k < r; ++k) {
                // k = 0 lies next to the block.
                const float along = cell * float(lane), across = gap + thick * float(k);
                ImVec2 at =
                    of_rows ? ImVec2{before ? first.x - across - thick : last.x + across, first.y + along}
                            : ImVec2{first.x + along, before ? first.y - across - thick : last.y + across};
                const ImVec2 end{at.x + (of_rows ? thick : cell), at.y + (of_rows ? cell : thick)};
                const GlassPlace place{border, m, n, lane, k};
                list.AddRectFilled(at, end, grey(glass.engine(place)));
                if (mouse.x >= at.x && mouse.x < end.x && mouse.y >= at.y && mouse.y < end.y) under = place;
            }
        const ImU32 colour = ImGui::GetColorU32(before ? colours::accent : colours::good);
        const float from = gap - 2, to = gap + thick * float(r) + 1;
        if (of_rows)
            list.AddRect({before ? first.x - to : last.x + from, first.y - 1},
                         {before ? first.x - from : last.x + to, last.y + 1}, colour);
        else
            list.AddRect({first.x - 1, before ? first.y - to : last.y + from},
                         {last.x + 1, before ? first.y - from : last.y + to}, colour);
    }
    if (under) {
        const bool of_rows = under->border == Border::P_rows || under->border == Border::E_rows;
        const float line = cell * (float(under->lane) + 0.5f);
        if (of_rows)
            list.AddLine({first.x, first.y + line}, {last.x, first.y + line},
                         ImGui::GetColorU32(colours::accent));
        else
            list.AddLine({first.x + line, first.y}, {first.x + line, last.y},
                         ImGui::GetColorU32(colours::accent));
    }
    return under;
}

void GlassView::draw(const Area& stage, const Area& panel, const Viewer& viewer,
                     const TeachSettings& teach) const {
    const float em = ImGui::GetFontSize();
    if (panel.width == 0) return;
    begin_panel("glass", panel);
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted("A block under the glass");
    pop_face();
    if (!glass_) {
        ImGui::TextColored(colours::accent, "%s", why_not_.empty() ? "running .." : why_not_.c_str());
        ImGui::PopTextWrapPos();
        ImGui::End();
        return;
    }
    const int b = glass_->block();
    const int m = std::min(teach.glass_row, glass_->block_rows() - 1),
              n = std::min(teach.glass_column, glass_->block_columns() - 1);
    ImGui::TextColored(
        colours::accent, "%s",
        fmt::format("block ({}, {}) of algorithm {}", m, n, algorithm_name(glass_->problem())).c_str());
    ImGui::PopTextWrapPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const std::optional<GlassPlace> under =
        block_with_bands(m, n, std::min(room, std::max(0.42f * float(panel.height), 10 * em)));
    const int middle = std::min(b, glass_->width() - n * b) / 2;
    const GlassPlace shown = under.value_or(GlassPlace{Border::P, m, n, middle, 0});
    const bool of_rows = shown.border == Border::P_rows || shown.border == Border::E_rows;
    ImGui::TextColored(colours::faint, "%s",
                       fmt::format("{} {}, number {} of {}", of_rows ? "row" : "column",
                                   shown.lane + (of_rows ? m : n) * b, shown.k + 1, glass_->order())
                           .c_str());
    const WalkSum sum = glass_->sum(shown);
    draw_sum_table(sum);
    const double in_double = glass_->in_double(shown);
    push_face(Face::mono);
    ImGui::TextUnformatted(
        fmt::format("in the buffers {:>12.7f}\nin double      {:>12.7f}\ndifference     {:>12.1e}", sum.value,
                    in_double, sum.value - in_double)
            .c_str());
    pop_face();
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(
        colours::faint, "%s",
        "The states in which the passes enter the block, read from the engine's own buffers: amber down and "
        "right, teal up and left. Point at one for its sum; click another block, or this one to close.");
    ImGui::PopTextWrapPos();
    ImGui::End();

    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});
    const float zoom = viewer.zoom();
    const Point corner = viewer.origin();
    outline(list, {corner.x + float(n * b) * zoom, corner.y + float(m * b) * zoom},
            {corner.x + float(std::min((n + 1) * b, glass_->width())) * zoom,
             corner.y + float(std::min((m + 1) * b, glass_->height())) * zoom},
            ImGui::GetColorU32(colours::accent), 0, 3);
    list.PopClipRect();
}

}  // namespace sweep::app
