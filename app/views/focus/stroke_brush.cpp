#include "app/views/focus/stroke_brush.h"

#include <cmath>

namespace sweep::app {

void StrokeBrush::press(Pixel at) {
    is_down_ = true;
    paints_ = is_full_ = false;
    pressed_ = at;
}

void StrokeBrush::move(FocusSettings& focus, Pixel at, float step) {
    if (!is_down_) return;
    const Pixel last = paints_ && !focus.strokes.empty() ? focus.strokes.back().points.back() : pressed_;
    if (std::hypot(float(at.x - last.x), float(at.y - last.y)) < step) return;
    is_full_ = points_of(focus.strokes) + 2 > most_stroke_points;
    if (is_full_) return;
    if (!paints_ || focus.strokes.empty()) focus.strokes.push_back({focus.brush, {last}});
    paints_ = true;
    focus.strokes.back().points.push_back(at);
}

bool StrokeBrush::release() {
    is_down_ = false;
    return !paints_;
}

void StrokeBrush::dot(FocusSettings& focus) const {
    if (points_of(focus.strokes) < most_stroke_points) focus.strokes.push_back({focus.brush, {pressed_}});
}

}  // namespace sweep::app
