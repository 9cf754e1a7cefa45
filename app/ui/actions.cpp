// Uses of the table of actions: keys, names, the page of keys.
#include "app/ui/actions.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/screen/canvas/viewer.h"
#include "app/work/request/settings.h"

namespace sweep::app {

std::vector<Gesture> gestures() {
    return {
        {group::filter, "Ctrl+wheel", "sigma, or what the filter has instead"},
        {group::picture, "Hold R", "the original"},
        {group::picture, "Wheel, drag", "zoom at the pointer, pan"},
        {group::picture, "Shift+wheel", "the magnifier: larger, smaller"},
        {group::compare, "Drag the line", "move the wipe; Ctrl+drag turns it, Shift+click swaps its sides"},
        {group::compare, "Alt+wheel", "gain of the difference"},
        {group::focus, "Shift+click", "focus there"},
        {group::focus, "Ctrl+click", "of a photo: what is near, then what is far"},
        {group::focus, "Ctrl+drag", "of a photo: paint how near it is"},
        {group::teach, "1 to 5, Enter", "before a race: bet on an algorithm, start"},
        {group::scene, "Alt+drag", "turn the camera, also with the right button"},
        {group::teach, "Click", "on a number of the walk: keep it, unfold its sum; beside them: fold it"},
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
                // On a shared line each action shows one key, and Ctrl or Shift is written once.
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
