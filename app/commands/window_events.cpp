// Events of GLFW: keys, mouse, files that are dropped. They wait in a queue, and each frame takes some.
#include <optional>
#include <string_view>
#include <utility>

#include "app/commands/window_session.h"

namespace sweep::app {
namespace {

Session& session_of(GLFWwindow* window) {
    return *static_cast<Session*>(glfwGetWindowUserPointer(window));
}

// The name of a key without a character; none for other keys.
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

// The character on a key of the user's keyboard, letters as capitals. Keys of the keypad count like the
// others.
int character_of(int key, int scancode) {
    if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return '0' + key - GLFW_KEY_KP_0;
    if (key == GLFW_KEY_KP_ADD) return '+';
    if (key == GLFW_KEY_KP_SUBTRACT) return '-';
    const char* name = glfwGetKeyName(key, scancode);
    if (!name || !name[0] || name[1]) return key;
    return name[0] >= 'a' && name[0] <= 'z' ? name[0] - 'a' + 'A' : name[0];
}

// Whether the key makes a character.
bool prints(int key) {
    return key >= GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2;
}

// Printable keys arrive as the characters that they make on the user's keyboard. In a popup they would change what
// nobody looks at.
void take_character(Session& session, int character) {
    const Gui& gui = *session.gui;
    if (!gui.types() && !gui.has_popup() && !session.demo->has_list() &&
        !(gui.navigates() && character == ' '))
        session.demo->press({character});
}

void take_named_key(Session& session, Chord chord) {
    Gui& gui = *session.gui;
    const bool is_function = chord.key >= int(Key::f1), is_escape = chord == Chord(Key::escape);
    if (is_function || (is_escape && (session.demo->has_list() || session.demo->settings().messages ||
                                      session.demo->settings().help))) {
        session.demo->press(chord);
    } else if (session.demo->has_list()) {
        session.demo->press_in_list(Key(chord.key));
    } else if (gui.types()) {
        return;  // a text field uses all of these keys itself
    } else if (is_escape && gui.takes_keys()) {
        // ImGui closes the newest popup, or lets go of a slider.
        if (!gui.has_popup() && !ImGui::IsAnyItemActive()) gui.navigate(false);
    } else if (!gui.takes_keys()) {
        session.demo->press(chord);
    }
}

void take_key(Session& session, const InputEvent& event) {
    if (event.code == GLFW_KEY_R && event.action != GLFW_REPEAT && (event.modifiers & GLFW_MOD_CONTROL) == 0)
        session.demo->hold_original(event.action == GLFW_PRESS && !session.gui->types() &&
                                    !session.gui->has_popup() && !session.demo->has_list());
    if (event.action == GLFW_RELEASE) return;
    const bool control = event.modifiers & GLFW_MOD_CONTROL, shift = event.modifiers & GLFW_MOD_SHIFT;
    if (const auto named = named_key(event.code)) {
        take_named_key(session, {*named, control, shift});
    } else if (control) {
        const int character = character_of(event.code, event.scancode);
        constexpr std::string_view of_fields = "ACVXYZ";
        if (!session.gui->types() || shift || of_fields.find(char(character)) == std::string_view::npos)
            session.demo->press({character, true, shift});
    }
}

// A click or a turn of the wheel stops the sweep of sigma at the start. A move of the pointer or an exposed
// window only needs new frames.
void take(Session& session, const InputEvent& event) {
    using Kind = InputEvent::Kind;
    if (event.is_key() || event.kind == Kind::character || event.kind == Kind::button ||
        event.kind == Kind::wheel)
        session.demo->touched();
    if (event.kind == Kind::character) take_character(session, event.code);
    if (event.is_key()) take_key(session, event);
    session.gui->feed(event);
}

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
    using Kind = InputEvent::Kind;
    const bool modifier = key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
    // Space presses the button that has the keyboard, and ImGui looks at its state.
    const Kind kind = modifier ? Kind::modifier
                      : !prints(key) || (key == GLFW_KEY_SPACE && session_of(window).gui->takes_keys())
                          ? Kind::named
                      : (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) ? Kind::control
                                                                                         : Kind::printing;
    session_of(window).input.add(
        {.kind = kind, .code = key, .scancode = scancode, .action = action, .modifiers = modifiers});
}
void on_character(GLFWwindow* window, unsigned character) {
    session_of(window).input.add({.kind = InputEvent::Kind::character, .code = int(character)});
}
void on_button(GLFWwindow* window, int button, int action, int modifiers) {
    session_of(window).input.add(
        {.kind = InputEvent::Kind::button, .code = button, .action = action, .modifiers = modifiers});
}
void on_wheel(GLFWwindow* window, double x, double y) {
    session_of(window).input.add({.kind = InputEvent::Kind::wheel, .x = x, .y = y});
}
void on_pointer(GLFWwindow* window, double x, double y) {
    session_of(window).input.add({.kind = InputEvent::Kind::pointer, .x = x, .y = y});
    session_of(window).demo->keep_drawing(0.3);
}
void on_pointer_enters(GLFWwindow* window, int entered) {
    session_of(window).input.add({.kind = InputEvent::Kind::pointer_enters, .code = entered});
}
void on_focus(GLFWwindow* window, int focused) {
    session_of(window).input.add({.kind = InputEvent::Kind::focus, .code = focused});
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
    session_of(window).demo->touched();
    session_of(window).demo->open_all({paths, paths + count});
}

void on_button_of_presenter(GLFWwindow* window, int button, int action, int modifiers) {
    session_of(window).talk.presenter()->add(
        {.kind = InputEvent::Kind::button, .code = button, .action = action, .modifiers = modifiers});
}
void on_wheel_of_presenter(GLFWwindow* window, double x, double y) {
    session_of(window).talk.presenter()->add({.kind = InputEvent::Kind::wheel, .x = x, .y = y});
}
void on_pointer_of_presenter(GLFWwindow* window, double x, double y) {
    session_of(window).talk.presenter()->add({.kind = InputEvent::Kind::pointer, .x = x, .y = y});
}
void on_pointer_enters_presenter(GLFWwindow* window, int entered) {
    session_of(window).talk.presenter()->add({.kind = InputEvent::Kind::pointer_enters, .code = entered});
}

void on_content_scale(GLFWwindow* window, float scale, float) {
    session_of(window).monitor_scale = scale;
    session_of(window).demo->keep_drawing(1);
}

void on_refresh(GLFWwindow* window) {
    session_of(window).demo->keep_drawing(0.3);
}

}  // namespace

