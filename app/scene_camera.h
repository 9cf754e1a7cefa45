// How the built-in scene is looked at: where the camera is at a time, and what the lights do then.
#pragma once

#include "app/orbit.h"
#include "app/scene_math.h"
#include "app/scene_mesh.h"

#include <array>

namespace sweep::app {

// One way of looking at the scene.
struct SceneView {
    Mat4 view_projection, view_to_world;
    Vec3 eye;
    float tangent_x, tangent_y;  // of half the field of view
    int width, height;
    float mirror;  // -1 for the reflection: of the y of all that is drawn
    float seconds;
    std::array<float, int(Pulse::count)> pulse;
};

Vec3 eye_at(float seconds);
// Row 0 is the top of the picture, as in files, so that "down" means the same everywhere.
SceneView view_at(float seconds, int width, int height, float near_plane, float far_plane,
                  const Orbit& orbit);
// The world upside down, as the ground mirrors it, at another size. Rays that leave the eye are those of the
// world as it is.
SceneView mirrored(const SceneView& view, int width, int height);

}  // namespace sweep::app
