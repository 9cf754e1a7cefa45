// GLFW without the OpenGL header that it would include, and its start.
#pragma once

#define GLFW_INCLUDE_NONE
#include <cstdlib>

#include <GLFW/glfw3.h>

namespace sweep::app {

// Calls glfwInit(); where that is false, glfwGetError() says why. Since 3.4 GLFW tries Wayland first, and
// libwayland prints an error of its own where no variable names its socket. There is no Wayland in that case,
// so X11 is asked for.
inline bool start_glfw() {
#if defined(GLFW_PLATFORM)
    const auto is_path = [](const char* name) {
        const char* value = std::getenv(name);
        return value && value[0] == '/';
    };
    if (!is_path("XDG_RUNTIME_DIR") && !is_path("WAYLAND_DISPLAY") && !std::getenv("WAYLAND_SOCKET"))
        glfwInitHint(GLFW_PLATFORM, GLFW_PLATFORM_X11);
#endif
    return glfwInit();
}

}  // namespace sweep::app
