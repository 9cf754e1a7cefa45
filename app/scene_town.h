// The built-in scene: a street after rain, at the blue hour, with signs, fairy lights and a tower at its end.
#pragma once

#include "app/scene_mesh.h"

#include <vector>

namespace sweep::app {

struct Town {
    Mesh solid;   // everything but the ground
    Mesh ground;  // the wet street; reflects
    std::vector<Lamp> lamps;
    std::vector<Wire> wires;
};

Town build_town();

}  // namespace sweep::app
