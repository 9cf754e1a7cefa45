// What is made of the table of actions: keys, names, the page of keys.
#include "app/actions.h"

#include "app/settings.h"
#include "app/viewer.h"

#include <fmt/format.h>

#include <algorithm>

namespace sweep::app {

const std::vector<Action>& all_actions() {
    static Settings settings;
    static Viewer viewer;
    static const std::vector<Action> actions = [] {
        const auto nothing = [] {};
        return make_actions(settings, viewer,
                            {.quit = nothing,
                             .full_screen = nothing,
                             .show_scene = nothing,
                             .next_picture = nothing,
                             .previous_picture = nothing,
                             .reload_shaders = nothing,
                             .copy_state = nothing,
                             .copy_times = nothing,
                             .copy_times_csv = nothing,
                             .pin = nothing,
                             .go_to_pixel = nothing,
                             .screenshot = [](bool) {},
                             .save_comparison = nothing,
                             .record = nothing,
                             .discard_recording = nothing,
                             .is_recording = {},
                             .restore_state = nothing,
                             .has_state = {},
                             .has_picture = {},
                             .reload_picture = nothing,
                             .paste = nothing,
                             .measure_gpu = nothing,
                             .is_measuring = {}});
    }();
    return actions;
}

std::vector<Gesture> gestures() {
    return {
        {group::filter, "Ctrl+wheel", "sigma, or what the filter has instead"},
        {group::picture, "Hold R", "the original"},
        {group::picture, "Wheel, drag", "zoom at the pointer, pan"},
        {group::picture, "Shift+wheel", "the magnifier: more, less"},
        {group::compare, "Drag the line", "move the wipe; Ctrl+drag turns it, Shift+click swaps its sides"},
        {group::compare, "Alt+wheel", "gain of the difference"},
        {group::focus, "Shift+click", "focus there"},
        {group::scene, "Alt+drag", "turn the camera, also with the right button"},
        {group::file, "Drop", "a picture onto the window opens it"}};
}

bool dispatch(const std::vector<Action>& actions, Chord chord) {
    for (const Action& action : actions) {
        if (std::find(action.chords.begin(), action.chords.end(), chord) == action.chords.end()) continue;
        if (!action.available()) return false;
        action.run();
        return true;
    }
    return false;
}

const Action* find_action(const std::vector<Action>& actions, std::string_view name) {
    const auto found =
        std::find_if(actions.begin(), actions.end(), [&](const Action& a) { return a.name == name; });
    return found == actions.end() ? nullptr : &*found;
}

std::string text_of(Chord chord) {
    constexpr std::string_view names[] = {"Tab",  "Enter", "Esc",  "Backspace", "Del", "Home", "End",
                                          "PgUp", "PgDn",  "Left", "Right",     "Up",  "Down"};
    const std::string held = std::string(chord.control ? "Ctrl+" : "") + (chord.shift ? "Shift+" : "");
    if (chord.key >= int(Key::f1)) return held + fmt::format("F{}", chord.key - int(Key::f1) + 1);
    if (chord.key >= int(Key::tab)) return held + std::string(names[chord.key - int(Key::tab)]);
    if (chord.key == ' ') return held + "Space";
    const bool capital = chord.key >= 'A' && chord.key <= 'Z' && !chord.control;
    const bool letter = chord.key >= 'a' && chord.key <= 'z';
    return held + (capital ? "Shift+" : "") + char(letter ? chord.key - 'a' + 'A' : chord.key);
}

std::string keys_of(const Action& action) {
    std::string text;
    for (const Chord& chord : action.chords) text += (text.empty() ? "" : "  ") + text_of(chord);
    return text;
}

namespace {

std::string capital(std::string_view line) {
    std::string text(line);
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = char(text[0] - 'a' + 'A');
    return text;
}

}  // namespace

std::vector<SheetGroup> sheet(const std::vector<Action>& actions) {
    std::vector<SheetGroup> groups;
    for (std::string_view name : group::all) {
        SheetGroup page{name, {}};
        std::string_view last;
        for (const Action& action : actions) {
            if (action.group != name || action.chords.empty()) continue;
            if (!action.line.empty() && action.line == last) {
                // Beside others an action has one key here, and what is held with it is said once.
                const std::string keys = text_of(action.chords.front());
                const std::size_t held = keys.size() < 3 ? 0 : keys.find_last_of('+', keys.size() - 2) + 1;
                const bool same = held > 0 && page.lines.back().keys.starts_with(keys.substr(0, held));
                page.lines.back().keys += "  " + (same ? keys.substr(held) : keys);
                continue;
            }
            last = action.line;
            page.lines.push_back({action.line.empty() ? keys_of(action) : text_of(action.chords.front()),
                                  capital(action.line.empty() ? action.what : action.line)});
        }
        for (const Gesture& gesture : gestures())
            if (gesture.group == name)
                page.lines.push_back({std::string(gesture.keys), capital(gesture.what)});
        if (!page.lines.empty()) groups.push_back(std::move(page));
    }
    return groups;
}

std::string sheet_text(const std::vector<Action>& actions) {
    std::string text;
    for (std::string_view name : group::all) {
        std::string rows;
        for (const Action& action : actions)
            if (action.group == name) {
                std::string keys;
                for (const Chord& chord : action.chords)
                    keys += (keys.empty() ? "`" : " `") + text_of(chord) + "`";
                rows += fmt::format("| {} | `{}` | {} |\n", keys, action.name, action.what);
            }
        for (const Gesture& gesture : gestures())
            if (gesture.group == name) rows += fmt::format("| {} | | {} |\n", gesture.keys, gesture.what);
        if (rows.empty()) continue;
        text += fmt::format("{}## {}\n\n| keys | in scripts | |\n|---|---|---|\n{}", text.empty() ? "" : "\n",
                            name, rows);
    }
    return text;
}

}  // namespace sweep::app
