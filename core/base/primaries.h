// The primaries of a colour space, and the matrix from its linear RGB to that of sRGB.
#pragma once

#include <cmath>
#include <optional>

#include "core/base/small_matrix.h"

namespace sweep {

// CIE 1931 chromaticities x and y.
struct Primaries {
    struct Point {
        double x, y;
        friend bool operator==(const Point&, const Point&) = default;
    };
    Point red, green, blue, white;
    friend bool operator==(const Primaries&, const Primaries&) = default;
};
namespace primaries {
inline constexpr Primaries::Point d65{0.3127, 0.3290};
inline constexpr Primaries srgb{{0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}, d65},
    bt2020{{0.708, 0.292}, {0.170, 0.797}, {0.131, 0.046}, d65},
    display_p3{{0.680, 0.320}, {0.265, 0.690}, {0.150, 0.060}, d65},
    // Numbers that are CIE XYZ themselves.
    xyz{{1, 0}, {0, 1}, {0, 0}, {1 / 3.0, 1 / 3.0}};
}  // namespace primaries

using ColourMatrix = Mat<double, 3>;

// Nothing where there is none.
inline std::optional<ColourMatrix> inverse_of(const ColourMatrix& m) {
    double determinant = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        determinant += m[0][i] * (m[1][j] * m[2][k] - m[1][k] * m[2][j]);
    }
    if (!(std::abs(determinant) > 1e-9) || !std::isfinite(determinant)) return std::nullopt;
    return inverse(m);
}

// XYZ of a colour of luminance 1.
inline Vec<double, 3> xyz_of(const Primaries::Point& at) {
    return {{at.x / at.y, 1, (1 - at.x - at.y) / at.y}};
}

// From linear RGB to XYZ, RGB of 1 being the white of luminance 1 (SMPTE RP 177).
// Nothing where the primaries span no colours.
inline std::optional<ColourMatrix> matrix_to_xyz(const Primaries& of) {
    if (of == primaries::xyz) return identity<double, 3>();
    const Primaries::Point columns[] = {of.red, of.green, of.blue};
    ColourMatrix m{};
    for (int j = 0; j < 3; ++j) {
        m[0][j] = columns[j].x;
        m[1][j] = columns[j].y;
        m[2][j] = 1 - columns[j].x - columns[j].y;
    }
    const auto inverse = inverse_of(m);
    if (!inverse || !(std::abs(of.white.y) > 1e-6)) return std::nullopt;
    Vec<double, 3> scale{};
    add_product(*inverse, xyz_of(of.white), scale);
    for (auto& row : m.v)
        for (int j = 0; j < 3; ++j) row[j] *= scale[j];
    return m;
}

// To linear sRGB. Another white becomes that of sRGB (Bradford's adaptation), but of XYZ itself, which has none of its
// own. Nothing where the primaries span no colours.
inline std::optional<ColourMatrix> matrix_to_srgb(const Primaries& from) {
    const auto to_xyz = matrix_to_xyz(from), from_srgb = matrix_to_xyz(primaries::srgb);
    if (!to_xyz || !from_srgb) return std::nullopt;
    const ColourMatrix to_srgb = *inverse_of(*from_srgb);
    if (from == primaries::xyz || from.white == primaries::d65) return multiply(to_srgb, *to_xyz);
    const ColourMatrix bradford{
        {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};
    Vec<double, 3> white{}, wanted{};
    add_product(bradford, xyz_of(from.white), white);
    add_product(bradford, xyz_of(primaries::d65), wanted);
    ColourMatrix gains{};
    for (int i = 0; i < 3; ++i) {
        if (!(std::abs(white[i]) > 1e-6)) return std::nullopt;
        gains[i][i] = wanted[i] / white[i];
    }
    const ColourMatrix adapted = multiply(*inverse_of(bradford), multiply(gains, bradford));
    return multiply(to_srgb, multiply(adapted, *to_xyz));
}

}  // namespace sweep
