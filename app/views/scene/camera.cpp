#include "app/views/scene/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sweep::app {
namespace {

constexpr float field_of_view = 46 * std::numbers::pi_v<float> / 180;

Vec3 target_at(float t) {
    return {0.9f * std::sin(0.083f * t + 2), 3.0f + 0.25f * std::sin(0.061f * t), -14};
}

// The eye after a turn around a point that is a few metres before it.
Vec3 orbited(Vec3 eye, Vec3 target, const Orbit& orbit) {
    if (!orbit.is_turned()) return eye;
    constexpr float arm = 7;
    const Vec3 pivot = eye + normalize(target - eye) * arm, back = eye - pivot;
    const float yaw = std::atan2(back.x, back.z) + orbit.yaw;
    const float flat = std::hypot(back.x, back.z), pitch = std::atan2(back.y, flat) + orbit.pitch;
    const Vec3 turned{std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
    Vec3 where = pivot + turned * length(back);
    where.x = std::clamp(where.x, -2.9f, 2.9f);  // within the street
    where.y = std::clamp(where.y, 0.35f, 6.0f);
    return where;
}

// The arrows light up one after the other: down, up, right, left, a second each.
std::array<float, int(Pulse::count)> pulses_at(float t) {
    std::array<float, int(Pulse::count)> pulse{};
    pulse.fill(1);
    const float phase = std::fmod(t, 4.0f);
    for (int i = 0; i < 4; ++i) {
        const float since = std::fmod(phase - float(i) + 4, 4.0f);
        pulse[std::size_t(int(Pulse::down) + i)] =
            0.10f + 0.9f * std::exp(-1.6f * std::max(0.0f, since - 0.6f));
    }
    const float buzz = std::sin(31 * t) * std::sin(7.3f * t + 2) * std::sin(1.7f * t);
    pulse[int(Pulse::flicker)] = buzz > 0.45f ? 0.25f : 1;
    return pulse;
}

}  // namespace

// A slow walk to and fro, with the small motions of a camera that is held by hand.
Vec3 eye_at(float t) {
    return {0.75f * std::sin(0.11f * t), 1.62f + 0.10f * std::sin(0.17f * t + 1),
            3.4f + 1.1f * std::sin(0.073f * t)};
}

SceneView view_at(float seconds, int width, int height, float near_plane, float far_plane,
                  const Orbit& orbit) {
    const float t = seconds;
    SceneView view;
    view.width = width;
    view.height = height;
    view.mirror = 1;
    view.seconds = t;
    view.pulse = pulses_at(t);
    view.tangent_y = std::tan(field_of_view / 2);
    view.tangent_x = view.tangent_y * float(width) / float(height);
    view.eye = orbited(eye_at(t), target_at(t), orbit);
    const Mat4 world_to_view = look_at(view.eye, target_at(t));
    Mat4 projection = perspective(field_of_view, float(width) / float(height), near_plane, far_plane);
    projection[5] = -projection[5];
    view.view_projection = projection * world_to_view;
    view.view_to_world = {world_to_view[0],
                          world_to_view[4],
                          world_to_view[8],
                          0,
                          world_to_view[1],
                          world_to_view[5],
                          world_to_view[9],
                          0,
                          world_to_view[2],
                          world_to_view[6],
                          world_to_view[10],
                          0,
                          0,
                          0,
                          0,
                          1};
    return view;
}

SceneView mirrored(const SceneView& view, int width, int height) {
    SceneView result = view;
    result.mirror = -1;
    result.width = width;
    result.height = height;
    for (int column = 0; column < 3; ++column) result.view_to_world[std::size_t(4 * column + 1)] *= -1;
    return result;
}

}  // namespace sweep::app
