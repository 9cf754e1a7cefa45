// The built-in scene: a street after rain, at the blue hour, with signs, fairy lights and a tower at its end.
#pragma once

#include <vector>

#include "app/views/scene/mesh.h"

namespace sweep::app {

struct Town {
    Mesh solid;   // everything but the ground
    Mesh ground;  // the wet street; reflects
    std::vector<Lamp> lamps;
    std::vector<Wire> wires;
};

Town build_town();

}  // namespace sweep::app
