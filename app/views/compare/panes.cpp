#include "app/views/compare/panes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <imgui.h>

namespace sweep::app {
namespace {

constexpr int gap = 2;  // in window pixels, between the halves

}  // namespace

Box picture_in_sight(const Viewer& viewer, int picture_width, int picture_height) {
    const Area& area = viewer.area();
    const Point corner = viewer.origin();
    const float left = std::max(corner.x, float(area.x)), top = std::max(corner.y, float(area.y));
    const float right = std::min(corner.x + float(picture_width) * viewer.zoom(), float(area.x + area.width)),
                bottom =
                    std::min(corner.y + float(picture_height) * viewer.zoom(), float(area.y + area.height));
    return {left, top, std::max(right - left, 0.0f), std::max(bottom - top, 0.0f)};
}

Pixel nearest_in(const Region& picture, Pixel pixel) {
    return {std::clamp(pixel.x, picture.x, picture.x + picture.width - 1),
            std::clamp(pixel.y, picture.y, picture.y + picture.height - 1)};
}

HalfPlane after_side(const Wipe& wipe, const Box& box) {
    const float radians = wipe.angle * std::numbers::pi_v<float> / 180;
    // Upright and level lines are to be exact.
    const float x = std::abs(std::remainder(wipe.angle, 180.0f)) == 90 ? 0 : std::cos(radians);
    const float y = std::remainder(wipe.angle, 180.0f) == 0 ? 0 : std::sin(radians);
    const float extent = std::abs(x) * box.width + std::abs(y) * box.height;
    const float offset =
        x * (box.x + box.width / 2) + y * (box.y + box.height / 2) + (wipe.position - 0.5f) * extent;
    const HalfPlane side{x, y, offset};
    return wipe.swapped ? side.other() : side;
}

std::optional<LineAcross> line_across(const HalfPlane& side, const Box& box) {
    const float middle_x = box.x + box.width / 2, middle_y = box.y + box.height / 2;
    const float away = side.x * middle_x + side.y * middle_y - side.offset;
    LineAcross line{middle_x - away * side.x, middle_y - away * side.y, -side.y, side.x, -1e9f, 1e9f};
    const auto cut = [&](float at, float direction, float low, float high) {
        if (std::abs(direction) < 1e-6f) {
            if (at < low || at > high) line.to = -2e9f;  // the line misses the box
            return;
        }
        const float a = (low - at) / direction, b = (high - at) / direction;
        line.from = std::max(line.from, std::min(a, b));
        line.to = std::min(line.to, std::max(a, b));
    };
    cut(line.x, line.dx, box.x, box.x + box.width);
    cut(line.y, line.dy, box.y, box.y + box.height);
    if (line.from >= line.to) return std::nullopt;
    return line;
}

Area first_half(const Area& area) {
    return {area.x, area.y, std::max((area.width - gap) / 2, 1), area.height};
}

Area second_half(const Area& first) {
    return {first.x + first.width + gap, first.y, first.width, first.height};
}

std::vector<Pane> panes_of(View view, const CompareSettings& settings, const Viewer& viewer,
                           const Box& picture) {
    if (view != View::side_by_side) return {{viewer, Shows::as_viewed, after_side(settings.wipe, picture)}};
    const bool swapped = settings.wipe.swapped;
    return {{viewer, swapped ? Shows::after : Shows::before},
            {viewer.moved_to(second_half(viewer.area())), swapped ? Shows::before : Shows::after}};
}

std::optional<Magnifier> magnifier_over(const Pane& pane, Pixel pixel, float zoom, float below) {
    const Viewer& viewer = pane.viewer;
    const Area& area = viewer.area();
    const float em = ImGui::GetFontSize(), air = 1.2f * em;
    const Point corner = viewer.origin(), middle{float(pixel.x) + 0.5f, float(pixel.y) + 0.5f};
    const Point at{corner.x + middle.x * viewer.zoom(), corner.y + middle.y * viewer.zoom()};
    if (!area.contains(at.x, at.y)) return std::nullopt;
    const float room = std::min(0.5f * float(area.width) - 2 * air, float(area.height) - below - air);
    const int side = int(std::min(16 * em, room)) / 2 * 2;
    if (float(side) < 3 * em) return std::nullopt;

    // The square stands beside the pixel, which stays visible: on the right if there is room, otherwise on
    // the left.
    const bool right = at.x + 2 * air + float(side) <= float(area.x + area.width);
    const float left = right ? at.x + air : at.x - air - float(side);
    const float top = std::clamp(at.y - 0.5f * float(side), float(area.y) + 0.5f * air,
                                 float(area.y + area.height - side) - below - 0.5f * air);
    const Area square{int(left), int(top), side, side};
    zoom = std::max(zoom, viewer.zoom());
    // The pane of the square; maps positions in the given pane to those in the square.
    const HalfPlane& there = pane.after_side;
    const auto seen_in = [&](const Area& own) {
        const float x = float(own.x) + 0.5f * float(side), y = float(own.y) + 0.5f * float(side);
        const float offset = (there.offset - there.x * at.x - there.y * at.y) * zoom / viewer.zoom() +
                             there.x * x + there.y * y;
        return Pane{viewer.moved_to(own, zoom, middle), pane.shows, {there.x, there.y, offset}};
    };
    return Magnifier{seen_in(square), seen_in({0, 0, side, side}), area, at,
                     0.5f * float(side) / zoom * viewer.zoom()};
}

Point pointer_over(View view, const Viewer& viewer) {
    const ImVec2 at = ImGui::GetIO().MousePos;
    const Area other = second_half(viewer.area());
    if (view != View::side_by_side || !other.contains(at.x, at.y)) return {at.x, at.y};
    return {at.x - float(other.x - viewer.area().x), at.y};
}

}  // namespace sweep::app