void take_input(Session& session) {
    session.input.begin_frame();
    while (const auto event = session.input.next()) take(session, *event);
}

void install_callbacks_of_presenter(Session& session, GLFWwindow* window) {
    glfwSetWindowUserPointer(window, &session);
    glfwSetCharCallback(window, on_character);
    glfwSetKeyCallback(window, on_key);
    glfwSetMouseButtonCallback(window, on_button_of_presenter);
    glfwSetScrollCallback(window, on_wheel_of_presenter);
    glfwSetCursorPosCallback(window, on_pointer_of_presenter);
    glfwSetCursorEnterCallback(window, on_pointer_enters_presenter);
}

void install_callbacks(Session& session) {
    GLFWwindow* window = session.window.get();
    glfwSetWindowUserPointer(window, &session);
    glfwSetCharCallback(window, on_character);
    glfwSetKeyCallback(window, on_key);
    glfwSetDropCallback(window, on_drop);
    glfwSetMouseButtonCallback(window, on_button);
    glfwSetScrollCallback(window, on_wheel);
    glfwSetCursorPosCallback(window, on_pointer);
    glfwSetCursorEnterCallback(window, on_pointer_enters);
    glfwSetWindowFocusCallback(window, on_focus);
    glfwSetWindowRefreshCallback(window, on_refresh);
    glfwSetWindowContentScaleCallback(window, on_content_scale);
    // A pointer that is there already sends no event.
    if (!glfwGetWindowAttrib(window, GLFW_HOVERED)) return;
    double x = 0, y = 0;
    glfwGetCursorPos(window, &x, &y);
    on_pointer_enters(window, GLFW_TRUE);
    on_pointer(window, x, y);
}

}  // namespace sweep::app
