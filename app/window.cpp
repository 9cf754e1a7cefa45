// The program with a window: GLFW, its events, and the frames between them.
#include "app/window.h"

#include "app/demo.h"
#include "app/script.h"
#include "app/user_settings.h"
#include "app/view_options.h"
#include "core/error.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
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

// The user did something; the callbacks of ImGui come after these.
void touch(GLFWwindow* window) {
    session_of(window).demo->touched();
}

// Printable keys arrive here as the characters that they make on this keyboard.
void on_character(GLFWwindow* window, unsigned character) {
    touch(window);
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
    touch(window);
    const bool types = ImGui::GetIO().WantTextInput;
    if (key == GLFW_KEY_R && action != GLFW_REPEAT && (modifiers & GLFW_MOD_CONTROL) == 0)
        session.demo->hold_original(action == GLFW_PRESS && !types);
    if (action == GLFW_RELEASE) return;
    const bool control = modifiers & GLFW_MOD_CONTROL, shift = modifiers & GLFW_MOD_SHIFT;
    if (const auto named = named_key(key)) {
        // A field has its own use for all of them but the row of F.
        const bool palette = session.demo->settings().palette;
        if (!types || *named >= Key::f1 || (*named == Key::escape && palette))
            session.demo->press({*named, control, shift});
        else if (palette)
            session.demo->press_in_palette(*named);
    } else if (control) {
        const int character = character_of(key, scancode);
        constexpr std::string_view of_fields = "ACVXYZ";
        if (!types || shift || of_fields.find(char(character)) == std::string_view::npos)
            session.demo->press({character, true, shift});
    }
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
    touch(window);
    session_of(window).demo->open_all({paths, paths + count});
}

void on_content_scale(GLFWwindow* window, float scale, float) {
    session_of(window).monitor_scale = scale;
    session_of(window).demo->keep_drawing(1);
}

// What a person does on purpose stops the sweep of the start; what happens by the way only wants new frames.
void on_button(GLFWwindow* window, int, int, int) {
    touch(window);
}
void on_wheel(GLFWwindow* window, double, double) {
    touch(window);
}
void on_pointer(GLFWwindow* window, double, double) {
    session_of(window).demo->keep_drawing(0.3);
}
void on_refresh(GLFWwindow* window) {
    session_of(window).demo->keep_drawing(0.3);
}

void install_callbacks(Session& session) {
    glfwSetWindowUserPointer(session.window, &session);
    glfwSetCharCallback(session.window, on_character);
    glfwSetKeyCallback(session.window, on_key);
    glfwSetDropCallback(session.window, on_drop);
    glfwSetMouseButtonCallback(session.window, on_button);
    glfwSetScrollCallback(session.window, on_wheel);
    glfwSetCursorPosCallback(session.window, on_pointer);
    glfwSetWindowRefreshCallback(session.window, on_refresh);
    glfwSetWindowContentScaleCallback(session.window, on_content_scale);
}

// What the user's file says where the command line says nothing, and the file when that changes.
class Keeper {
  public:
    explicit Keeper(WindowOptions& options) : file_(user_settings_file()) {
        if (!file_) return;
        kept_ = tried_ = load_user_settings(*file_, &note_);
        const Settings usual;
        if (options.scale == usual.scale) options.scale = kept_.scale;
        if (options.theme == usual.theme) options.theme = kept_.theme;
        if (options.vertical_sync == usual.vertical_sync) options.vertical_sync = kept_.vertical_sync;
        if (options.arrangement == usual.arrangement && kept_.arrangement != usual.arrangement)
            arrange_as_kept(options);
        options.recent = kept_.recent;
    }
    // Says what is wrong with the file once, on stderr.
    ~Keeper() {
        if (!note_.empty()) std::fprintf(stderr, "sweep: %s\n", note_.c_str());
    }
    // Empty, or what is wrong with the file: once.
    std::string keep(const Settings& now) {
        const UserSettings fresh{now.scale, now.arrangement, now.theme, now.vertical_sync, now.recent};
        if (!file_ || fresh == tried_) return {};
        tried_ = fresh;
        const std::string note = save_user_settings(*file_, fresh, kept_);
        if (note.empty()) kept_ = fresh;
        return note_.empty() ? note_ = note : std::string();
    }
    const std::string& note() const { return note_; }

