// The window on a display with what belongs to its OpenGL context, and the events that reach it.
#pragma once

#include <memory>
#include <optional>

#include "app/screen/gl/glfw.h"
#include "app/screen/input/input_queue.h"
#include "app/talk/presenter/screens.h"
#include "app/talk/presenter/talk.h"
#include "app/ui/gui.h"
#include "app/window/demo.h"

namespace sweep::app {

struct DestroyWindow {
    void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

using Window = std::unique_ptr<GLFWwindow, DestroyWindow>;

struct Session;
// Keys that reach the presenter's window are those of the stage, its mouse is its own.
void install_callbacks_of_presenter(Session& session, GLFWwindow* presenter);

// The objects of one OpenGL context, destroyed in the opposite order. The callbacks get it from the window.
struct Session {
    Window window;
    std::optional<Demo> demo;
    std::optional<Gui> gui;
    InputQueue input;
    WindowPlace windowed;  // to restore after full screen
    Talk talk{[this](GLFWwindow* presenter) { install_callbacks_of_presenter(*this, presenter); }};
    float monitor_scale = 1;
    bool synchronised = true;

    void open(const WindowOptions& options);
    void show_first_picture(const WindowOptions& options);
    void open_again(WindowOptions options);
    void close();
};

// From now on its events wait in `session.input`.
void install_callbacks(Session& session);
// Gives the events to the window's parts before a frame; whatever is left waits for the next frame
// (app/screen/input/input_queue.h).
void take_input(Session& session);

}  // namespace sweep::app
