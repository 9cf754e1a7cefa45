// Parts of a window and of a picture: whole pixels, with the origin at the upper left.
#pragma once

#include <algorithm>

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
inline Region intersection(const Region& a, const Region& b) {
    const int x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(std::min(a.x + a.width, b.x + b.width) - x, 0),
            std::max(std::min(a.y + a.height, b.y + b.height) - y, 0)};
}

}  // namespace sweep::app
