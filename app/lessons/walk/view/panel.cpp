// The panels of a walk: what the step does and why, the number that is looked at as a sum, and all steps in a row.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/walk/view/sum_table.h"
#include "app/lessons/walk/view/view.h"
#include "app/ui/gui.h"
#include "app/ui/player.h"
#include "app/ui/plots/formula.h"
#include "app/ui/widgets.h"
#include "core/design/design.h"
#include "core/families/algorithms.h"

namespace sweep::app {
namespace {

int step_number(const Walk& walk, const TeachSettings& teach) {
    return std::clamp(int(teach.walk.step), 0, int(walk.steps.size()) - 1);
}

// Phones reach the lecture, or browsers of this machine have answered.
bool is_asked(const std::optional<Room>& room) {
    return room && (room->code.side > 0 || !room->answers.empty());
}

}  // namespace

void WalkView::panel(const Area& area, const WalkStep& step, const TeachSettings& teach) {
    begin_panel("walk", area);
    const float em = ImGui::GetFontSize();
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted(step.title.c_str());
    pop_face();
    const std::size_t count = walk_->steps.size();
    ImGui::TextColored(
        colours::accent, "%s",
        fmt::format("{}   step {} of {}", step.stage, step_number(*walk_, teach) + 1, count).c_str());
    ImGui::SameLine();
    ImGui::TextColored(colours::faint, "%s", step.source.c_str());
    ImGui::Dummy({0, 0.15f * em});
    ImGui::TextUnformatted(step.why.c_str());
    ImGui::Dummy({0, 0.35f * em});
    ImGui::PopTextWrapPos();
    const WalkSum sum = sum_of(*walk_, step, shown_pick(step));
    if (question_) {
        draw_large_sum(sum, is_hidden());
        question_lines(sum);
    } else {
        draw_sum_table(sum);
        if (levels_ > 0) tree(sum, std::max(0.5f * ImGui::GetContentRegionAvail().y, 6 * em));
        if (sum.terms.size() > 1 && ImGui::Button("hide it")) hide();
        tip("your-turn", "Your turn: the number is hidden, and who adds it up types it.");
    }
    ImGui::Dummy({0, 0.35f * em});
    ImGui::PushTextWrapPos(0);
    const bool table = !is_recursive(walk_->problem.filter.kind);
    ImGui::TextColored(
        colours::faint, "%s",
        fmt::format(
            "Algorithm {}{} on {} x {} pixels {}. Amber: down and right; teal: up and left. "
            "Filled: complete; faint, and a bar over its letter: incomplete. Point at a number for its sum: red "
            "has made it, blue it will make, the thicker the more. A click unfolds its sum.",
            algorithm_name(walk_->problem), table ? "" : fmt::format(", order {},", walk_->order),
            walk_->width, walk_->height,
            walk_->block_rows() * walk_->block_columns() == 1 ? std::string("in whole lines")
                                                              : fmt::format("in blocks of {}", walk_->block))
            .c_str());
    ImGui::PopTextWrapPos();
    meter(area, std::size_t(step_number(*walk_, teach)));
    ImGui::End();
}

// In a lecture, whose caption says why: the step, its sum in digits that the last row reads, and the traffic so far.
void WalkView::stage_panel(const Area& area, const WalkStep& step, std::size_t number) {
    begin_panel("walk on stage", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize();
    ImGui::PushTextWrapPos(0);
    push_face(Face::title);
    ImGui::TextUnformatted(step.title.c_str());
    pop_face();
    ImGui::TextColored(colours::accent, "%s", step.stage.c_str());
    ImGui::SameLine();
    ImGui::TextColored(colours::faint, "%s",
                       fmt::format("algorithm {}   {}", algorithm_name(walk_->problem), step.source).c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 0.6f * em});
    const WalkPick pick = shown_pick(step);
    const WalkSum sum = sum_of(*walk_, step, pick);
    draw_large_sum(sum, is_hidden());
    if (question_) question_lines(sum);
    if (levels_ > 0) tree(sum, ImGui::GetContentRegionAvail().y);
    if (whole_ && levels_ == 0 && !question_ && step.shown == Plane::V && !pick.is_state) {
        const double V = walk_->value(Plane::V, pick.x, pick.y), RT = whole_->value(Plane::V, pick.x, pick.y);
        const std::string apart = V == RT ? "the same" : fmt::format("{:.0e} apart", std::abs(V - RT));
        ImGui::TextColored(colours::good, "%s",
                           fmt::format("four whole passes: {:.4f}, {}", RT, apart).c_str());
    }
    if (levels_ == 0 && !(question_ && is_asked(room_))) meter(area, number);
    ImGui::End();
}

// What was typed, and what is said of it.
void WalkView::question_lines(const WalkSum& sum) const {
    push_face(Face::title);
    ImGui::TextColored(colours::accent, "%s",
                       ("Your turn: " + question_->typed() + (is_hidden() ? "_" : "")).c_str());
    if (const auto& verdict = question_->verdict())
        wrapped_formula(verdict->words, verdict->is_right ? colours::good : colours::accent);
    pop_face();
    if (is_hidden()) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::faint, "%s", "Type it, and Enter. Enter alone shows the number.");
        ImGui::PopTextWrapPos();
    }
    if (!is_asked(room_)) return;
    room_panel(*room_, is_hidden() ? std::nullopt : std::optional(right_answer(sum)));
}

