#include "app/lessons/room/panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/gui.h"
#include "app/ui/plots/formula.h"
#include "app/ui/widgets.h"

namespace sweep::app {
namespace {

std::string number_text(double value) {
    return fmt::format("{:.4g}", value);
}

std::string count_text(std::size_t answers) {
    return answers == 0 ? "No answers yet" : fmt::format("{} answer{}", answers, answers == 1 ? "" : "s");
}

// Each bar with its number before it, how many gave it behind it, and then what is wrong with it, where that fits.
void bars(const RoomTally& tally, float room) {
    const float em = ImGui::GetFontSize(), gap = 0.5f * em, high = 1.25f * em;
    float numbers = 0;
    int most = 1;
    bool has_remarks = false;
    for (const RoomBar& bar : tally.bars) {
        numbers = std::max(numbers, ImGui::CalcTextSize(number_text(bar.value).c_str()).x);
        most = std::max(most, bar.count);
        has_remarks |= !bar.remark.empty();
    }
    const float counts = ImGui::CalcTextSize("0000").x,
                left = std::max(room - numbers - counts - 2 * gap, em),
                longest = has_remarks ? std::min(left, 7 * em) : left;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const RoomBar& bar : tally.bars) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const ImVec4& colour = bar.is_right ? colours::good : colours::text;
        const std::string number = number_text(bar.value);
        list.AddText({corner.x + numbers - ImGui::CalcTextSize(number.c_str()).x, corner.y},
                     ImGui::GetColorU32(colour), number.c_str());
        const float from = corner.x + numbers + gap, to = from + longest * float(bar.count) / float(most);
        list.AddRectFilled({from, corner.y + 0.1f * em}, {std::max(to, from + 1), corner.y + 1.05f * em},
                           ImGui::GetColorU32(bar.is_right ? colours::good : colours::accent_dim),
                           0.15f * em);
        const std::string count = std::to_string(bar.count);
        list.AddText({to + 0.5f * gap, corner.y}, ImGui::GetColorU32(colour), count.c_str());
        const std::string remark = bar.is_right ? "right" : bar.remark;
        const float at = from + longest + counts + gap, room_left = corner.x + room - at;
        if (has_remarks && formula(remark, colours::faint, em, false) <= room_left) {
            ImGui::SetCursorScreenPos({at, corner.y});
            formula(remark, bar.is_right ? colours::good : colours::faint);
        }
        ImGui::SetCursorScreenPos({corner.x, corner.y + high});
    }
    if (tally.others > 0)
        ImGui::TextColored(colours::faint, "%s", fmt::format("other numbers: {}", tally.others).c_str());
}

}  // namespace

void draw_qr_code(const QrSquares& code, float side) {
    constexpr int margin = 3;
    const float square = std::floor(side / float(code.side + 2 * margin));
    if (code.side == 0 || square < 1) return;
    const float whole = square * float(code.side + 2 * margin);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + whole, corner.y + whole}, IM_COL32_WHITE);
    for (int y = 0; y < code.side; ++y)
        for (int x = 0; x < code.side; ++x) {
            if (!code.at(x, y)) continue;
            const ImVec2 at{corner.x + square * float(x + margin), corner.y + square * float(y + margin)};
            list.AddRectFilled(at, {at.x + square, at.y + square}, IM_COL32_BLACK);
        }
    ImGui::Dummy({whole, whole});
}

void room_bars(const std::vector<double>& answers, const std::optional<RightAnswer>& right, float room,
               std::size_t rows) {
    bars(tally_of(answers, rows, right), room);
}

void room_panel(const Room& room, const std::optional<RightAnswer>& right) {
    const float em = ImGui::GetFontSize();
    ImGui::Dummy({0, 0.3f * em});
    ImGui::TextColored(colours::accent, "%s", count_text(room.answers.size()).c_str());
    if (!right && room.code.side > 0) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(colours::text, "%s", room.address.c_str());
        ImGui::PopTextWrapPos();
    }
    const ImVec2 left = ImGui::GetContentRegionAvail();
    if (!right && room.code.side > 0) draw_qr_code(room.code, std::min(0.6f * left.x, left.y));
    if (!right || room.answers.empty()) return;
    constexpr float most_bars = 9;
    const auto rows = std::size_t(std::clamp(left.y / (1.25f * em) - 1, 0.0f, most_bars));
    if (rows > 0) room_bars(room.answers, right, left.x, rows);
}

}  // namespace sweep::app
