// Small pictures of the response to an impulse after each pass, not to scale ([N11] fig. 7).
#include <algorithm>
#include <cmath>

#include "app/lessons/passes/passes.h"
#include "app/ui/gui.h"
#include "core/base/largest.h"
#include "core/filter/memory.h"

namespace sweep::app {
namespace {

constexpr int middle = 12, places = 2 * middle + 1;  // of a side; the impulse is in the middle one

// The response after so many passes of an axis, from -half to half. A cell has the largest of its samples.
std::vector<double> in_cells(const AxisDesign& axis, int passes, int half) {
    std::vector<double> all(places, 0);
    if (passes == 0 || axis.is_identity()) {
        all[middle] = 1;
        return all;
    }
    const std::vector<double> response = response_of(axis, passes, half);
    for (int i = 0; i < int(response.size()); ++i) {
        double& cell = all[std::size_t(i * places / int(response.size()))];
        const double value = response[std::size_t(i)];
        if (std::abs(value) > std::abs(cell)) cell = value;
    }
    if (const double largest = largest_magnitude(all); largest > 0)
        for (double& cell : all) cell /= largest;
    return all;
}

std::array<std::vector<double>, 3> responses(const AxisDesign& axis) {
    const int half = int(std::clamp(decay_length(axis, 4) + 1, double(middle), 4000.0));
    return {in_cells(axis, 0, half), in_cells(axis, 1, half), in_cells(axis, 2, half)};
}

}  // namespace

const PassesView::Insets& PassesView::insets() const {
    const FilterSpec& filter = images_.problem().filter;
    if (!insets_ || insets_->filter != filter)
        insets_ = Insets{filter, responses(images_.design().columns), responses(images_.design().rows)};
    return *insets_;
}

// The response after so many passes, in a square: the product of those along its column and its row. White is
// positive, blue negative.
void PassesView::draw_inset(float x, float y, float side, int passes) const {
    const ImVec2 corner{x, y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<double>&down = insets().columns[std::size_t(std::min(passes, 2))],
          &across = insets().rows[std::size_t(std::max(passes - 2, 0))];
    const float cell = side / places;
    list.AddRectFilled(corner, {corner.x + side, corner.y + side}, IM_COL32(0, 0, 0, 170));
    for (std::size_t v = 0; v < places; ++v)
        for (std::size_t u = 0; u < places; ++u) {
            const double value = down[v] * across[u];
            // The root shows the tails, which light alone would not.
            const auto strength = int(std::lround(255 * std::sqrt(std::abs(value))));
            if (strength < 8) continue;
            const ImVec2 a{corner.x + float(u) * cell, corner.y + float(v) * cell};
            list.AddRectFilled(
                a, {a.x + cell, a.y + cell},
                value > 0 ? IM_COL32(255, 255, 255, strength) : IM_COL32(90, 150, 255, strength));
        }
    list.AddRect(corner, {corner.x + side, corner.y + side}, IM_COL32(255, 255, 255, 90));
}

}  // namespace sweep::app
