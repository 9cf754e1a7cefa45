// The state of the mouse that a script moves.
#pragma once

#include <string>

namespace sweep::app {

struct ScriptedMouse {
    float x = -1, y = -1, wheel = 0;
    bool down = false, shift = false, control = false;
    std::string typed;
};

}  // namespace sweep::app
