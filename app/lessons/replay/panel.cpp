// What stands beside the picture of a real run, or of a race: its numbers, bets, and the meter of traffic.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/lessons/replay/record.h"
#include "app/lessons/replay/view.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/plots/number_table.h"
#include "app/ui/widgets.h"
#include "core/base/memory.h"

namespace sweep::app {

// The stages of a run with their times, and how near each is to a copy of the bytes that it has to move.
void ReplayView::stages_of(const Trace& run, double at) const {
    const bool short_run = run.milliseconds() < 10;
    NumberTable table;
    table.row();
    for (const char* title : {"", "stage", short_run ? "us" : "ms", "count", "bytes", "copy"})
        table.cell(title, colours::faint);
    for (std::size_t k = 0; k < run.stages.size(); ++k) {
        const Stage& stage = run.stages[k];
        const double ms = run.end[k] - run.begin[k];
        const bool runs = at >= run.begin[k] && at < run.end[k];
        const auto count = std::count_if(run.pieces.begin(), run.pieces.end(),
                                         [&](const TracePiece& p) { return p.stage == int(k); });
        table.row();
        table.swatch(ImGui::ColorConvertU32ToFloat4(colour_of_stage(int(k))));
        table.cell(fmt::format("{} {}", stage.paper, stage.name), runs ? colours::accent : colours::text);
        table.cell(fmt::format("{:.{}f}", short_run ? 1000 * ms : ms, short_run && ms >= 0.1 ? 0 : 1),
                   colours::text);
        table.cell(std::to_string(count), colours::text);
        table.cell(memory_text(stage.bytes()), colours::text);
        if (ms > 0 && gb_per_s_ > 0 && stage.bytes() > 0)
            table.cell(fmt::format("{:.2f}", 1e-6 * double(stage.bytes()) / ms / gb_per_s_), colours::text);
    }
    table.draw();
}

// The meter of a run: a stage reads and writes while it runs.
TrafficRow ReplayView::traffic_of_run(const Trace& run, double at) const {
    const Problem& problem = subject().problem;
    TrafficRow row =
        traffic_row(run.algorithm, run.stages, double(run.shape.samples()) * double(size_of(problem.input)));
    TrafficPlace place{run.stages.size(), 0, 0};
    for (std::size_t k = 0; k < run.stages.size(); ++k)
        if (at < run.end[k]) {
            const double done =
                std::clamp((at - run.begin[k]) / std::max(run.end[k] - run.begin[k], 1e-9), 0.0, 1.0);
            place = {k, done, done};
            break;
        }
    row.now = place;
    return row;
}

void ReplayView::numbers_of_run(double at, bool on_stage) const {
    const Trace& run = runs_.front().trace();
    double worked = 0;
    for (const TracePiece& piece : run.pieces) worked += piece.end - piece.begin;
    ImGui::TextColored(colours::accent, "%s", fmt::format("algorithm {}", run.algorithm).c_str());
    // A processor of a GPU works at several blocks at once.
    const double at_once = worked / std::max(run.milliseconds() * run.processors, 1e-9);
    ImGui::TextUnformatted(fmt::format("{:.4f} of {:.4f} ms, {} processors, {}",
                                       std::min(at, run.milliseconds()), run.milliseconds(), run.processors,
                                       at_once > 1 ? fmt::format("{:.2g} blocks at once on each", at_once)
                                                   : fmt::format("{:.0f} % busy", 100 * at_once))
                               .c_str());
    if (!on_stage) stages_of(run, at);
}

// What is to be done, or who was first.
std::string ReplayView::state_of_race(const TeachSettings& teach) const {
    if (!waiting_.empty()) return fmt::format("recording, {} to come ..", waiting_.size());
    if (race_.takes_bets())
        return fmt::format("Who will be first? Bet with the keys 1 to {}. Enter or Space starts.",
                           runs_.size());
    return teach.replay.at < 1 ? "" : result_of(runs_, race_);
}

// Each runner with its number, its time, and the bets on it.
void ReplayView::runners(double at) {
    const float em = ImGui::GetFontSize();
    NumberTable table;
    table.row();
    for (const char* title : {"", "algorithm", "ms", "bets"}) table.cell(title, colours::faint);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        const Trace& run = runs_[i].trace();
        const bool arrived = at >= run.milliseconds();
        const std::string number = std::to_string(i + 1);
        table.row();
        table.cell(ImGui::CalcTextSize(number.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x,
                   [this, i, number] {
                       ImGui::PushID(int(i));
                       ImGui::BeginDisabled(!race_.takes_bets());
                       if (ImGui::SmallButton(number.c_str())) race_.bet(i);
                       ImGui::EndDisabled();
                       hint("Bets on this algorithm, as the key of its number does before the start.");
                       ImGui::PopID();
                   });
        table.cell(run.algorithm, arrived && i == first_of(runs_) ? colours::good : colours::text);
        table.cell(fmt::format("{:.3f}{}", std::min(at, run.milliseconds()), arrived ? " done" : ""),
                   colours::text);
        const int bets = race_.bets_on(i);
        constexpr int most_marks = 10;
        table.cell(bets == 0 ? "" : std::to_string(bets), colours::text);
        const int marks = std::min(bets, most_marks);
        table.cell(0.5f * em * float(marks), [em, marks] {
            const ImVec2 corner = ImGui::GetCursorScreenPos();
            for (int k = 0; k < marks; ++k)
                ImGui::GetWindowDrawList()->AddRectFilled(
                    {corner.x + 0.5f * em * float(k), corner.y + 0.15f * em},
                    {corner.x + 0.5f * em * float(k) + 0.3f * em, corner.y + 0.95f * em},
                    ImGui::GetColorU32(colours::accent));
        });
    }
    table.draw();
}

void ReplayView::panel(const Area& area, const TeachSettings& teach, bool on_stage) {
    begin_panel("replay", area);
    const float em = ImGui::GetFontSize();
    const double at = now(teach), slower = seconds_of_run * 1000 / std::max(all(), 1e-6);
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted(is_race() ? "The race" : "The real run");
    pop_face();
    // How much slower would say how long the slowest takes.
    ImGui::TextUnformatted(
        race_.is_secret()
            ? runs_.front().trace().engine.c_str()
            : fmt::format("{}, slowed down {:.0f} times", runs_.front().trace().engine, slower).c_str());
    ImGui::Dummy({0, 0.3f * em});
    if (is_race()) {
        ImGui::TextColored(colours::accent, "%s", state_of_race(teach).c_str());
        runners(at);
    } else {
        numbers_of_run(at, on_stage);
    }
    if (!disturbed_.empty())
        ImGui::TextColored(
            colours::accent, "%s",
            fmt::format("Another program had a processor in every run of {}, up to {} times: {} little.",
                        disturbed_, most_attempts,
                        disturbed_.find(',') == std::string::npos ? "its time says" : "their times say")
                .c_str());
    ImGui::Dummy({0, 0.3f * em});
    std::vector<TrafficRow> meter;
    for (const RunChart& chart : runs_) meter.push_back(traffic_of_run(chart.trace(), at));
    ImGui::PopTextWrapPos();
    draw_traffic(meter);
    for (const std::string& why : left_out_) faint_line("Left out: " + why + ".");
    if (is_race() && !race_.is_secret() && !on_stage)
        for (const RunChart& chart : runs_) stages_of(chart.trace(), at);
    std::string remark = subject().problem.shape.channels == 1 ? "Measured, on the picture in grey"
                                                               : "Measured, on the picture's four channels";
    remark +=
        on_stage
            ? ". Below, a row for each processor; the gaps are waiting."
            : ": when each block ran and where. Copy: the speed at which a stage moves its bytes, over "
              "that of a copy in the same memory. Below, a row for each processor; the gaps are waiting. "
              "Drag to go there.";
    const ImVec2 room = ImGui::GetContentRegionAvail();
    // Nobody scrolls on stage.
    if (!on_stage || ImGui::CalcTextSize(remark.c_str(), nullptr, false, room.x).y <= room.y)
        faint_line(remark);
    ImGui::End();
}

}  // namespace sweep::app
