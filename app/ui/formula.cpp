#include "app/ui/formula.h"

#include <algorithm>

#include "app/ui/gui.h"

namespace sweep::app {

float formula(const std::string& text, const ImVec4& colour, float em, bool draw) {
    ImFont* font = ImGui::GetFont();
    const float small = 0.74f * em;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = corner.x;
    for (std::size_t i = 0; i < text.size();) {
        const bool below = text.compare(i, 2, "_{") == 0;
        const std::size_t begin = below ? i + 2 : i;
        std::size_t end = text.find(below ? "}" : "_{", begin);
        if (end == std::string::npos) end = text.size();
        const float size = below ? small : em, y = corner.y + (below ? 0.42f * em : 0);
        if (draw)
            list.AddText(font, size, {x, y}, ImGui::GetColorU32(colour), text.c_str() + begin,
                         text.c_str() + end);
        x += font->CalcTextSizeA(size, 1e9f, 0, text.c_str() + begin, text.c_str() + end).x;
        i = below ? std::min(end + 1, text.size()) : end;
    }
    if (draw) ImGui::Dummy({x - corner.x, 1.15f * em});
    return x - corner.x;
}

void large_formula(const std::string& text) {
    push_face(Face::title);
    const float em = ImGui::GetFontSize();
    const float width = formula(text, colours::text, em, false), room = ImGui::GetContentRegionAvail().x;
    formula(text, colours::text, std::min(em, em * room / std::max(width, 1.0f)));
    pop_face();
}

}  // namespace sweep::app
