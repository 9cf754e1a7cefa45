// The line of large letters below the picture, for the last row of a hall.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/ui/gui.h"
#include "app/ui/widgets.h"
#include "app/window/panels/panels.h"
#include "app/work/options/option_values.h"
#include "app/work/options/size_number.h"

namespace sweep::app {

void big_type_line(const Layout& layout, const Settings& settings, const Report& report) {
    const Area& area = layout.big_type;
    if (area.height < 8 || area.width < 8) return;
    struct Cell {
        std::string value;
        const char* label;
        const char* least = "";  // there is always room for this: a value that changes moves no other
        float width = 0;         // at a letter size of one pixel
    };
    const FilterSpec& filter = report.problem ? report.problem->filter : settings.filter;
    const bool blurs = settings.view == View::depth_of_field;
    const KindInfo& chosen = info(settings.filter.kind);
    std::string name(blurs                    ? "depth of field"
                     : chosen.follows_picture ? chosen.word
                                              : info(filter.kind).word);
    if (!blurs && filter.is_by_accuracy())
        name += " to " + number_text(filter.accuracy);
    else if (!blurs && reads(filter.kind, Parameter::order))
        name += fmt::format(" {}", filter.order);
    if (!blurs && !settings.derived.is_none()) name += fmt::format(", {}", info(settings.derived.kind).word);
    Cell size{"", "sigma"};
    if (const SizeNumber* number = size_number(filter.kind))
        size = {fmt::format("{:.{}f}", value_of(filter, number->parameter), number->decimals),
                number->name.data()};
    if (chosen.largest_sigma > 0) size.value = plain_number(settings.filter.sigma);
    if (const auto down = size_of_columns(filter))
        size.value += fmt::format(", {:.{}f}", *down, size_number(filter.kind)->decimals);
    const double ms = report.engine_ms;
    const bool timed = ms > 0 && !report.shows_original;
    std::vector<Cell> cells{{name, report.shows_original ? "not applied" : "filter"}};
    if (!size.value.empty() && !blurs) cells.push_back(size);
    cells.push_back({fmt::format("{} x {}", report.width, report.height), "pixels"});
    const int decimals = ms < 0.9995 ? 3 : ms < 9.995 ? 2 : 1;
    cells.push_back({timed ? fmt::format("{:.{}f}", ms, decimals) : "-", "milliseconds", "0.000"});
    cells.push_back({timed ? rate_text(report.width, report.height, ms) : "-",
                     report.problem && report.problem->shape.channels == 1 ? "GiP/s, grey" : "GiP/s, RGBA",
                     "00.00"});

    // All values have one letter size, as large as height and width permit. All labels have another, at which
    // each may reach as far as its value and half of the gap behind it. All digits have the same width, so
    // that nothing trembles.
    push_face(Face::big);
    ImFont* big = ImGui::GetFont();
    pop_face();
    ImFont* font = ImGui::GetFont();
    const float height = float(area.height), gap = std::min(0.3f * height, 0.03f * float(area.width));
    float width = 0;
    for (Cell& cell : cells) {
        cell.width = std::max(text_width(big, 1, cell.value), text_width(big, 1, cell.least));
        width += cell.width;
    }
    const float room = float(area.width) - gap * float(cells.size() + 1);
    if (room <= 0) return;
    const float letters = std::min(0.58f * height, room / std::max(width, 1.0f));
    const float air = (room - width * letters) / float(cells.size());
    float small = 0.24f * height;
    for (const Cell& cell : cells)
        small = std::min(small, (letters * cell.width + 0.5f * gap + air) /
                                    std::max(text_width(font, 1, cell.label), 1.0f));
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled({float(area.x), float(area.y)},
                       {float(area.x + area.width), float(area.y + area.height)},
                       ImGui::GetColorU32(colours::plate));
    float x = float(area.x) + gap;
    for (const Cell& cell : cells) {
        const ImVec2 at{x, float(area.y) + 0.62f * height - letters};
        list.AddText(big, letters, at,
                     ImGui::GetColorU32(&cell == &cells[0] ? colours::accent : colours::text),
                     cell.value.c_str());
        list.AddText(font, small, {x, float(area.y) + 0.68f * height}, ImGui::GetColorU32(colours::faint),
                     cell.label);
        x += letters * cell.width + gap + air;
    }
}

}  // namespace sweep::app
