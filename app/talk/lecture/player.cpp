#include "app/talk/lecture/player.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/gui.h"
#include "app/ui/large_letters.h"
#include "app/ui/widgets.h"
#include "core/base/printable.h"

namespace sweep::app {

namespace {

// Parts of the bar, in heights of a letter.
constexpr float above = 0.35f, name_line = 1.35f, caption_lines = 3.05f, below = 0.3f, note_size = 0.95f;

ImVec2 wrapped(float size, float room, const std::string& text) {
    return font_for(Face::text, size)->CalcTextSizeA(size, 1e9f, room, text.c_str());
}

}  // namespace

float lecture_scale(float asked, int width, int height) {
    const float high = std::min(float(height), float(width) * 9 / 16);
    if (high < 1) return asked;  // minimised
    const float fits = 1.45f * high / 1080;
    return std::clamp(asked, 0.93f * fits, 1.08f * fits);
}

void LecturePlayer::start(Lecture lecture, std::function<void(const Cue&)> show, int step) {
    lecture_ = std::move(lecture);
    show_ = std::move(show);
    go(step);
}

void LecturePlayer::stop() {
    lecture_ = {};
    step_ = 0;
    lists_ = is_black_ = hints_ = false;
    booth_seconds_ = 0;
}

void LecturePlayer::go(int step) {
    if (!is_running()) return;
    step_ = std::clamp(step, 0, int(lecture_.cues.size()) - 1);
    lists_ = is_black_ = hints_ = false;
    if (speaks_) say_notes();
    show_(cue());
}

void LecturePlayer::toggle_list() {
    lists_ = !lists_;
    marked_ = step_;
    typed_ = 0;
    scrolls_ = true;
}

bool LecturePlayer::press_above(Chord chord) {
    if (is_black_ && chord == Chord{Key::escape}) return close();
    if (!lists_ || !is_running()) return false;
    constexpr int most_typed = 1000;
    const int last = int(lecture_.cues.size()) - 1, before = typed_;
    const auto type = [&](int number) {
        typed_ = number;
        marked_ = std::clamp(number > 0 ? number - 1 : step_, 0, last);
    };
    const auto mark = [&](int step) {
        typed_ = 0;
        marked_ = std::clamp(step, 0, last);
    };
    scrolls_ = true;
    switch (Key(chord.key)) {
        case Key::escape:
            return close();
        case Key::enter:
            go(marked_);
            return true;
        case Key::down:
        case Key::page_down:
            mark(marked_ + 1);
            return true;
        case Key::up:
        case Key::page_up:
            mark(marked_ - 1);
            return true;
        case Key::home:
            mark(0);
            return true;
        case Key::end:
            mark(last);
            return true;
        case Key::backspace:
            type(before / 10);
            return true;
        default:
            break;
    }
    if (chord.control || chord.key >= int(Key::tab)) return false;
    if (chord.key >= '0' && chord.key <= '9' && before < most_typed) type(10 * before + chord.key - '0');
    return chord != Chord{'b'} && chord != Chord{'.'};
}

bool LecturePlayer::press(Chord chord) {
    if (!is_running()) return false;
    hints_ = !chord.control && chord.key >= '0' && chord.key <= '9';
    if (hints_) return true;
    // Clickers send it to begin: it does not leave a lecture that runs for another one.
    if (chord == Chord{Key::f5}) return true;
    if (chord != Chord{'b'} && chord != Chord{'.'}) return false;
    toggle_black();
    return true;
}

bool LecturePlayer::close() {
    const bool black = std::exchange(is_black_, false), lists = std::exchange(lists_, false);
    return black || lists;
}

void LecturePlayer::let_speak() {
    speaks_ = true;
    if (is_running()) say_notes();
}

void LecturePlayer::say_notes() const {
    std::fprintf(stderr, "%d/%zu  %s\n", step_ + 1, lecture_.cues.size(), printable(cue().name).c_str());
    if (!cue().notes.empty()) std::fprintf(stderr, "      %s\n", printable(cue().notes).c_str());
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

float LecturePlayer::notes_height(float room) const {
    constexpr float most_lines = 12;
    const float em = ImGui::GetFontSize();
    if (!shows_notes_ || cue().notes.empty()) return 0;
    return std::min(wrapped(note_size * em, room, cue().notes).y, most_lines * em) + 0.4f * em;
}

int LecturePlayer::bar_height(int width, int height) const {
    if (!is_running()) return 0;
    const float em = ImGui::GetFontSize(),
                tall = (above + name_line + caption_lines + below) * em + notes_height(float(width) - 2 * em);
    return std::min(int(tall), height / 2);
}

void LecturePlayer::list() {
    ImGui::SetNextWindowPos({0.5f * ImGui::GetIO().DisplaySize.x, 0.5f * ImGui::GetIO().DisplaySize.y},
                            ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {1e4f, 0.85f * ImGui::GetIO().DisplaySize.y});
    const std::string title = (lecture_.title.empty() ? "Steps" : lecture_.title) + "###steps";
    ImGui::PushStyleColor(ImGuiCol_TitleBgActive, colours::control);
    ImGui::PushStyleColor(ImGuiCol_TitleBg, colours::control);
    ImGui::PushStyleColor(ImGuiCol_Header, colours::accent_dim);
    if (ImGui::Begin(title.c_str(), &lists_,
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse |
                         ImGuiWindowFlags_NoSavedSettings)) {
        const bool scrolls = std::exchange(scrolls_, false);
        ImGui::TextColored(typed_ > 0 ? colours::accent : colours::faint, "%s",
                           (typed_ > 0 ? fmt::format("go to {}: Enter", typed_)
                                       : std::string("Type a number, or choose by arrows: Enter goes there."))
                               .c_str());
        for (int i = 0; i < int(lecture_.cues.size()); ++i) {
            const std::string name =
                fmt::format("{:2}  {}##{}", i + 1, lecture_.cues[std::size_t(i)].name, i);
            if (ImGui::Selectable(name.c_str(), i == marked_)) {
                go(i);
                break;
            }
            if (scrolls && i == marked_) ImGui::SetScrollHereY();
        }
    }
    ImGui::End();
    ImGui::PopStyleColor(3);
}

void LecturePlayer::draw(const Area& bar, int width, int height) {
    if (!is_running()) return;
    const float em = ImGui::GetFontSize();
    ImDrawList& list_under = *ImGui::GetBackgroundDrawList();
    const ImVec2 corner{float(bar.x), float(bar.y)};
    list_under.PushClipRect(corner, {corner.x + float(bar.width), corner.y + float(bar.height)});
    list_under.AddRectFilled(corner, {corner.x + float(bar.width), corner.y + float(bar.height)},
                             ImGui::GetColorU32(colours::panel));
    list_under.AddRectFilled(
        corner,
        {corner.x + float(bar.width) * float(step_ + 1) / float(lecture_.cues.size()), corner.y + 0.16f * em},
        ImGui::GetColorU32(colours::accent));
    const std::string count = hints_ ? std::string("Ctrl+J goes to a step")
                                     : fmt::format("{} / {}", step_ + 1, lecture_.cues.size());
    const float room = float(bar.width) - 2 * em, x = corner.x + em,
                count_width = ImGui::CalcTextSize(count.c_str()).x;
    float y = corner.y + above * em;
    list_under.AddText({x + room - count_width, y},
                       ImGui::GetColorU32(hints_ ? colours::text : colours::faint), count.c_str());
    list_under.AddText({x, y}, ImGui::GetColorU32(colours::accent),
                       shortened(cue().name, room - count_width - em).c_str());
    y += name_line * em;
    // As large as the lines of the bar allow.
    float size = 1.45f * em;
    while (size > 0.5f * em && wrapped(size, room, cue().caption).y > caption_lines * em) size -= 0.05f * em;
    list_under.AddText(font_for(Face::text, size), size, {x, y}, ImGui::GetColorU32(colours::text),
                       cue().caption.c_str(), nullptr, room);
    y += caption_lines * em;
    if (notes_height(room) > 0)
        list_under.AddText(ImGui::GetFont(), note_size * em, {x, y}, ImGui::GetColorU32(colours::faint),
                           cue().notes.c_str(), nullptr, room);
    list_under.PopClipRect();
    if (lists_) list();
    if (is_black_)
        ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, {float(width), float(height)},
                                                      IM_COL32(0, 0, 0, 255));
}

}  // namespace sweep::app
