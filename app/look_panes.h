// The parts of the window that show pixels of the picture: one, or two halves side by side with one zoom and one pan.
#pragma once

#include "app/display.h"
#include "app/settings.h"
#include "app/viewer.h"

#include <optional>
#include <vector>

namespace sweep::app {

// The part of the window that shows pixels of the picture.
struct Box {
    float x = 0, y = 0, width = 0, height = 0;
};
Box picture_in_sight(const Viewer& viewer, int picture_width, int picture_height);

// The pixel of a picture, or of a part of it, that is nearest to another one.
Pixel nearest_in(const Region& picture, Pixel pixel);

enum class Shows { as_viewed, before, after };

struct Pane {
    Viewer viewer;
    Shows shows = Shows::as_viewed;
    HalfPlane after_side{};  // of a wipe: where `after` is shown
};
// `viewer` has the first half when there are two.
std::vector<Pane> panes_of(View view, const LookSettings& settings, const Viewer& viewer, const Box& picture);

// Side by side: what the viewer is to have of an area, and what lies right of that.
Area first_half(const Area& area);
Area second_half(const Area& first);

// Where the pointer is, as if it were in the viewer's half when it is in the other one.
Point pointer_over(View view, const Viewer& viewer);

// A square beside a pixel of a pane that shows what is around that pixel, larger.
struct Magnifier {
    Pane in_window;
    Pane in_texture;  // the same in a texture of the square's size
    Area around;      // of the pane
    Point at;         // of the middle of the pixel in the pane
    float reach = 0;  // window pixels of the pane from there to the edges of what is magnified
};
// `below`: window pixels that are to stay free for text. Nothing where the pixel is out of sight or there is no room.
std::optional<Magnifier> magnifier_over(const Pane& pane, Pixel pixel, float zoom, float below);

// Where `after` is shown.
HalfPlane after_side(const Wipe& wipe, const Box& box);
// The edge of a half plane within a box: the points (x + t dx, y + t dy) from t = from to t = to; (x, y) is the one
// nearest to the middle of the box.
struct LineAcross {
    float x, y, dx, dy, from, to;
};
std::optional<LineAcross> line_across(const HalfPlane& side, const Box& box);

}  // namespace sweep::app
