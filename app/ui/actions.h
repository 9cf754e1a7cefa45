// The table of actions. It feeds the keyboard, the menu, the command palette, the page of keys, scripts and
// `sweep --help-keys`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

struct Settings;
class TuneView;
class Viewer;

// A printable key is its character, so that it works on every keyboard layout; other keys have names.
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

// A key with what is held down. Shift is part of a printable character, so `shift` is only set for named keys
// and with Ctrl. With Ctrl letters are capitals.
struct Chord {
    int key = 0;  // a character, or a Key
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

// The groups, in the order of the page of keys and of the menu.
namespace group {
inline constexpr std::string_view picture = "Picture", filter = "Filter", compare = "Compare",
                                  focus = "Depth of field", teach = "Passes", lecture = "Lecture",
                                  tune = "Tuning", scene = "Scene", film = "Film", window = "Window",
                                  file = "File";
inline constexpr std::string_view all[] = {filter, picture, compare, focus,  teach, lecture,
                                           tune,   scene,   film,    window, file};
}  // namespace group

struct Action {
    std::string_view name;   // in scripts: "sigma-up"
    std::string_view group;  // one of group::all
    std::string_view what;   // its line in the menu
    std::vector<Chord> chords;
    std::function<void()> run;
    std::function<bool()> is_on = {};         // for a switch
    std::function<bool()> is_available = {};  // empty: always
    // Its line on the page of keys, which neighbours with the same `line` share; empty: `what`.
    std::string_view line = {};
    std::string_view needs = {};  // what is_available asks for, in a few words

    bool available() const { return !is_available || is_available(); }
};

// What the mouse does, and keys that are held down. Only the page of keys lists these.
struct Gesture {
    std::string_view group, keys, what;
};

// Functions that the owner of the window provides. An action whose function is empty is not offered.
struct Commands {
    std::function<void()> quit = {}, full_screen = {}, next_screen = {}, navigate = {};  // for a window
    std::function<void()> presenter = {};                                                // opens or closes it
    std::function<bool()> has_presenter = {};
    std::function<void()> open = {}, menu = {};
    std::function<void()> undo = {}, redo = {};
    std::function<bool()> can_undo = {}, can_redo = {};
    std::function<bool()> close_list = {};  // closes one that is open over the picture, and returns true
    std::function<void()> show_scene = {}, next_picture = {}, previous_picture = {};
    std::function<void()> reload_shaders = {};
    std::function<void()> copy_state = {}, copy_times = {}, copy_times_csv = {};
    std::function<void()> pin = {}, go_to_pixel = {};
    std::function<void(bool panels)> screenshot = {};
    std::function<void(const char* ending)> save_figure = {};
    std::function<void()> save_comparison = {}, save_values = {}, save_result = {}, save_depth_map = {};
    std::function<void()> record = {}, record_film = {}, discard_recording = {};
    std::function<bool()> is_recording = {};
    std::function<void()> stream = {};
    std::function<bool()> is_streaming = {}, can_stream = {};
    std::function<void()> restore_state = {};
    std::function<bool()> has_state = {}, has_picture = {};
    std::function<void()> reload_picture = {}, paste = {};
    std::function<bool()> is_encoded = {};  // the samples of the open picture are encoded
    std::function<void(double rows)> step_passes = {};
    std::function<void()> unfold = {}, hide_number = {};
    std::function<void(int way)> step_film = {};
    std::function<void(double seconds)> jump_in_film = {};  // infinite: to its beginning or end
    std::function<bool()> has_film = {};
    std::function<void(int way)> lecture_step = {};
    std::function<void()> lecture_first = {}, resume_lecture = {};
    std::function<bool()> can_resume = {};
    std::function<void()> lecture_list = {}, black = {}, lecture_notes = {}, end_lecture = {};
    std::function<void(std::string_view name)> start_lecture = {};
    std::function<bool()> has_lecture = {}, shows_notes = {};
    std::function<void()> measure_gpu = {};
    std::function<bool()> is_measuring = {}, has_cuda = {};
};
// The table itself. Both are in app/window/action_table.cpp, which knows all features.
std::vector<Action> make_actions(Settings& settings, Viewer& viewer, TuneView& tuning,
                                 const Commands& commands);
// The actions of a window that has all functions: to be listed, not to be run.
const std::vector<Action>& all_actions();

std::vector<Gesture> gestures();

// Runs the action of this chord; false if there is none, or it is not available.
bool dispatch(const std::vector<Action>& actions, Chord chord);
// The action of this name; null if there is none.
const Action* find_action(const std::vector<Action>& actions, std::string_view name);
// The action's chords, for tooltips: "O", "Ctrl+Shift+P"; empty if it has none.
std::string keys_of(const Action& action);

// A line of the page of keys.
struct SheetLine {
    std::string keys, what;
};
struct SheetGroup {
    std::string_view name;
    std::vector<SheetLine> lines;
};
std::vector<SheetGroup> sheet(const std::vector<Action>& actions);
// The page in Markdown, with the names for scripts, as `sweep --help-keys` prints it.
std::string sheet_text(const std::vector<Action>& actions);

// Changes the size that the filter has: sigma, radius, cutoff, alpha or none. Stays within the range of the
// controls, or does not leave it further.
void change_size(Settings& settings, bool up, bool far);

}  // namespace sweep::app
