#include "app/replay/view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/engines/engines.h"
#include "app/gl/timing.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/widgets.h"
#include "core/base/error.h"
#include "core/base/memory.h"

namespace sweep::app {
namespace {

constexpr std::size_t most_pixels = std::size_t(1) << 22;
constexpr double seconds_of_run = 12;  // in which a whole run is shown

// Runs the problem on the CPU, which keeps the record. Throws Error(usage) for an algorithm that it does not have.
Trace traced(const Problem& problem, const ConstImageView& in) {
    const std::unique_ptr<Engine> engine = start_engine(EngineKind::cpu).engine;
    engine->prepare(problem);
    Image out(problem.shape, output_sample(problem));
    // Of several runs the shortest was disturbed least.
    const double start = wall_seconds();
    Trace best = engine->trace(in, out.view());
    for (int again = 0; again < 6 && wall_seconds() < start + 0.3; ++again) {
        Trace trace = engine->trace(in, out.view());
        if (trace.milliseconds() < best.milliseconds()) best = std::move(trace);
    }
    return best;
}

// A colour for each stage; neighbours differ in hue and in brightness.
ImU32 colour_of(int stage, float alpha = 1) {
    constexpr std::array<std::array<float, 3>, 6> colours{{{1.00f, 0.71f, 0.33f},
                                                           {0.38f, 0.80f, 0.74f},
                                                           {0.86f, 0.42f, 0.60f},
                                                           {0.45f, 0.62f, 0.98f},
                                                           {0.78f, 0.84f, 0.38f},
                                                           {0.68f, 0.50f, 0.92f}}};
    const auto& c = colours[std::size_t(stage) % colours.size()];
    return ImGui::GetColorU32(ImVec4{c[0], c[1], c[2], alpha});
}

}  // namespace

void ReplayView::update(const Texture& input, std::uint64_t version, const Problem& problem,
                        TeachSettings& teach, double seconds) {
    Subject subject{input.name(), version, problem};
    subject.problem.shape = {input.width(), input.height(), 4};
    subject.problem.input = Sample::f32;
    subject.problem.memory = Memory::linear;
    subject.problem.half_result = false;
    if (!(subject == subject_)) {
        subject_ = std::move(subject);
        asked_ = false;
    }
    if (read_.arrived() && asked_) {
        glFinish();  // drawing in software would take the processors from the run
        try {
            trace_ = traced(subject_.problem, read_.parts()[0]);
        } catch (const Error& error) {
            why_not_ = error.what();
        }
    }
    if (!asked_ && !read_.busy()) {
        asked_ = true;
        trace_.reset();
        why_not_.clear();
        if (subject_.problem.shape.pixels() > most_pixels) {
            why_not_ = "the picture is too large to be replayed: up to 4 megapixels";
        } else {
            const ReadBack::Part part{&input, whole(input)};
            read_.ask({&part, 1});
        }
    }
    if (!trace_ || !teach.replay_plays) return;
    teach.replay_at += seconds / seconds_of_run;
    if (teach.replay_at < 1) return;
    teach.replay_plays = teach.loop;
    teach.replay_at = teach.loop ? 0 : 1;
}

// What no piece of the stage has reached is dark; what runs at the moment is outlined, with its processor.
void ReplayView::picture(const Area& stage, const Viewer& viewer, double at) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({float(stage.x), float(stage.y)},
                      {float(stage.x + stage.width), float(stage.y + stage.height)});
    const float zoom = viewer.zoom();
    const Point corner = viewer.origin();
    const auto rectangle = [&](const TracePiece& p) {
        return std::pair{
            ImVec2{corner.x + float(p.x) * zoom, corner.y + float(p.y) * zoom},
            ImVec2{corner.x + float(p.x + p.width) * zoom, corner.y + float(p.y + p.height) * zoom}};
    };
    int current = 0;
    while (current + 1 < int(trace_->stages.size()) && at >= trace_->begin[std::size_t(current) + 1])
        ++current;
    for (const TracePiece& piece : trace_->pieces) {
        if (piece.stage != current || piece.width == 0 || piece.channel > 0) continue;
        const auto [a, b] = rectangle(piece);
        if (at < piece.begin)
            list.AddRectFilled(a, b, IM_COL32(0, 0, 0, 170));
        else if (at >= piece.end)
            list.AddRectFilled(a, b, colour_of(current, 0.16f));
    }
    const bool letters = 12 * zoom * float(trace_->block) > 20 * ImGui::GetFontSize();
    for (const TracePiece& piece : trace_->pieces) {
        if (piece.width == 0 || at < piece.begin || at >= piece.end) continue;
        const auto [a, b] = rectangle(piece);
        list.AddRectFilled(a, b, colour_of(piece.stage, 0.35f));
        outline(list, a, b, colour_of(piece.stage), 0, 3);
        if (letters)
            list.AddText({a.x + 4, a.y + 2}, IM_COL32(255, 255, 255, 255),
                         std::to_string(piece.processor).c_str());
    }
    list.PopClipRect();
}

