// What the parts of one frame pass on to the later ones.
#pragma once

#include <optional>

#include "app/window/demo.h"

namespace sweep::app {

struct Demo::Frame {
    Gui& gui;
    const Target& target;
    int width, height;
    bool refresh;
    double since_last = 0;  // seconds of the scene's clock
    Layout layout{};
    TeachLayout around{};  // layout of the view of the passes
    Input input{};
    bool input_changed = false;       // since the last frame that filtered
    bool source_changed = false;      // since the last frame
    const Texture* result = nullptr;  // null: the input is shown unfiltered
    bool is_kept = false;             // `result` comes from an earlier frame
    ShownImages shown{};
    Presentation how{};
    bool sweeps = false;  // the four passes are drawn instead of the picture
    Canvas canvas{};
};

}  // namespace sweep::app
