// GLFW, without the OpenGL that its own header would bring, and its start.
#pragma once

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdlib>

namespace sweep::app {

// glfwInit(); where that is false, glfwGetError() says why.
// GLFW looks for Wayland first since 3.4, and libwayland prints an error of its own where nothing names the folder of its
// socket. There cannot be Wayland then.
inline bool start_glfw() {
#if defined(GLFW_PLATFORM) && defined(__linux__)
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
