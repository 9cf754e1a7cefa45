// What a window shows before its first frame. Until that is there, shaders are compiled and pictures are read, which
// takes seconds where a CPU draws.
#pragma once

#include "app/command_line/start.h"
#include "app/ui/gui.h"

namespace sweep::app {

// Draws the window's division with a picture of the scene, or with the name of the picture that is opened, and a line
// that says what happens, into the framebuffer that is bound. Throws nothing: without its picture it draws the rest.
void draw_first_picture(Gui& gui, int width, int height, const WindowOptions& options);

}  // namespace sweep::app
