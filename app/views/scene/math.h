// Vectors and 4x4 matrices for the built-in scene. Right-handed, y up, metres; the camera looks along -z.
#pragma once

#include <array>
#include <cmath>

namespace sweep::app {

struct Vec3 {
    float x = 0, y = 0, z = 0;

    friend constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend constexpr Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
    friend constexpr Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
};

constexpr float dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(Vec3 a, Vec3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec3 a) {
    return std::sqrt(dot(a, a));
}
inline Vec3 normalize(Vec3 a) {
    return a * (1.0f / length(a));
}
constexpr Vec3 mix(Vec3 a, Vec3 b, float t) {
    return a * (1 - t) + b * t;
}

// Column-major, as OpenGL reads it: m[4 * column + row].
using Mat4 = std::array<float, 16>;

constexpr Mat4 operator*(const Mat4& a, const Mat4& b) {
    Mat4 product{};
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            for (int k = 0; k < 4; ++k) product[4 * column + row] += a[4 * k + row] * b[4 * column + k];
    return product;
}

inline Mat4 look_at(Vec3 eye, Vec3 target) {
    const Vec3 back = normalize(eye - target);
    const Vec3 right = normalize(cross({0, 1, 0}, back));
    const Vec3 up = cross(back, right);
    return {right.x, up.x, back.x, 0, right.y,          up.y,          back.y,          0,
            right.z, up.z, back.z, 0, -dot(right, eye), -dot(up, eye), -dot(back, eye), 1};
}

inline Mat4 perspective(float vertical_field_of_view, float aspect, float near_plane, float far_plane) {
    const float f = 1 / std::tan(vertical_field_of_view / 2);
    const float depth = near_plane - far_plane;
    return {f / aspect,
            0,
            0,
            0,
            0,
            f,
            0,
            0,
            0,
            0,
            (near_plane + far_plane) / depth,
            -1,
            0,
            0,
            2 * near_plane * far_plane / depth,
            0};
}

}  // namespace sweep::app
