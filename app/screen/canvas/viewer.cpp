#include "app/screen/canvas/viewer.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

void Viewer::place(const Area& area, int picture_width, int picture_height) {
    if (picture_width != width_ || picture_height != height_) {
        // The same view in another size: the same relative place stays in the middle.
        centre_ = {centre_.x * float(picture_width) / float(width_),
                   centre_.y * float(picture_height) / float(height_)};
        width_ = picture_width;
        height_ = picture_height;
    }
    area_ = area;
    if (wanted_) {
        centre_ = *wanted_;
        wanted_.reset();
    } else if (wanted_middle_) {
        centre_ = {0.5f * float(width_), 0.5f * float(height_)};
    }
    wanted_middle_ = false;
    if (fitted_) {
        zoom_ = fit_zoom();
        centre_ = {0.5f * float(width_), 0.5f * float(height_)};
    }
    keep_in_sight();
}

float Viewer::fit_zoom() const {
    // A drag keeps this zoom and makes it the option --zoom (app/command_line/view_options.cpp), which ends
    // at largest_zoom, and for which 0 means fitted.
    constexpr float above_zero = 1e-6f;
    const float fits = std::min(float(area_.width) / float(width_), float(area_.height) / float(height_));
    return std::clamp(fits, above_zero, largest_zoom);
}

void Viewer::one_to_one() {
    fitted_ = false;
    zoom_ = 1;
    keep_in_sight();
}

void Viewer::show(float zoom, std::optional<Point> centre) {
    fitted_ = false;
    zoom_ = std::clamp(zoom, smallest_zoom, largest_zoom);
    wanted_ = centre;
    wanted_middle_ = !centre;
}

Viewer Viewer::moved_to(const Area& area) const {
    Viewer moved = *this;
    moved.area_ = area;
    return moved;
}

Viewer Viewer::moved_to(const Area& area, float zoom, Point centre) const {
    Viewer moved = moved_to(area);
    moved.zoom_ = zoom;
    moved.centre_ = centre;
    moved.fitted_ = false;
    return moved;
}

void Viewer::zoom_at(float x, float y, float factor) {
    // Measured from the centre, because the rounding in origin() would add up from one turn of the wheel to
    // the next.
    const float from_centre_x = x - float(area_.x) - 0.5f * float(area_.width);
    const float from_centre_y = y - float(area_.y) - 0.5f * float(area_.height);
    const Point fixed{centre_.x + from_centre_x / zoom_, centre_.y + from_centre_y / zoom_};
    const float smallest = std::min(1.0f, fit_zoom()) * 0.5f;
    zoom_ = std::clamp(zoom_ * factor, smallest, largest_zoom);
    fitted_ = false;
    centre_ = {fixed.x - from_centre_x / zoom_, fixed.y - from_centre_y / zoom_};
    keep_in_sight();
}

void Viewer::pan(float dx, float dy) {
    centre_ = {centre_.x - dx / zoom_, centre_.y - dy / zoom_};
    fitted_ = false;
    keep_in_sight();
}

void Viewer::keep_in_sight() {
    centre_ = {std::clamp(centre_.x, 0.0f, float(width_)), std::clamp(centre_.y, 0.0f, float(height_))};
}

Point Viewer::origin() const {
    // At integer zooms picture pixels fall on window pixels. Halves are rounded up on both sides of zero, so
    // that areas side by side show the same.
    const auto whole = [](float v) { return std::floor(v + 0.5f); };
    return {whole(float(area_.x) + 0.5f * float(area_.width) - centre_.x * zoom_),
            whole(float(area_.y) + 0.5f * float(area_.height) - centre_.y * zoom_)};
}

Region Viewer::in_sight() const {
    const Point first = picture_at(float(area_.x), float(area_.y)),
                last = picture_at(float(area_.x + area_.width), float(area_.y + area_.height));
    const int x = int(std::floor(first.x)), y = int(std::floor(first.y));
    return intersection({x, y, int(std::ceil(last.x)) - x, int(std::ceil(last.y)) - y},
                        {0, 0, width_, height_});
}

Point Viewer::picture_at(float x, float y) const {
    const Point corner = origin();
    return {(x - corner.x) / zoom_, (y - corner.y) / zoom_};
}

}  // namespace sweep::app