void ReplayView::panel(const Area& area, const TeachSettings& teach) const {
    begin_panel("replay", area);
    const float em = ImGui::GetFontSize();
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted("The real run");
    pop_face();
    ImGui::TextColored(colours::accent, "%s",
                       fmt::format("algorithm {}, {}", trace_->algorithm, trace_->engine).c_str());
    const double at = now(teach), slower = seconds_of_run * 1000 / std::max(trace_->milliseconds(), 1e-6);
    ImGui::TextUnformatted(
        fmt::format("{:.3f} of {:.3f} ms, slowed down {:.0f} times", at, trace_->milliseconds(), slower)
            .c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 0.3f * em});
    if (ImGui::BeginTable("stages", 4, ImGuiTableFlags_SizingFixedFit)) {
        for (const char* title : {"stage", "ms", "pieces", "bytes"}) {
            ImGui::TableNextColumn();
            ImGui::TextColored(colours::faint, "%s", title);
        }
        for (std::size_t k = 0; k < trace_->stages.size(); ++k) {
            const Stage& stage = trace_->stages[k];
            const bool runs = at >= trace_->begin[k] && at < trace_->end[k];
            const auto count = std::count_if(trace_->pieces.begin(), trace_->pieces.end(),
                                             [&](const TracePiece& p) { return p.stage == int(k); });
            ImGui::TableNextColumn();
            const ImVec2 corner = ImGui::GetCursorScreenPos();
            ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + 0.2f * em},
                                                      {corner.x + 0.7f * em, corner.y + 0.9f * em},
                                                      colour_of(int(k)), 2);
            ImGui::Indent(1.1f * em);
            ImGui::TextColored(runs ? colours::accent : colours::text, "%s",
                               fmt::format("{} {}", stage.paper, stage.name).c_str());
            ImGui::Unindent(1.1f * em);
            ImGui::TableNextColumn();
            ImGui::Text("%.3f", trace_->end[k] - trace_->begin[k]);
            ImGui::TableNextColumn();
            ImGui::Text("%d", int(count));
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(memory_text(stage.bytes()).c_str());
        }
        ImGui::EndTable();
    }
    ImGui::Dummy({0, 0.3f * em});
    ImGui::PushTextWrapPos(0);
    double worked = 0;
    for (const TracePiece& piece : trace_->pieces) worked += piece.end - piece.begin;
    ImGui::TextColored(
        colours::faint, "%s",
        fmt::format("Measured, on the picture's four channels: each block when and on which of {} "
                    "processors it ran. "
                    "They worked {:.0f} % of the time; the gaps are waiting. Below, a row for each; drag to "
                    "go there.",
                    trace_->processors, 100 * worked / (trace_->milliseconds() * trace_->processors))
            .c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

void ReplayView::step(int way, TeachSettings& teach) const {
    if (!trace_) return;
    const double at = now(teach);
    double best = way > 0 ? trace_->milliseconds() : 0;
    for (const TracePiece& piece : trace_->pieces)
        if (way > 0 ? piece.begin > at + 1e-9 && piece.begin < best
                    : piece.begin < at - 1e-9 && piece.begin > best)
            best = piece.begin;
    teach.replay_at = best / trace_->milliseconds();
    teach.replay_plays = false;
}

void ReplayView::transport(const Area& area, TeachSettings& teach) const {
    begin_panel("replay transport", area, ImGuiWindowFlags_NoScrollbar);
    if (const auto clicked = player_buttons(teach.replay_plays)) {
        if (clicked == Icon::play)
            teach.replay_plays = !teach.replay_plays;
        else if (clicked == Icon::back || clicked == Icon::forward)
            step(clicked == Icon::back ? -1 : 1, teach);
        else
            teach.replay_at = clicked == Icon::last ? 1 : 0, teach.replay_plays = false;
    }
    ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    ImGui::Checkbox("loop", &teach.loop);
    hint("Starts again at the end.");
    ImGui::End();
}

// Processors against time.
void ReplayView::chart(const Area& area, TeachSettings& teach) const {
    begin_panel("replay chart", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float left = corner.x + 2.2f * em, wide = std::max(room.x - 2.2f * em, 10.0f),
                high = std::max(room.y - 1.4f * em, 8.0f);
    ImGui::InvisibleButton("chart", {room.x, high});
    if (ImGui::IsItemActive()) {
        teach.replay_at = std::clamp(double((ImGui::GetIO().MousePos.x - left) / wide), 0.0, 1.0);
        teach.replay_plays = false;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double all = trace_->milliseconds();
    const float row = high / float(trace_->processors);
    const auto x_of = [&](double ms) { return left + wide * float(ms / all); };
    for (int p = 0; p < trace_->processors; ++p) {
        const float y = corner.y + float(p) * row;
        list.AddRectFilled({left, y}, {left + wide, y + row - 1}, ImGui::GetColorU32(colours::control));
        if (row > 0.9f * em)
            list.AddText({corner.x, y + 0.5f * (row - em)}, ImGui::GetColorU32(colours::faint),
                         std::to_string(p).c_str());
    }
    for (const TracePiece& piece : trace_->pieces) {
        const float y = corner.y + float(piece.processor) * row, a = x_of(piece.begin), b = x_of(piece.end);
        list.AddRectFilled({a, y}, {std::max(b - (b - a > 4 ? 1.0f : 0.0f), a + 0.5f), y + row - 1},
                           colour_of(piece.stage));
    }
    float free_from = left;  // names do not lie over each other
    for (std::size_t k = 0; k < trace_->stages.size(); ++k) {
        const std::string name(trace_->stages[k].paper);
        const float x = x_of(trace_->begin[k]);
        if (x < free_from) continue;
        list.AddText({x, corner.y + high + 0.1f * em}, colour_of(int(k)), name.c_str());
        free_from = x + ImGui::CalcTextSize(name.c_str()).x + 0.4f * em;
    }
    const float head = x_of(now(teach));
    list.AddRectFilled({head - 1.5f, corner.y - 3}, {head + 1.5f, corner.y + high + 3},
                       IM_COL32(255, 255, 255, 255));
    ImGui::End();
}

void ReplayView::draw(const PlayerAreas& areas, const Viewer& viewer, TeachSettings& teach) {
    if (!trace_) {
        const float em = ImGui::GetFontSize();
        plate(*ImGui::GetBackgroundDrawList(),
              {float(areas.stage.x) + 0.6f * em, float(areas.stage.y) + 0.4f * em},
              why_not_.empty() ? "running .." : why_not_.c_str(), colours::accent);
        return;
    }
    teach.replay_at = std::clamp(teach.replay_at, 0.0, 1.0);
    picture(areas.stage, viewer, now(teach));
    if (areas.panel.width > 0) panel(areas.panel, teach);
    if (areas.transport.height > 0) transport(areas.transport, teach);
    if (areas.strip.height > 0) chart(areas.strip, teach);
}

}  // namespace sweep::app
