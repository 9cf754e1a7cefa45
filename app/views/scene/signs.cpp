#include "app/views/scene/signs.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "app/views/scene/lettering.h"

namespace sweep::app {
namespace {

struct Area {
    int x, y, width, height;  // pixels, origin at the upper left
};

constexpr Area title{0, 0, 1024, 256}, down_arrow{0, 256, 128, 128}, right_arrow{128, 256, 128, 128},
    hotel{512, 256, 512, 128}, chart{0, 0, 512, 512}, text_poster{512, 0, 512, 512};
constexpr Area blade(int index) {
    return {index * 128, 384, 128, 448};
}
constexpr Area shop(int index) {
    return {index % 2 * 512, 512 + index / 2 * 100, 512, 96};
}

constexpr std::array<std::string_view, blade_signs> blade_texts{"SIGMA",  "CAUSAL", "BLOCK", "TAPS",
                                                                "OUTPUT", "POLES",  "CARRY", "DELTA"};
constexpr std::array<std::string_view, shop_signs> shop_texts{
    "Infinite Response", "Prologue & Sons", "Clamp & Mirror", "The Summed Area", "Cafe Causal",
    "Epilogue Books",    "32 x 32 Tiles",   "Zero Phase Bar", "Order Three",     "Feedback Noodles"};

Rectangle rectangle(Area area) {
    // Half a texel is left out on each side, so that neighbours do not bleed in.
    const auto u = [](int x) { return float(x) / material_size; };
    constexpr float half = 0.5f / material_size;
    return {u(area.x) + half, 1 - u(area.y + area.height) + half, u(area.x + area.width) - half,
            1 - u(area.y) - half};
}

struct Paint {
    float red, green, blue, shine;
};

Paint over(Paint below, Paint above, float coverage) {
    const auto blend = [&](float a, float b) { return a + (b - a) * coverage; };
    return {blend(below.red, above.red), blend(below.green, above.green), blend(below.blue, above.blue),
            blend(below.shine, above.shine)};
}

// The coverage of a pixel whose centre lies `distance` pixels inside an edge.
float inside(float distance) {
    return std::clamp(distance + 0.5f, 0.0f, 1.0f);
}

class Layer {
  public:
    Layer() : pixels_(std::size_t{4} * material_size * material_size, 0) {}

    // Fills the area with shade(x, y), where x and y count from the area's upper left corner.
    template <class Shade>
    void fill(Area area, Shade shade) {
        for (int y = 0; y < area.height; ++y)
            for (int x = 0; x < area.width; ++x) put(area.x + x, area.y + y, shade(x, y));
    }

    // Draws text in the middle of `area`, shrunk to fit; shade(paint, distance) is the new paint of a pixel.
    template <class Shade>
    void letter(Area area, const Lettering& lettering, std::string_view text, float capital_height,
                bool stacked, int reach, Shade shade) {
        DistanceField field = lettering.draw(text, capital_height, stacked, reach);
        const float shrink =
            std::min(float(area.width) / float(field.width), float(area.height) / float(field.height));
        if (shrink < 1) field = lettering.draw(text, capital_height * shrink * 0.97f, stacked, reach);
        const int left = area.x + (area.width - field.width) / 2,
                  top = area.y + (area.height - field.height) / 2;
        for (int y = 0; y < field.height; ++y)
            for (int x = 0; x < field.width; ++x)
                if (left + x >= area.x && left + x < area.x + area.width && top + y >= area.y &&
                    top + y < area.y + area.height)
                    put(left + x, top + y, shade(get(left + x, top + y), field.at(x, y)));
    }

    std::vector<std::uint8_t> take() { return std::move(pixels_); }

