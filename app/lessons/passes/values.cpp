// Prints the values in the pixels of the passes, where pixels are large enough: the input on one side of the
// front, the output on the other.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/lessons/passes/passes.h"
#include "app/ui/gui.h"

namespace sweep::app {
namespace {

constexpr float least_em = 2.1f;  // the least side of a pixel with a value, in font sizes

float grey(const std::array<double, 4>& v) {
    return float((v[0] + v[1] + v[2]) / 3);
}

// Three digits without a zero before the point, because there is little room.
std::string value_text(double value) {
    const double size = std::abs(value);
    if (size < 5e-4) return "0";
    std::string text = fmt::format("{:.{}f}", value, size < 1 ? 3 : size < 10 ? 2 : size < 100 ? 1 : 0);
    const std::size_t zero = text.find("0.");
    return size < 1 && zero < 2 ? text.erase(zero, 1) : text;
}

}  // namespace

void PassesView::ask_values(const Over& over) {
    if (values_read_.arrived()) {
        values_ = asked_values_;
        for (std::size_t k = 0; k < 2; ++k) {
            const ConstImageView& part = values_read_.parts()[k];
            values_.grey[k].clear();
            for (int y = 0; y < part.shape.height; ++y)
                for (int x = 0; x < part.shape.width; ++x)
                    values_.grey[k].push_back(grey(channels_at(part, x, y)));
        }
    }
    if (over.viewer.zoom() < least_em * ImGui::GetFontSize()) {
        values_ = asked_values_ = {};
        return;
    }
    const int pass = over.place.pass;
    const Region region = over.viewer.in_sight();
    const bool same = region == asked_values_.region && pass == asked_values_.pass;
    if (region.empty() || values_read_.busy() || (same && !values_are_old_)) return;
    const ReadBack::Part parts[] = {{&images_.image(pass), region}, {&images_.image(pass + 1), region}};
    values_read_.ask(parts);
    asked_values_ = {pass, region, {}};
    values_are_old_ = false;
}

void PassesView::draw_values(const Over& over) const {
    const SweepPlace& place = over.place;
    if (values_.pass != place.pass) return;
    const float zoom = over.viewer.zoom();
    const Point corner = over.viewer.origin();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    push_face(Face::mono);
    ImFont* font = ImGui::GetFont();
    const float letter = font->CalcTextSizeA(100, 1e9f, 0, "0").x / 100;
    const float size = std::min(0.92f * zoom / (4 * letter), 1.3f * ImGui::GetFontSize());
    const Region& region = values_.region;
    for (int y = 0; y < region.height; ++y)
        for (int x = 0; x < region.width; ++x) {
            const int along = place.columns() ? region.y + y : region.x + x;
            const bool swept = place.forward() ? along < place.lines : along >= place.length - place.lines;
            const int k = place.pass + (swept ? 1 : 0);
            const float value =
                values_.grey[swept ? 1 : 0][std::size_t(y) * std::size_t(region.width) + std::size_t(x)];
            const float seen = value * images_.gain(k) * std::exp2(over.settings.exposure) *
                                   (swept || !over.settings.teach.dims ? 1.0f : 0.5f) +
                               (images_.is_signed(k) ? 0.5f : 0);
            const std::string text = value_text(double(value));
            const float width = letter * size * float(text.size());
            list.AddText(font, size,
                         {std::round(corner.x + (float(region.x + x) + 0.5f) * zoom - 0.5f * width),
                          std::round(corner.y + (float(region.y + y) + 0.5f) * zoom - 0.5f * size)},
                         seen > 0.2f ? IM_COL32(0, 0, 0, 235) : IM_COL32(255, 255, 255, 220), text.c_str());
        }
    pop_face();
}

}  // namespace sweep::app
