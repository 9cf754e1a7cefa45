// Everything that can be done: one table feeds the keyboard, the menu, the command palette, the page of keys,
// scripts and `sweep --help-keys`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

struct Settings;
class Viewer;

// A printable key is its character, so that it is found on every keyboard layout; others have names.
enum class Key : int {
    tab = 256,
    enter,
    escape,
    backspace,
    del,
    home,
    end,
    page_up,
    page_down,
    left,
    right,
    up,
    down,
    f1,
    f2,
    f3,
    f4,
    f5,
    f6,
    f7,
    f8,
    f9,
    f10,
    f11,
    f12
};

// Shift is part of a printable character: it is said of named keys and beside Ctrl. Beside Ctrl letters are
// capitals.
struct Chord {
    int key = 0;  // a character, or one of Key
    bool control = false, shift = false;

    constexpr Chord() = default;
    constexpr Chord(int character, bool with_control = false, bool with_shift = false)
        : key(character), control(with_control), shift(with_shift) {}
    constexpr Chord(Key named, bool with_control = false, bool with_shift = false)
        : key(int(named)), control(with_control), shift(with_shift) {}
    friend bool operator==(const Chord&, const Chord&) = default;
};
constexpr Chord ctrl(int key) {
    return {key, true, false};
}
constexpr Chord ctrl_shift(int key) {
    return {key, true, true};
}
std::string text_of(Chord chord);  // "Ctrl+Shift+P", "Shift+X", "Space"

// In this order on the page of keys and in the menu.
namespace group {
inline constexpr std::string_view picture = "Picture", filter = "Filter", compare = "Compare",
                                  focus = "Depth of field", teach = "Passes", tune = "Tuning",
                                  scene = "Scene", window = "Window", file = "File";
inline constexpr std::string_view all[] = {filter, picture, compare, focus, teach, tune, scene, window, file};
}  // namespace group

struct Action {
    std::string_view name;   // of scripts: "sigma-up"
    std::string_view group;  // one of group::all
    std::string_view what;   // a line of the menu
    std::vector<Chord> chords;
    std::function<void()> run;
    std::function<bool()> is_on = {};         // of a switch: whether it is on
    std::function<bool()> is_available = {};  // empty: always
    std::string_view line =
        {};  // of the page of keys: neighbours with the same share a line there; empty: `what`

    bool available() const { return !is_available || is_available(); }
};

// What the mouse does, and keys that are held: for the page of keys alone.
struct Gesture {
    std::string_view group, keys, what;
};

// What is done elsewhere; what is empty is not offered.
struct Commands {
    std::function<void()> quit = {}, full_screen = {};  // of a window
    std::function<void()> show_scene = {}, next_picture = {}, previous_picture = {};
    std::function<void()> reload_shaders = {};
    std::function<void()> copy_state = {}, copy_times = {}, copy_times_csv = {};
    std::function<void()> pin = {}, go_to_pixel = {};
    std::function<void(bool panels)> screenshot = {};
    std::function<void()> save_comparison = {};
    std::function<void()> record = {}, discard_recording = {};
    std::function<bool()> is_recording = {};
    std::function<void()> restore_state = {};
    std::function<bool()> has_state = {}, has_picture = {};
    std::function<void()> reload_picture = {}, paste = {};
    std::function<void()> measure_gpu = {};
    std::function<bool()> is_measuring = {};
};
std::vector<Action> make_actions(Settings& settings, Viewer& viewer, Commands commands);
std::vector<Gesture> gestures();
// Of a window that has everything: for lists of them, not to be run.
const std::vector<Action>& all_actions();

// Runs the action of this chord; false when there is none, or it is not available.
bool dispatch(const std::vector<Action>& actions, Chord chord);
// Null when there is none of that name.
const Action* find_action(const std::vector<Action>& actions, std::string_view name);
// The action's chords, for tooltips: "O", "Ctrl+Shift+P"; empty when it has none.
std::string keys_of(const Action& action);

// One line of the page of keys.
struct SheetLine {
    std::string keys, what;
};
struct SheetGroup {
    std::string_view name;
    std::vector<SheetLine> lines;
};
std::vector<SheetGroup> sheet(const std::vector<Action>& actions);
// The page in Markdown, with the names that scripts use: what `sweep --help-keys` prints.
std::string sheet_text(const std::vector<Action>& actions);

// Sigma, radius or nothing, by what the filter has; keeps within what the controls offer, or within what
// it is already.
void change_size(Settings& settings, double difference);

}  // namespace sweep::app