  private:
    // Rows are stored from the bottom, as OpenGL has them.
    std::uint8_t* at(int x, int y) {
        return &pixels_[4 * (std::size_t(material_size - 1 - y) * material_size + std::size_t(x))];
    }
    Paint get(int x, int y) {
        const std::uint8_t* p = at(x, y);
        return {p[0] / 255.0f, p[1] / 255.0f, p[2] / 255.0f, p[3] / 255.0f};
    }
    void put(int x, int y, Paint paint) {
        std::uint8_t* p = at(x, y);
        const float values[] = {paint.red, paint.green, paint.blue, paint.shine};
        for (int c = 0; c < 4; ++c)
            p[c] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(values[c], 0.0f, 1.0f)));
    }
    std::vector<std::uint8_t> pixels_;
};

constexpr int neon_reach = 12;  // pixels of glow around a tube

// A glass tube along the edge of the letters, and its glow on the dark board behind.
Paint neon(Paint below, float distance) {
    const float tube = std::exp(-distance * distance / 9.0f);
    const float halo = 0.10f * std::exp(-std::abs(distance) / 5.0f);
    const float shine = std::max(below.shine, std::min(1.0f, tube + halo));
    return {std::max(below.red, 0.2f + 0.8f * shine), std::max(below.green, 0.2f + 0.8f * shine),
            std::max(below.blue, 0.2f + 0.8f * shine), shine};
}

// A box sign: shining letters on a dark board with a thin shining frame.
void board(Layer& layer, const Lettering& lettering, Area area, std::string_view text, bool stacked) {
    layer.fill(area, [&](int x, int y) {
        const auto edge = float(std::min(std::min(x, area.width - 1 - x), std::min(y, area.height - 1 - y)));
        const Paint plate{0.16f, 0.16f, 0.18f, 0.03f};
        return over(plate, {1, 1, 1, 0.8f}, inside(1.5f - std::abs(edge - 6.0f)));
    });
    const Area inner{area.x + 12, area.y + 12, area.width - 24, area.height - 24};
    layer.letter(inner, lettering, text, stacked ? 64.0f : 44.0f, stacked, 1,
                 [](Paint below, float distance) {
                     return over(below, {1, 1, 1, 1}, inside(distance));
                 });
}

// Distance to an arrow that points right, in a square of side 128, positive inside.
float arrow_distance(float x, float y) {
    const float dx = x - 64, dy = std::abs(y - 64);
    const float shaft = std::min(std::min(dx + 44, 12 - dx), 10 - dy);
    const float head = std::min(dx - 2, (46 - dx - dy) * std::numbers::sqrt2_v<float> / 2);
    return std::max(shaft, head);
}

// A resolution chart of zone plate, Siemens star, bars and steps, on which the effect of a filter is easy to
// see.
Paint chart_paint(int px, int py) {
    const auto x = float(px), y = float(py);
    const auto grey = [](float value) { return Paint{value, value, value, 0.25f}; };
    if (std::min(std::min(px, 511 - px), std::min(py, 511 - py)) < 14) return grey(0.92f);
    if (py < 256 && px < 256) {  // zone plate: the frequency grows with the distance from the centre
        const float squared = (x - 134) * (x - 134) + (y - 134) * (y - 134);
        return grey(0.5f + 0.45f * std::cos(squared * 0.0105f));
    }
    if (py < 256) {  // Siemens star with 36 spokes
        const float angle = std::atan2(y - 134, x - 378), radius = std::hypot(y - 134, x - 378);
        if (radius > 112) return grey(0.92f);
        return grey(std::clamp(0.5f + std::sin(36 * angle) * radius * 0.03f, 0.08f, 0.92f));
    }
    if (py < 380) {  // groups of bars, half the width from group to group
        constexpr int period[] = {32, 16, 8, 4, 2};
        const int group = std::min((px - 14) / 97, 4);
        const bool dark = ((py < 318 ? px : py) / (period[group] / 2)) % 2 == 0;
        return grey((px - 14) % 97 < 85 && dark ? 0.08f : 0.92f);
    }
    if (py < 440) return grey(std::floor((x - 14) / 484 * 11) / 10);  // grey steps
    const float hue = (x - 14) / 484 * 6;
    const auto channel = [&](float shift) {
        return std::clamp(std::abs(std::fmod(hue + shift, 6.0f) - 3) - 1, 0.0f, 1.0f);
    };
    return {channel(0), channel(4), channel(2), 0.25f};
}

