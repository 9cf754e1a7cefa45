// What the parts of one frame make for those behind them.
#pragma once

#include "app/demo.h"

namespace sweep::app {

struct Demo::Frame {
    Gui& gui;
    const Target& target;
    int width, height;
    bool refresh;
    double began, since_last;  // of wall_seconds(); seconds of the scene's clock
    bool passes = false;       // the view of the passes
    Layout layout{};
    TeachLayout around{};
    Input input{};
    const Texture* result = nullptr;  // null: what is filtered is shown as it is
    bool is_kept = false;             // `result` is that of an earlier frame
    Sights sights{};
    Presentation how{};
    bool sweeps = false;  // the passes are drawn, and not the picture
    Canvas canvas{};
    const Action* chosen = nullptr;  // from the menu or the palette
};

}  // namespace sweep::app
