#include "app/lecture/player.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "core/base/printable.h"

namespace sweep::app {

void LecturePlayer::start(Lecture lecture, std::function<void(const Cue&)> show) {
    lecture_ = std::move(lecture);
    show_ = std::move(show);
    go(0);
}

void LecturePlayer::go(int step) {
    if (!is_running()) return;
    step_ = std::clamp(step, 0, int(lecture_.cues.size()) - 1);
    is_black_ = false;
    if (speaks_) say_notes();
    show_(lecture_.cues[std::size_t(step_)]);
}

void LecturePlayer::let_speak() {
    speaks_ = true;
    if (is_running()) say_notes();
}

void LecturePlayer::say_notes() const {
    const Cue& cue = lecture_.cues[std::size_t(step_)];
    std::fprintf(stderr, "%d/%zu  %s\n", step_ + 1, lecture_.cues.size(), printable(cue.name).c_str());
    if (!cue.notes.empty()) std::fprintf(stderr, "      %s\n", printable(cue.notes).c_str());
}

void LecturePlayer::touched(double now) {
    was_touched_ = true;
    stepped_at_ = now;
}

void LecturePlayer::tick(double now) {
    if (booth_seconds_ <= 0 || !is_running()) return;
    if (stepped_at_ == 0) stepped_at_ = now;
    if (now - stepped_at_ < booth_seconds_) return;
    const bool begins = was_touched_ || step_ + 1 == int(lecture_.cues.size());
    was_touched_ = false;
    stepped_at_ = now;
    go(begins ? 0 : step_ + 1);
}

std::optional<double> LecturePlayer::seconds_left(double now) const {
    if (booth_seconds_ <= 0 || !is_running()) return {};
    return std::max(booth_seconds_ - (now - stepped_at_), 0.0);
}

int LecturePlayer::bar_height() const {
    return is_running() ? int(3.7f * ImGui::GetFontSize()) : 0;
}

void LecturePlayer::list() {
    ImGui::SetNextWindowPos({0.5f * ImGui::GetIO().DisplaySize.x, 0.5f * ImGui::GetIO().DisplaySize.y},
                            ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {1e4f, 0.85f * ImGui::GetIO().DisplaySize.y});
    const std::string title = (lecture_.title.empty() ? "Steps" : lecture_.title) + "###steps";
    if (ImGui::Begin(title.c_str(), &lists_,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                         ImGuiWindowFlags_NoSavedSettings))
        for (int i = 0; i < int(lecture_.cues.size()); ++i) {
            const std::string name =
                fmt::format("{:2}  {}##{}", i + 1, lecture_.cues[std::size_t(i)].name, i);
            if (ImGui::Selectable(name.c_str(), i == step_)) {
                lists_ = false;
                go(i);
            }
        }
    ImGui::End();
}

void LecturePlayer::draw(const Area& bar, int width, int height) {
    if (!is_running()) return;
    const float em = ImGui::GetFontSize();
    const Cue& cue = lecture_.cues[std::size_t(step_)];
    ImDrawList& list_under = *ImGui::GetBackgroundDrawList();
    const ImVec2 corner{float(bar.x), float(bar.y)};
    list_under.AddRectFilled(corner, {corner.x + float(bar.width), corner.y + float(bar.height)},
                             ImGui::GetColorU32(colours::panel));
    list_under.AddRectFilled(
        corner,
        {corner.x + float(bar.width) * float(step_ + 1) / float(lecture_.cues.size()), corner.y + 0.16f * em},
        ImGui::GetColorU32(colours::accent));
    const std::string count = fmt::format("{} / {}", step_ + 1, lecture_.cues.size());
    const float room = float(bar.width) - 2 * em;
    list_under.AddText(
        {corner.x + float(bar.width) - em - ImGui::CalcTextSize(count.c_str()).x, corner.y + 0.5f * em},
        ImGui::GetColorU32(colours::faint), count.c_str());
    push_face(Face::title);
    list_under.AddText({corner.x + em, corner.y + 0.42f * em}, ImGui::GetColorU32(colours::accent),
                       shortened(cue.name, room - 4 * em).c_str());
    pop_face();
    // As large as one line allows, up to letters that the last row can read.
    ImFont* const font = ImGui::GetFont();
    const float wide = text_width(font, em, cue.caption),
                size = std::min(1.3f * em, em * room / std::max(wide, 1.0f));
    list_under.AddText(font, size, {corner.x + em, corner.y + 1.95f * em}, ImGui::GetColorU32(colours::text),
                       cue.caption.c_str());
    if (lists_) list();
    if (is_black_)
        ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, {float(width), float(height)},
                                                      IM_COL32(0, 0, 0, 255));
}

}  // namespace sweep::app
