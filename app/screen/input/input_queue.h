// Keyboard and mouse, in the order in which their events came, a few a frame. Dear ImGui sees the state of a key or a
// button once a frame: of a press and a release between two frames it sees nothing, and a letter that comes together
// with the click on its field goes elsewhere. So what would be lost waits for the next frame.
#pragma once

#include <deque>
#include <optional>
#include <utility>

namespace sweep::app {

struct InputEvent {
    // A `printing` key makes a character, which follows it; a `control` key is a letter with Ctrl, which may open a
    // field that takes the letters after it; all others are `named`.
    enum class Kind {
        pointer,
        pointer_enters,
        button,
        wheel,
        named,
        modifier,
        printing,
        control,
        character,
        focus
    };
    Kind kind{};
    double x = 0, y = 0;  // the pointer's place, or the wheel's turn
    int code = 0;         // the button, the key or the character; whether the pointer or the focus is there
    int scancode = 0, action = 0, modifiers = 0;  // as GLFW has them

    bool is_key() const {
        return kind == Kind::named || kind == Kind::modifier || kind == Kind::printing ||
               kind == Kind::control;
    }
};

class InputQueue {
  public:
    // Of consecutive moves of the pointer the last one is kept.
    void add(const InputEvent& event);
    bool empty() const { return events_.empty(); }
    void clear() { events_.clear(); }

    // To be called before each frame.
    void begin_frame();
    // The next event of this frame; nothing where it has to wait for the next one.
    std::optional<InputEvent> next();

  private:
    bool may_follow(const InputEvent& event) const;

    std::deque<InputEvent> events_;
    std::deque<std::pair<InputEvent::Kind, int>> changed_;  // keys and buttons that changed in this frame
    bool pressed_button_ = false, turned_ = false, named_ = false, entered_ = false;
    int frames_without_text_ = 0;
};

}  // namespace sweep::app