  private:
    // What the command line says of the view stays.
    void arrange_as_kept(Settings& settings) const {
        const Settings usual, asked = settings;
        arrange(settings, kept_.arrangement);
        for (const ViewOption& row : view_options())
            if (const std::string text = row.get(asked); text != row.get(usual)) row.set(settings, text);
    }

    std::optional<std::filesystem::path> file_;
    UserSettings kept_;   // as the file has it, of what this window knows
    UserSettings tried_;  // not tried once more in each frame where it cannot be written
    std::string note_;
};

}  // namespace

void run_window(const WindowOptions& asked) {
    const Glfw glfw;
    WindowOptions options = asked;
    const bool scripted = !options.script.lines.empty();
    std::optional<Keeper> keeper;  // a script does the same everywhere
    if (!scripted) keeper.emplace(options);

    const std::unique_ptr<GLFWwindow, DestroyWindow> window(open_window(options.width, options.height));
    Session session;
    session.window = window.get();
    glfwGetWindowContentScale(window.get(), &session.monitor_scale, nullptr);
    Demo demo(options, {.quit = [&] { glfwSetWindowShouldClose(window.get(), GLFW_TRUE); },
                        .full_screen = [&] { toggle_full_screen(session); }});
    session.demo = &demo;
    demo.let_panels_lag();
    demo.announce_picture();
    if (keeper && !keeper->note().empty()) demo.say(keeper->note(), 8);
    install_callbacks(session);
    Gui gui(window.get(), session.monitor_scale);  // chains its callbacks behind ours
    session.gui = &gui;

    constexpr double fixed_step = 1 / Recording::frames_per_second;
    ScriptRunner script(options.script, fixed_step);
    const ScriptHost host{[&](std::string_view action) { demo.run_action(action); },
                          [&](const std::string& name, const std::string& value) { demo.set(name, value); },
                          [&](const std::string& file) {
                              demo.finish_files();
                              demo.save_frame(file, true);
                          }};
    if (scripted)
        gui.point(&script.mouse());
    else if (!asked.chooses_sigma)
        demo.sweep_until_touched();

    bool synchronised = !demo.settings().vertical_sync;
    double clock = 0, last = glfwGetTime(), kept_at = 0;
    for (int frame = 0;
         !glfwWindowShouldClose(window.get()) && (options.frames == 0 || frame < options.frames);) {
        // The clock of the wall goes on meanwhile, that of the scene does not.
        const double rest = scripted || options.frames > 0 ? 0 : demo.seconds_of_rest();
        if (rest > 0) {
            glfwWaitEventsTimeout(demo.settings().watch ? std::min(rest, FileWatch::seconds_between_looks)
                                                        : rest);
            demo.look_at_files();
            if (demo.seconds_of_rest() > 0) continue;
            demo.rested();
            last = glfwGetTime();
        } else {
            glfwPollEvents();
        }
        if (scripted && !script.step(host) && options.frames == 0) break;
        gui.set_scale(session.monitor_scale * demo.settings().scale);
        gui.set_theme(demo.settings().theme);
        int width = 0, height = 0;
        glfwGetFramebufferSize(window.get(), &width, &height);
        if (width == 0 || height == 0) {  // minimised
            glfwWaitEventsTimeout(0.1);
            demo.rested();
            continue;
        }
        if (synchronised != demo.settings().vertical_sync) {
            synchronised = demo.settings().vertical_sync;
            glfwSwapInterval(synchronised ? 1 : 0);
        }
        const double now = glfwGetTime();
        clock += scripted || demo.recording().running() ? fixed_step : now - last;
        last = now;
        demo.frame(gui, width, height, clock, 0);
        glfwSwapBuffers(window.get());
        ++frame;
        if (keeper && now - kept_at > 1) {
            kept_at = now;
            if (const std::string note = keeper->keep(demo.settings()); !note.empty()) demo.say(note, 8);
        }
    }
    if (keeper) keeper->keep(demo.settings());
    demo.finish_files();
    if (demo.recording().running()) std::printf("%s\n", demo.recording().summary().c_str());
    if (options.record && !demo.unwritten().empty())
        throw Error(ExitCode::unwritable_output, demo.unwritten());
    if (options.print_state) std::printf("%s\n", demo.state_line().c_str());
}

}  // namespace sweep::app
