// Everything that a key does: one table feeds the keyboard and the help page.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

namespace sweep::app {

struct Settings;
class Viewer;

// A printable key is its character, so that it is found on every keyboard layout; others have names.
enum class Key : int { tab = 256, escape, f1, f5, f11 };

struct Chord {
    int key = 0;  // a character, or one of Key
    bool control = false;
    friend bool operator==(const Chord&, const Chord&) = default;
};

struct Action {
    std::string_view keys;  // as the help page shows them
    std::string_view what;
    std::vector<Chord> chords;
    std::function<void()> run;
};

// What is done elsewhere; what is empty is not offered.
struct Commands {
    std::function<void()> quit, full_screen;  // of a window
    std::function<void()> show_scene, reload_shaders;
};
std::vector<Action> make_actions(Settings& settings, Viewer& viewer, Commands commands);

// Runs the action of this chord; false when there is none.
bool dispatch(const std::vector<Action>& actions, Chord chord);

// Sigma, radius or nothing, by what the filter has; keeps within what the controls offer, or within what
// it is already.
void change_size(Settings& settings, double difference);

}  // namespace sweep::app
