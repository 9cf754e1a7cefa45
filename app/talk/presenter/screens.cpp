#include "app/talk/presenter/screens.h"

#include <algorithm>
#include <span>

namespace sweep::app {
namespace {

std::span<GLFWmonitor* const> screens() {
    int count = 0;
    GLFWmonitor** const all = glfwGetMonitors(&count);
    return {all, all ? std::size_t(count) : 0};
}

// How long two intervals lie over each other.
long shared(int a, int length_a, int b, int length_b) {
    return std::max(std::min(a + length_a, b + length_b) - std::max(a, b), 0);
}

}  // namespace

int count_of_screens() {
    return int(screens().size());
}

int screen_of(GLFWwindow* window) {
    const auto all = screens();
    GLFWmonitor* const full = glfwGetWindowMonitor(window);
    const WindowPlace at = place_of(window, {});
    long most = -1;
    std::size_t best = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i] == full) return int(i) + 1;
        const GLFWvidmode* const mode = glfwGetVideoMode(all[i]);
        if (!mode) continue;
        int x = 0, y = 0;
        glfwGetMonitorPos(all[i], &x, &y);
        const long area = shared(at.x, at.width, x, mode->width) * shared(at.y, at.height, y, mode->height);
        if (area > most) most = area, best = i;
    }
    return int(best) + 1;
}

int next_screen(int screen) {
    return screen < count_of_screens() ? screen + 1 : 1;
}

WindowPlace place_of(GLFWwindow* window, const WindowPlace& before) {
    if (glfwGetWindowMonitor(window)) return before;
    WindowPlace place;
    glfwGetWindowPos(window, &place.x, &place.y);
    glfwGetWindowSize(window, &place.width, &place.height);
    return place;
}

bool show_full_screen(GLFWwindow* window, int screen) {
    const auto all = screens();
    if (screen < 1 || screen > int(all.size())) return false;
    GLFWmonitor* const monitor = all[std::size_t(screen) - 1];
    const GLFWvidmode* const mode = glfwGetVideoMode(monitor);
    if (!mode) return false;
    glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    return true;
}

void show_windowed(GLFWwindow* window, const WindowPlace& place) {
    glfwSetWindowMonitor(window, nullptr, place.x, place.y, place.width, place.height, 0);
}

}  // namespace sweep::app
