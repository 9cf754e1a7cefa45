// What filters, and how: what the command line gives to the window, and what its panels and keys change.
#pragma once

#include "app/engine_choice.h"
#include "core/problem.h"

namespace sweep::app {

struct FilterSettings {
    FilterSpec filter;
    Boundary boundary;
    Algorithm algorithm = Algorithm::automatic;  // where it fits the filter
    EngineChoice engine = EngineChoice::automatic;
    int passes = all_passes;  // how many of down, up, right, left run
    Realisation realisation = Realisation::delta;
    bool linear = true;  // 8-bit pictures are filtered in linear light
};

}  // namespace sweep::app
