// Where the picture lies in the window: zoom, pan, and the way from a window pixel to a picture pixel.
// Window coordinates are framebuffer pixels with the origin at the upper left.
#pragma once

#include <optional>

namespace sweep::app {

struct Area {
    int x = 0, y = 0, width = 1, height = 1;
    bool contains(float px, float py) const {
        return px >= float(x) && py >= float(y) && px < float(x + width) && py < float(y + height);
    }
    friend bool operator==(const Area&, const Area&) = default;
};

struct Point {
    float x, y;
};

// Pixels of a picture: [x, x + width) x [y, y + height).
struct Region {
    int x = 0, y = 0, width = 0, height = 0;
    bool empty() const { return width <= 0 || height <= 0; }
    bool contains(int px, int py) const { return px >= x && py >= y && px < x + width && py < y + height; }
    friend bool operator==(const Region&, const Region&) = default;
};
Region intersection(const Region& a, const Region& b);

// Window pixels per picture pixel that can be asked for.
inline constexpr float smallest_zoom = 1.0f / 256, largest_zoom = 128;

class Viewer {
  public:
    // Once a frame: the part of the window that shows the picture, and the picture's size.
    void place(const Area& area, int picture_width, int picture_height);

    void fit() { fitted_ = true; }
    void one_to_one();
    // Magnifies by `factor` and keeps the picture point under (x, y) where it is.
    void zoom_at(float x, float y, float factor);
    void pan(float dx, float dy);
    // From the next place() on: so large, with this point of the picture in the middle.
    void show(float zoom, std::optional<Point> centre);
    // The same look at the same picture in another part of the window.
    Viewer moved_to(const Area& area) const;
    // The same picture, so large, with this point of it in the middle.
    Viewer moved_to(const Area& area, float zoom, Point centre) const;

    const Area& area() const { return area_; }
    bool fitted() const { return fitted_; }
    // Window pixels per picture pixel.
    float zoom() const { return zoom_; }
    // The picture point in the middle of the area.
    Point centre() const { return centre_; }
    // Window position of the picture's upper left corner.
    Point origin() const;
    // Those pixels of the picture that are in sight, wholly or partly.
    Region in_sight() const;
    // Picture coordinates; (0, 0) is the upper left corner of the first pixel.
    Point picture_at(float x, float y) const;

  private:
    float fit_zoom() const;
    void keep_in_sight();

    Area area_;
    int width_ = 1, height_ = 1;
    bool fitted_ = true;
    float zoom_ = 1;
    Point centre_{0.5f, 0.5f};  // picture point in the middle of the area
    std::optional<Point> wanted_;
    bool wanted_middle_ = false;
};

}  // namespace sweep::app
