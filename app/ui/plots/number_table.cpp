#include "app/ui/plots/number_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/ui/gui.h"
#include "app/ui/plots/formula.h"
#include "app/ui/widgets.h"

namespace sweep::app {

void NumberTable::cell(std::string text, const ImVec4& colour, Look look, std::string hint) {
    if (look == Look::mono) push_face(Face::mono);
    const float width = look == Look::formula ? formula(text, colour, ImGui::GetFontSize(), false)
                                              : ImGui::CalcTextSize(text.c_str()).x;
    if (look == Look::mono) pop_face();
    rows_.back().push_back({std::move(text), std::move(hint), colour, look, width});
}

void NumberTable::cell(float width, std::function<void()> draw) {
    rows_.back().push_back({"", "", {}, Look::text, width, std::move(draw)});
}

void NumberTable::swatch(const ImVec4& colour) {
    const float em = ImGui::GetFontSize();
    cell(0.7f * em, [em, colour] {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + 0.25f * em},
                                                  {corner.x + 0.7f * em, corner.y + 0.95f * em},
                                                  ImGui::GetColorU32(colour), 2);
    });
}

std::vector<float> NumberTable::widths() const {
    std::vector<float> widths;
    for (const std::vector<Cell>& row : rows_)
        for (std::size_t k = 0; k < row.size(); ++k) {
            if (k == widths.size()) widths.push_back(0);
            widths[k] = std::max(widths[k], row[k].width);
        }
    return widths;
}

void NumberTable::draw() const {
    constexpr float least_letters = 0.6f;  // of the usual size: smaller ones are not read
    const std::vector<float> columns = widths();
    if (columns.empty()) return;
    const float em = ImGui::GetFontSize(), gap = 0.8f * em, room = ImGui::GetContentRegionAvail().x,
                needed = std::accumulate(columns.begin(), columns.end(), gap * float(columns.size() - 1)),
                part = std::clamp(room / std::max(needed, 1.0f), least_letters, 1.0f);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    constexpr float line = 1.35f;  // heights of a letter
    float y = corner.y, widest = 0;
    for (const std::vector<Cell>& row : rows_) {
        float x = corner.x;
        for (std::size_t k = 0; k < row.size(); ++k) {
            const Cell& cell = row[k];
            const float end = x + part * columns[k];
            if (end > corner.x + room + 0.5f) break;
            ImGui::SetCursorScreenPos({x, y});
            if (cell.paint) {
                cell.paint();
            } else if (!cell.text.empty()) {
                if (cell.look == Look::mono) push_face(Face::mono);
                const float size = part * ImGui::GetFontSize();
                if (cell.look == Look::formula) {
                    formula(cell.text, cell.colour, size);
                } else {
                    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), size, {x, y},
                                                        ImGui::GetColorU32(cell.colour), cell.text.c_str());
                    ImGui::Dummy({part * cell.width, size});
                }
                if (cell.look == Look::mono) pop_face();
                if (!cell.hint.empty()) hint(cell.hint.c_str());
            }
            widest = std::max(widest, end - corner.x);
            x = end + part * gap;
        }
        y += part * line * em;
    }
    ImGui::SetCursorScreenPos(corner);
    ImGui::Dummy({widest, y - corner.y - ImGui::GetStyle().ItemSpacing.y});
}

}  // namespace sweep::app
