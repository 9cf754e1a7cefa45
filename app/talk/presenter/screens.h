// The monitors of this machine, counted from 1, and full screen on one of them.
#pragma once

#include "app/screen/gl/glfw.h"

namespace sweep::app {

// Position and size of a window that is not full screen.
struct WindowPlace {
    int x = 0, y = 0, width = 1600, height = 900;
};

int count_of_screens();
// Which of them shows most of the window, or has it full screen; 1 where none does.
int screen_of(GLFWwindow* window);
// The one after that, from the last one to the first.
int next_screen(int screen);

// Where the window lies; full screen: `before`.
WindowPlace place_of(GLFWwindow* window, const WindowPlace& before);
// Full screen on that one; false where there is no such monitor.
bool show_full_screen(GLFWwindow* window, int screen);
void show_windowed(GLFWwindow* window, const WindowPlace& place);

}  // namespace sweep::app