// The same over the picture, in a window that is too narrow for a panel.
void WalkView::say_answer(const Area& stage) const {
    const float em = ImGui::GetFontSize(), room = float(stage.width) - 1.2f * em;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    std::string text = "Your turn: " + question_->typed() + (is_hidden() ? "_" : "");
    if (question_->verdict()) text = question_->verdict()->words;
    if (room > 0)
        plate(list, {float(stage.x), float(stage.y + stage.height) - 1.9f * em},
              shortened(text, room).c_str(), colours::accent);
}

void WalkView::tree(const WalkSum& sum, float height) {
    pointed_ = draw_sum_tree(unfolded(lineage(), sum, levels_), height);
}

// The traffic so far at the lower edge of the panel, where there is room for it.
void WalkView::meter(const Area& area, std::size_t number) const {
    std::vector<TrafficRow> rows = traffic_;
    for (TrafficRow& row : rows)
        if (row.algorithm == walk_->problem.method.algorithm) row.now = traffic_at(walk_->steps, number, row);
    const float high = traffic_height(rows), end = float(area.height) - ImGui::GetStyle().WindowPadding.y;
    if (ImGui::GetCursorPosY() + high <= end) {
        ImGui::SetCursorPosY(end - high);
        draw_traffic(rows);
    }
}

TrafficPlace traffic_at(const std::vector<WalkStep>& steps, std::size_t number, const TrafficRow& row) {
    if (number == 0) return {};
    for (std::size_t k = 0; k < row.stages.size(); ++k) {
        const auto belongs = [&](const WalkStep& step) { return engine_stage(step) == row.stages[k].paper; };
        if (!belongs(steps[number])) continue;
        bool has_written = number + 1 == steps.size() || !belongs(steps[number + 1]), has_read = false;
        for (std::size_t i = number; i > 0 && belongs(steps[i]); --i) {
            has_written |= steps[i].saves;
            has_read |= steps[i].at_work || steps[i].in_memory;
        }
        return {k, has_read ? 1.0 : 0.0, has_written ? 1.0 : 0.0};
    }
    return {row.stages.size(), 0, 0};
}

void WalkView::transport(const Area& area, TeachSettings& teach) const {
    begin_panel("walk transport", area, ImGuiWindowFlags_NoScrollbar);
    const double last = double(walk_->steps.size()) - 1;
    const auto go = [&](double to) {
        teach.walk.step = std::clamp(std::floor(to), 0.0, last);
        teach.walk.plays = false;
    };
    if (const auto clicked = player_buttons(teach.walk.plays)) {
        if (clicked == Icon::play)
            teach.walk.plays = !teach.walk.plays;
        else
            go(clicked == Icon::first  ? 0
               : clicked == Icon::last ? last
                                       : teach.walk.step + (clicked == Icon::back ? -1 : 1));
    }
    ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    ImGui::Checkbox("loop", &teach.loop);
    hint("Starts again at the end.");
    ImGui::SameLine(0, 0.9f * ImGui::GetFontSize());
    ImGui::AlignTextToFramePadding();
    const WalkStep& step = walk_->steps[std::size_t(step_number(*walk_, teach))];
    ImGui::TextColored(colours::accent, "%s",
                       cut(step.stage + "  " + step.title, ImGui::GetContentRegionAvail().x).c_str());
    ImGui::End();
}

// All steps as boxes, those of a stage together. A click goes there.
void WalkView::strip(const Area& area, TeachSettings& teach) const {
    begin_panel("walk strip", area, ImGuiWindowFlags_NoScrollbar);
    const float em = ImGui::GetFontSize(), room = ImGui::GetContentRegionAvail().x;
    const int count = int(walk_->steps.size()), now = step_number(*walk_, teach);
    const float wide = std::min(room / float(count), 5 * em), high = 2.6f * em;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float free_from = corner.x + (count > 1 && wide < ImGui::CalcTextSize("start").x ? 0.5f * wide : 0);
    for (int i = 0; i < count; ++i) {
        const WalkStep& step = walk_->steps[std::size_t(i)];
        const bool begins = i == 0 || walk_->steps[std::size_t(i) - 1].stage != step.stage;
        const ImVec2 a{corner.x + float(i) * wide + (begins ? 2.0f : 0.0f), corner.y + 1.3f * em},
            b{corner.x + float(i + 1) * wide - 1, corner.y + 1.3f * em + high};
        ImGui::SetCursorScreenPos(a);
        ImGui::PushID(i);
        if (ImGui::InvisibleButton("step", {b.x - a.x, high})) {
            teach.walk.step = i;
            teach.walk.plays = false;
        }
        hint(fmt::format("{}: {}", step.stage, step.title).c_str());
        ImGui::PopID();
        list.AddRectFilled(a, b,
                           ImGui::GetColorU32(i == now  ? colours::accent
                                              : i < now ? colours::accent_dim
                                                        : colours::control),
                           0.2f * em);
        if (begins && a.x >= free_from) {  // names do not lie over each other
            list.AddText({a.x, corner.y}, ImGui::GetColorU32(colours::faint), step.stage.c_str());
            free_from = a.x + ImGui::CalcTextSize(step.stage.c_str()).x + 0.2f * em;
        }
        const std::string number = std::to_string(i + 1);
        const ImVec2 size = ImGui::CalcTextSize(number.c_str());
        if (size.x < b.x - a.x)
            list.AddText({0.5f * (a.x + b.x - size.x), 0.5f * (a.y + b.y - size.y)},
                         ImGui::GetColorU32(i == now ? colours::on_accent : colours::text), number.c_str());
    }
    ImGui::SetCursorScreenPos({corner.x, corner.y + high + 1.3f * em});
    ImGui::Dummy({1, 1});
    ImGui::End();
}

}  // namespace sweep::app
