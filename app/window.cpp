// The program with a window: GLFW, its events, and the frames between them.
#include "app/window.h"

#include "app/demo.h"
#include "core/error.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <memory>
#include <optional>
#include <utility>

namespace sweep::app {
namespace {

std::string glfw_error() {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : "unknown reason";
}

struct Glfw {
    Glfw() {
        if (!glfwInit())
            throw Error(ExitCode::no_display,
                        "no display for a window (" + glfw_error() +
                            "): set DISPLAY, or draw the window off screen with `sweep shot OUT.png`");
    }
    ~Glfw() { glfwTerminate(); }
};

struct DestroyWindow {
    void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

GLFWwindow* open_window(int width, int height) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    GLFWwindow* window = glfwCreateWindow(width, height, "Sweep", nullptr, nullptr);
    if (!window)
        throw Error(ExitCode::failed, "no OpenGL 4.5 window (" + glfw_error() +
                                          "): update the graphics driver, or set LIBGL_ALWAYS_SOFTWARE=1");
    glfwMakeContextCurrent(window);
    load_gl(glfwGetProcAddress);
    return window;
}

// What the callbacks reach.
struct Session {
    GLFWwindow* window = nullptr;
    Demo* demo = nullptr;
    Gui* gui = nullptr;
    int windowed[4] = {0, 0, 1600, 900};  // position and size to come back to from full screen
    float monitor_scale = 1;
};

Session& session_of(GLFWwindow* window) {
    return *static_cast<Session*>(glfwGetWindowUserPointer(window));
}

void toggle_full_screen(Session& session) {
    GLFWwindow* window = session.window;
    auto& [x, y, width, height] = session.windowed;
    if (glfwGetWindowMonitor(window)) {
        glfwSetWindowMonitor(window, nullptr, x, y, width, height, 0);
        return;
    }
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    glfwGetWindowPos(window, &x, &y);
    glfwGetWindowSize(window, &width, &height);
    glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

// Printable keys arrive here as the characters that they make on this keyboard.
void on_character(GLFWwindow* window, unsigned character) {
    if (!ImGui::GetIO().WantTextInput) session_of(window).demo->press({int(character)});
}

// Keys without a character; nothing for the others.
std::optional<Key> named_key(int key) {
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12) return Key(int(Key::f1) + key - GLFW_KEY_F1);
    constexpr std::pair<int, Key> names[] = {{GLFW_KEY_TAB, Key::tab},
                                             {GLFW_KEY_ENTER, Key::enter},
                                             {GLFW_KEY_ESCAPE, Key::escape},
                                             {GLFW_KEY_KP_ENTER, Key::enter},
                                             {GLFW_KEY_DELETE, Key::del},
                                             {GLFW_KEY_HOME, Key::home},
                                             {GLFW_KEY_BACKSPACE, Key::backspace},
                                             {GLFW_KEY_END, Key::end},
                                             {GLFW_KEY_PAGE_UP, Key::page_up},
                                             {GLFW_KEY_PAGE_DOWN, Key::page_down},
                                             {GLFW_KEY_LEFT, Key::left},
                                             {GLFW_KEY_RIGHT, Key::right},
                                             {GLFW_KEY_UP, Key::up},
                                             {GLFW_KEY_DOWN, Key::down}};
    for (const auto& [theirs, ours] : names)
        if (theirs == key) return ours;
    return std::nullopt;
}

// The character on a key of this keyboard, letters as capitals; the keypad's count as the others.
int character_of(int key, int scancode) {
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return '0' + key - GLFW_KEY_KP_0;
    if (key == GLFW_KEY_KP_ADD) return '+';
    if (key == GLFW_KEY_KP_SUBTRACT) return '-';
    const char* name = glfwGetKeyName(key, scancode);
    if (!name || !name[0] || name[1]) return key;
    return name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + 'A' : name[0];
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    Session& session = session_of(window);
    const bool types = ImGui::GetIO().WantTextInput;
    if (key == GLFW_KEY_R && action != GLFW_REPEAT && (modifiers & GLFW_MOD_CONTROL) == 0)
        session.demo->hold_original(action == GLFW_PRESS && !types);
    if (action == GLFW_RELEASE) return;
    const bool control = modifiers & GLFW_MOD_CONTROL, shift = modifiers & GLFW_MOD_SHIFT;
    if (const auto named = named_key(key)) {
        // A field has its own use for all of them but the row of F.
        if (!types || *named >= Key::f1 || (*named == Key::escape && session.demo->settings().palette))
            session.demo->press({*named, control, shift});
    } else if (control && !(types && !shift)) {  // a field copies and pastes
        session.demo->press({character_of(key, scancode), true, shift});
    }
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
    if (count > 0) session_of(window).demo->open(paths[0]);
}

void on_content_scale(GLFWwindow* window, float scale, float) {
    session_of(window).monitor_scale = scale;
}

void install_callbacks(Session& session) {
    glfwSetWindowUserPointer(session.window, &session);
    glfwSetCharCallback(session.window, on_character);
    glfwSetKeyCallback(session.window, on_key);
    glfwSetDropCallback(session.window, on_drop);
    glfwSetWindowContentScaleCallback(session.window, on_content_scale);
}

}  // namespace

void run_window(const WindowOptions& options) {
    const Glfw glfw;
    const std::unique_ptr<GLFWwindow, DestroyWindow> window(open_window(options.width, options.height));
    Session session;
    session.window = window.get();
    glfwGetWindowContentScale(window.get(), &session.monitor_scale, nullptr);
    Demo demo(options, {.quit = [&] { glfwSetWindowShouldClose(window.get(), GLFW_TRUE); },
                        .full_screen = [&] { toggle_full_screen(session); }});
    session.demo = &demo;
    install_callbacks(session);
    Gui gui(window.get(), session.monitor_scale);  // chains its callbacks before ours
    session.gui = &gui;

    bool synchronised = !demo.settings().vertical_sync;
    for (int frame = 0;
         !glfwWindowShouldClose(window.get()) && (options.frames == 0 || frame < options.frames); ++frame) {
        glfwPollEvents();
        gui.set_scale(session.monitor_scale * demo.settings().scale);
        int width = 0, height = 0;
        glfwGetFramebufferSize(window.get(), &width, &height);
        if (width == 0 || height == 0) {  // minimised
            glfwWaitEventsTimeout(0.1);
            continue;
        }
        if (synchronised != demo.settings().vertical_sync) {
            synchronised = demo.settings().vertical_sync;
            glfwSwapInterval(synchronised ? 1 : 0);
        }
        demo.frame(gui, width, height, glfwGetTime(), 0);
        glfwSwapBuffers(window.get());
    }
}

}  // namespace sweep::app
