// The two ways to see the program: a window on a display, or the same window drawn off screen into a PNG.
#pragma once

#include "app/script.h"
#include "app/settings.h"

#include <optional>
#include <string>

namespace sweep::app {

struct WindowOptions : Settings {
    std::optional<std::string> image;  // a picture to open; the built-in scene when absent
    std::optional<std::string> depth;  // its depth map; else one beside it
    std::string keys;  // pressed one after the other before the first frame, as the help page lists them
    int width = 1600, height = 900;
    Script script;                      // run from the first frame on; `frames` counts from its end
    std::optional<std::string> record;  // a folder for every frame
    bool print_state = false;           // run_window: on stdout at the end
    bool chooses_sigma = false;         // sigma is what was asked for: it does not sweep
    int frames = 0;      // stop after so many frames; 0: run_window until closed, shot after its default
    std::string output;  // shot: the PNG to write
};

// Opens the window and runs it until it is closed.
// Throws Error: 3 no display, 4 the engine asked for is not here, 6 cannot read the picture.
void run_window(const WindowOptions& options);

// Draws the same window, panels included, off screen and writes it to options.output.
// Throws Error: 1 no OpenGL, 4 the engine asked for is not here, 6 cannot read, 7 cannot write.
void shot(const WindowOptions& options);

}  // namespace sweep::app
