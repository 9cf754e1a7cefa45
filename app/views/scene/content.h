// The contents of the built-in scene in the form that its painters take.
#pragma once

#include <vector>

#include "app/views/scene/mesh.h"

namespace sweep::app {

struct SceneContent {
    // The shaders read these two structs as they are laid out here.
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

    Mesh mesh;  // the solid parts, then the ground; in each, the nearest triangles come first
    int solid_count = 0, ground_count = 0;  // indices
    std::vector<LampInstance> lamps;        // those with a halo first
    int halo_count = 0;
    std::vector<WireInstance> wires;
};

SceneContent scene_content();

}  // namespace sweep::app
