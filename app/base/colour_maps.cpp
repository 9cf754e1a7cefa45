#include "app/base/colour_maps.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace sweep::app {
namespace {

using Triple = std::array<double, 3>;

double to_light(double encoded) {
    return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
double to_screen(double light) {
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

// CIE 1976 L*a*b* under D65, of light with the primaries of sRGB (IEC 61966-2-1).
constexpr Triple white{0.95047, 1, 1.08883};

Triple lab_of(unsigned rgb) {
    const double r = to_light((rgb >> 16 & 255) / 255.0), g = to_light((rgb >> 8 & 255) / 255.0),
                 b = to_light((rgb & 255) / 255.0);
    const Triple xyz{0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
                     0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
                     0.0193339 * r + 0.1191920 * g + 0.9503041 * b};
    Triple f;
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = xyz[i] / white[i];
        f[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

std::array<float, 3> screen_of(const Triple& lab) {
    const double fy = (lab[0] + 16) / 116;
    const Triple f{fy + lab[1] / 500, fy, fy - lab[2] / 200};
    Triple xyz;
    for (std::size_t i = 0; i < 3; ++i) {
        const double cube = f[i] * f[i] * f[i];
        xyz[i] = white[i] * (cube > 216.0 / 24389 ? cube : (116 * f[i] - 16) * 27 / 24389);
    }
    const auto [x, y, z] = xyz;
    const Triple rgb{3.2404542 * x - 1.5371385 * y - 0.4985314 * z,
                     -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
                     0.0556434 * x - 0.2040259 * y + 1.0572252 * z};
    std::array<float, 3> colour;
    for (std::size_t i = 0; i < 3; ++i) colour[i] = float(std::clamp(to_screen(rgb[i]), 0.0, 1.0));
    return colour;
}

// Colours at equal steps. Between them a* and b* run along a cubic (Catmull and Rom), and lightness is a straight line
// from the first to the last.
std::span<const unsigned> colours_of(ColourMap map) {
    static constexpr unsigned viridis[] = {0x440154, 0x3b528b, 0x21918c, 0x5ec962, 0xfde725},
                              magma[] = {0x000004, 0x51127c, 0xb73779, 0xfc8961, 0xfcfdbf},
                              cividis[] = {0x00224e, 0x434e6c, 0x7d7c78, 0xbcae6c, 0xfee838};
    switch (map) {
        case ColourMap::viridis:
            return viridis;
        case ColourMap::magma:
            return magma;
        case ColourMap::cividis:
            return cividis;
        case ColourMap::grey:
            break;
    }
    return {};
}

}  // namespace

std::array<float, 3> map_colour(ColourMap map, float t) {
    t = t > 0 ? std::min(t, 1.0f) : 0;  // also of NaN
    const std::span<const unsigned> colours = colours_of(map);
    if (colours.empty()) return {t, t, t};
    const int last = int(colours.size()) - 1;
    const double place = double(t) * last;
    const int i = std::min(int(place), last - 1);
    const double u = place - i;
    const auto lab = [&](int k) { return lab_of(colours[std::size_t(std::clamp(k, 0, last))]); };
    const Triple a = lab(i - 1), b = lab(i), c = lab(i + 1), d = lab(i + 2);
    const double first = lab(0)[0];
    Triple at{first + double(t) * (lab(last)[0] - first), 0, 0};
    for (std::size_t k = 1; k < 3; ++k)
        at[k] =
            b[k] + 0.5 * u *
                       (c[k] - a[k] +
                        u * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + u * (3 * (b[k] - c[k]) + d[k] - a[k])));
    return screen_of(at);
}

}  // namespace sweep::app
