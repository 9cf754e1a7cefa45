#include "app/screen/input/input_queue.h"

#include <algorithm>

namespace sweep::app {
namespace {

using Kind = InputEvent::Kind;

// What GLFW calls the third state of a key: held long enough, it presses again.
constexpr int repeated = 2, released = 0;

}  // namespace

void InputQueue::add(const InputEvent& event) {
    if (event.kind == Kind::pointer && !events_.empty() && events_.back().kind == Kind::pointer)
        events_.back() = event;
    else
        events_.push_back(event);
}

void InputQueue::begin_frame() {
    changed_.clear();
    pressed_button_ = turned_ = named_ = entered_ = false;
    frames_without_text_ = std::max(frames_without_text_ - 1, 0);
}

bool InputQueue::may_follow(const InputEvent& event) const {
    // ImGui sees the last state of a key or a button alone. Nobody looks at the state of a printing key.
    const auto changed = [&] {
        return std::find(changed_.begin(), changed_.end(), std::pair(event.kind, event.code)) !=
               changed_.end();
    };
    switch (event.kind) {
        case Kind::pointer:
        case Kind::pointer_enters:  // a click is where the pointer was then
            return !pressed_button_ && !turned_;
        case Kind::button:  // ImGui hears no click in the frame in which the pointer has come
            return !entered_ && !changed() && !turned_ && !named_;
        case Kind::wheel:
            return !pressed_button_;
        case Kind::named:
            return !pressed_button_ && frames_without_text_ == 0 && (event.action == repeated || !changed());
        case Kind::control:
            return !pressed_button_ && (event.action == repeated || !changed());
        case Kind::modifier:
            return !pressed_button_ && !changed();
        case Kind::printing:
        case Kind::
            character:  // a click or a key before it may have given the keyboard to a field, or taken it away
            return !pressed_button_ && !named_ && frames_without_text_ == 0;
        case Kind::focus:
            return true;
    }
    return true;
}

std::optional<InputEvent> InputQueue::next() {
    if (events_.empty() || !may_follow(events_.front())) return std::nullopt;
    const InputEvent event = events_.front();
    events_.pop_front();
    if (event.kind == Kind::button) pressed_button_ = true;
    if (event.kind == Kind::wheel) turned_ = true;
    if (event.kind == Kind::pointer_enters) entered_ = true;
    if (event.kind == Kind::named || event.kind == Kind::control) named_ = true;
    // A command of the keyboard may open a field, which has the keyboard from its second frame on.
    if (event.kind == Kind::control && event.action != released) frames_without_text_ = 3;
    if ((event.is_key() || event.kind == Kind::button) && event.action != repeated)
        changed_.emplace_back(event.kind, event.code);
    return event;
}

}  // namespace sweep::app