void draw_text_poster(Layer& layer, const Lettering& lettering) {
    layer.fill(text_poster, [](int x, int y) {
        const bool frame = std::min(std::min(x, 511 - x), std::min(y, 511 - y)) < 12;
        return frame ? Paint{0.95f, 0.93f, 0.88f, 0.25f} : Paint{0.86f, 0.33f, 0.16f, 0.25f};
    });
    struct Line {
        std::string_view text;
        int y, height;
    };
    constexpr Line lines[] = {{"DOWN  UP  RIGHT  LEFT", 30, 64},
                              {"four sweeps, one picture", 92, 44},
                              {"y[i] = g x[i] - d1 y[i-1] - d2 y[i-2] - d3 y[i-3]", 160, 34},
                              {"every block starts without knowing its past,", 214, 30},
                              {"and is mended once the past is known", 244, 30},
                              {"the carries are small, the image is read twice", 290, 28},
                              {"and written once, whatever sigma may be", 318, 28},
                              {"TONIGHT 20:00   ADMISSION ONE PIXEL", 380, 44},
                              {"0123456789 abcdefghijklmnopqrstuvwxyz", 440, 24},
                              {"ABCDEFGHIJKLMNOPQRSTUVWXYZ +-*/=()[]<>", 466, 24}};
    for (const Line& line : lines)
        layer.letter({text_poster.x + 20, text_poster.y + line.y, 472, line.height}, lettering, line.text,
                     float(line.height) * 0.6f, false, 1, [](Paint below, float distance) {
                         return over(below, {0.98f, 0.95f, 0.86f, 0.3f}, inside(distance));
                     });
}

}  // namespace

Rectangle title_area() {
    return rectangle(title);
}
Rectangle hotel_area() {
    return rectangle(hotel);
}
Rectangle down_arrow_area() {
    return rectangle(down_arrow);
}
Rectangle right_arrow_area() {
    return rectangle(right_arrow);
}
Rectangle blade_area(int index) {
    return rectangle(blade(index));
}
Rectangle shop_area(int index) {
    return rectangle(shop(index));
}
Rectangle chart_area() {
    return rectangle(chart);
}
Rectangle text_poster_area() {
    return rectangle(text_poster);
}

SignLayers draw_signs() {
    const Lettering lettering;
    Layer signs, posters;
    const auto dark_board = [](int, int) { return Paint{0.06f, 0.06f, 0.08f, 0}; };
    for (const Area& area : {title, hotel, down_arrow, right_arrow}) signs.fill(area, dark_board);
    signs.letter(title, lettering, "SWEEP", 180, false, neon_reach, neon);
    signs.letter(hotel, lettering, "HOTEL OVERLAP", 60, false, neon_reach, neon);
    signs.fill(right_arrow, [](int x, int y) {
        return neon({0.1f, 0.1f, 0.12f, 0}, arrow_distance(float(x), float(y)));
    });
    signs.fill(down_arrow, [](int x, int y) {
        return neon({0.1f, 0.1f, 0.12f, 0}, arrow_distance(float(y), float(x)));
    });
    for (int i = 0; i < blade_signs; ++i)
        board(signs, lettering, blade(i), blade_texts[std::size_t(i)], true);
    posters.fill(chart, chart_paint);
    draw_text_poster(posters, lettering);
    for (int i = 0; i < shop_signs; ++i)
        board(posters, lettering, shop(i), shop_texts[std::size_t(i)], false);
    return {signs.take(), posters.take()};
}

}  // namespace sweep::app
