// The camera of the built-in scene: its position at each time, and the brightness of the pulsing lights then.
#pragma once

#include <array>

#include "app/views/scene/math.h"
#include "app/views/scene/mesh.h"
#include "app/views/scene/orbit.h"

namespace sweep::app {

// One view of the scene: the camera's own, or the reflection in the street.
struct SceneView {
    Mat4 view_projection, view_to_world;
    Vec3 eye;
    float tangent_x, tangent_y;  // of half the field of view
    int width, height;
    float mirror;  // factor of all heights y: -1 for the reflection, otherwise 1
    float seconds;
    std::array<float, int(Pulse::count)> pulse;
};

Vec3 eye_at(float seconds);
// Row 0 is the top of the picture, as in files, so that "down" means the same everywhere.
SceneView view_at(float seconds, int width, int height, float near_plane, float far_plane,
                  const Orbit& orbit);
// The view of the world upside down, as the ground mirrors it, at another size. view_to_world gives its rays
// in the upright world.
SceneView mirrored(const SceneView& view, int width, int height);

}  // namespace sweep::app
