// The panes, the parts of the window that show the picture: one, or two halves side by side with the same
// zoom and pan.
#pragma once

#include <optional>
#include <vector>

#include "app/screen/canvas/display.h"
#include "app/screen/canvas/viewer.h"
#include "app/work/request/settings.h"

namespace sweep::app {

// The part of the window that pixels of the picture cover.
struct Box {
    float x = 0, y = 0, width = 0, height = 0;
};
Box picture_in_sight(const Viewer& viewer, int picture_width, int picture_height);

// The pixel of a picture, or of a part of it, that is nearest to `pixel`.
Pixel nearest_in(const Region& picture, Pixel pixel);

enum class Shows { as_viewed, before, after };

struct Pane {
    Viewer viewer;
    Shows shows = Shows::as_viewed;
    HalfPlane after_side{};  // the side of a wipe on which `after` is shown
};
// The panes of a view. If there are two, `viewer` is that of the first half.
std::vector<Pane> panes_of(View view, const CompareSettings& settings, const Viewer& viewer,
                           const Box& picture);

// Side by side: the left half of an area, which the viewer gets, and the half to the right of it.
Area first_half(const Area& area);
Area second_half(const Area& first);

// The place of the pointer. One in the second half is mapped to the same place in the viewer's half.
Point pointer_over(View view, const Viewer& viewer);

// A square beside a pixel of a pane that shows the surroundings of that pixel magnified.
struct Magnifier {
    Pane in_window;
    Pane in_texture;  // the same pane in a texture of the square's size
    Area around;      // the area of the pane
    Point at;         // the middle of the pixel, in the pane
    float reach = 0;  // window pixels from there to the edges of the part that is magnified
};
// `below`: window pixels that stay free below for text. None if the pixel is not visible or there is no room.
std::optional<Magnifier> magnifier_over(const Pane& pane, Pixel pixel, float zoom, float below);

// The side of the wipe on which `after` is shown.
HalfPlane after_side(const Wipe& wipe, const Box& box);
// The edge of a half plane within a box: the points (x + t dx, y + t dy) from t = from to t = to. The point
// (x, y) is the one nearest to the middle of the box.
struct LineAcross {
    float x, y, dx, dy, from, to;
};
std::optional<LineAcross> line_across(const HalfPlane& side, const Box& box);

}  // namespace sweep::app
