#include "app/talk/presenter/panel.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "app/lessons/room/panel.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus;

void coloured(const ImVec4& colour, const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
    ImGui::PopStyleColor();
}

void wrapped(const ImVec4& colour, const std::string& text) {
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

// A number with what it is, side by side with the next one.
void figure(const char* what, const std::string& value, const ImVec4& colour) {
    ImGui::BeginGroup();
    push_face(Face::title);
    coloured(colour, value);
    pop_face();
    coloured(colours::faint, what);
    ImGui::EndGroup();
    ImGui::SameLine(0, 2 * ImGui::GetFontSize());
}

void figures(const PresenterReport& report) {
    const Lecture& lecture = *report.lecture;
    figure("of the talk", length_of(report.talk_seconds), colours::text);
    figure("of this step", length_of(report.step_seconds), colours::accent);
    figure("step", fmt::format("{} / {}", report.step + 1, lecture.cues.size()), colours::text);
    figure("now", report.clock, colours::text);
    if (report.answers) figure("answers", std::to_string(report.answers->size()), colours::text);
    if (report.is_black) figure("B or .", "BLACK", colours::accent);
    ImGui::NewLine();
}

// As large as the room allows.
void picture(const Texture& texture, float room, float most, bool first_row_is_below) {
    const float w = float(std::max(texture.width(), 1)), h = float(std::max(texture.height(), 1)),
                scale = std::max(std::min(room / w, most / h), 0.0f), top = first_row_is_below ? 1.0f : 0.0f;
    ImGui::Image(texture_id(texture.name()), {scale * w, scale * h}, {0, top}, {1, 1 - top});
}

// What the room has said, which it does not see before the answer.
void answers(const PresenterReport& report) {
    if (!report.answers || report.answers->empty()) return;
    constexpr std::size_t most_bars = 7;
    push_face(Face::title);
    room_bars(*report.answers, report.right, ImGui::GetContentRegionAvail().x, most_bars);
    pop_face();
    ImGui::Spacing();
}

// As large as the room below the picture allows.
void large_notes(const std::string& notes) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float em = ImGui::GetFontSize();
    float scale = 1.7f;
    while (scale > 1 &&
           ImGui::GetFont()->CalcTextSizeA(scale * em, 1e9f, std::max(room.x, 1.0f), notes.c_str()).y >
               room.y)
        scale -= 0.1f;
    ImGui::SetWindowFontScale(scale);
    wrapped(colours::text, notes);
    ImGui::SetWindowFontScale(1);
}

void this_step(const PresenterReport& report, float tall) {
    const Cue& cue = report.lecture->cues[std::size_t(report.step)];
    const float room = ImGui::GetContentRegionAvail().x;
    if (report.stage) picture(*report.stage, room, 0.55f * tall, true);
    push_face(Face::title);
    coloured(colours::accent, shortened(cue.name, room));
    pop_face();
    ImGui::Spacing();
    ImGui::BeginChild("notes", {0, 0});
    answers(report);
    push_face(Face::title);
    large_notes(cue.notes.empty() ? "No notes to this step." : cue.notes);
    pop_face();
    ImGui::EndChild();
}

void next_step(const PresenterReport& report, float tall) {
    const auto next = std::size_t(report.step) + 1;
    coloured(colours::faint, "Next");
    if (next == report.lecture->cues.size()) {
        coloured(colours::text, "The end of the lecture.");
        return;
    }
    const Cue& cue = report.lecture->cues[next];
    const float room = ImGui::GetContentRegionAvail().x;
    coloured(colours::accent, shortened(cue.name, room));
    if (report.next) picture(*report.next, room, 0.2f * tall, false);
    wrapped(colours::text, cue.caption);
    wrapped(colours::faint, first_sentence(cue.notes));
}

// The code and, beside it, the address.
void remote(const PresenterReport& report, float tall) {
    if (report.remote.empty()) return;
    const float room = ImGui::GetContentRegionAvail().x;
    draw_qr_code(report.code, std::min(0.5f * room, 0.2f * tall));
    if (report.code.side > 0) ImGui::SameLine();
    wrapped(colours::faint, report.remote);
    ImGui::Spacing();
    ImGui::Separator();
    ImGui::Spacing();
}

// In letters that somebody who stands reads.
std::optional<int> steps(const PresenterReport& report) {
    constexpr float larger = 1.25f;
    std::optional<int> clicked;
    ImGui::BeginChild("steps", {0, 0});
    ImGui::SetWindowFontScale(larger);
    const std::vector<Cue>& cues = report.lecture->cues;
    // Where a new step begins, the list shows it; in between it stays where the lecturer has moved it.
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const ImGuiID shown = ImGui::GetID("shown");
    const bool is_new = kept.GetInt(shown, -1) != report.step;
    kept.SetInt(shown, report.step);
    for (int i = 0; i < int(cues.size()); ++i) {
        const bool is_this = i == report.step;
        if (is_this) ImGui::PushStyleColor(ImGuiCol_Text, colours::accent);
        const std::string line = fmt::format("{:2}  {}##{}", i + 1, cues[std::size_t(i)].name, i);
        if (ImGui::Selectable(line.c_str(), is_this)) clicked = i;
        if (is_this) ImGui::PopStyleColor();
        if (is_this && is_new) ImGui::SetScrollHereY(0.3f);
    }
    ImGui::EndChild();
    return clicked;
}

}  // namespace

std::string length_of(double seconds) {
    const long whole = long(std::max(seconds, 0.0));
    if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string first_sentence(const std::string& notes) {
    const std::size_t end = notes.find_first_of(".?!");
    if (end == std::string::npos) return notes;
    for (std::size_t at = end; at != std::string::npos; at = notes.find_first_of(".?!", at + 1))
        if (at + 1 == notes.size() || notes[at + 1] == ' ') return notes.substr(0, at + 1);
    return notes;
}

std::optional<int> presenter_panel(const PresenterReport& report, int width, int height) {
    std::optional<int> clicked;
    const float w = float(width), h = float(height);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({w, h});
    ImGui::Begin("presenter", nullptr, still);
    if (!report.lecture) {
        wrapped(colours::text,
                "No lecture runs: F5 gives the one of ten minutes, Ctrl+F5 the one of an hour.");
        if (report.stage) picture(*report.stage, ImGui::GetContentRegionAvail().x, 0.6f * h, true);
        ImGui::End();
        return clicked;
    }
    figures(report);
    ImGui::Spacing();
    const float left = 0.62f * ImGui::GetContentRegionAvail().x;
    ImGui::BeginChild("this", {left, 0}, false, ImGuiWindowFlags_NoScrollbar);
    this_step(report, h);
    ImGui::EndChild();
    ImGui::SameLine(0, ImGui::GetFontSize());
    ImGui::BeginChild("others", {0, 0});
    next_step(report, h);
    ImGui::Spacing();
    ImGui::Separator();
    ImGui::Spacing();
    remote(report, h);
    clicked = steps(report);
    ImGui::EndChild();
    ImGui::End();
    return clicked;
}

}  // namespace sweep::app
