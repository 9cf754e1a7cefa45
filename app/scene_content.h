// What the built-in scene is made of, as its painters are given it.
#pragma once

#include "app/scene_mesh.h"

#include <vector>

namespace sweep::app {

struct SceneContent {
    // As the shaders read them.
    struct LampInstance {
        Vec3 centre;
        float radius;
        Vec3 radiance;
        float phase;  // of its twinkling
    };
    struct WireInstance {
        Vec3 from;
        float radius;
        Vec3 to;
    };

    Mesh mesh;  // the solid parts, then the ground; of each the nearest triangles first
    int solid_count = 0, ground_count = 0;  // indices
    std::vector<LampInstance> lamps;        // those with a halo first
    int halo_count = 0;
    std::vector<WireInstance> wires;
};

SceneContent scene_content();

}  // namespace sweep::app
