// Where the picture lies in the window: zoom, pan, and the map from window pixels to picture pixels.
// Window coordinates are framebuffer pixels with the origin at the upper left.
#pragma once

#include <optional>

#include "app/base/area.h"

namespace sweep::app {

// Window pixels per picture pixel that can be asked for.
inline constexpr float smallest_zoom = 1.0f / 256, largest_zoom = 128;

class Viewer {
  public:
    // To be called once a frame with the part of the window that shows the picture, and the picture's size.
    void place(const Area& area, int picture_width, int picture_height);

    void fit() {
        fitted_ = true;
        ++fits_;
    }
    // How often fit() was called: a lesson with a zoom of its own fits what it shows then, too.
    int fits() const { return fits_; }
    void one_to_one();
    // Magnifies by `factor` and keeps the picture point under (x, y) where it is.
    void zoom_at(float x, float y, float factor);
    void pan(float dx, float dy);
    // Sets the zoom, and from the next place() on the point in the middle of the area; nothing: the picture's
    // middle.
    void show(float zoom, std::optional<Point> centre);
    // The same view of the same picture in another part of the window.
    Viewer moved_to(const Area& area) const;
    // The same picture in another part of the window, at this zoom, with this point in the middle.
    Viewer moved_to(const Area& area, float zoom, Point centre) const;

    const Area& area() const { return area_; }
    bool fitted() const { return fitted_; }
    // Window pixels per picture pixel.
    float zoom() const { return zoom_; }
    // The picture point in the middle of the area.
    Point centre() const { return centre_; }
    // The window position of the picture's upper left corner.
    Point origin() const;
    // The pixels of the picture that are visible, wholly or partly.
    Region in_sight() const;
    // The picture coordinates of a window position; (0, 0) is the upper left corner of the first pixel.
    Point picture_at(float x, float y) const;

  private:
    float fit_zoom() const;
    void keep_in_sight();

    Area area_;
    int width_ = 1, height_ = 1;
    bool fitted_ = true;
    int fits_ = 0;
    float zoom_ = 1;
    Point centre_{0.5f, 0.5f};     // picture point in the middle of the area
    std::optional<Point> wanted_;  // the centre that show() asked for
    bool wanted_middle_ = false;   // show() asked for the picture's middle
};

}  // namespace sweep::app
