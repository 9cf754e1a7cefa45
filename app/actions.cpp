#include "app/actions.h"

#include "app/option_values.h"
#include "app/settings.h"
#include "app/viewer.h"

#include <algorithm>
#include <cmath>

namespace sweep::app {

void change_size(Settings& settings, double difference) {
    FilterSpec& filter = settings.filter;
    if (filter.kind == FilterKind::gaussian) {
        // Tenths stay tenths however often the key is pressed.
        const double next = std::round((filter.sigma + difference) * 1000) / 1000;
        filter.sigma =
            std::clamp(next, std::min(smallest_sigma, filter.sigma), std::max(largest_sigma, filter.sigma));
    } else if (filter.kind == FilterKind::box) {
        const int whole = difference < 0 ? -1 : 1;
        filter.radius = std::clamp(filter.radius + whole * (std::abs(difference) < 1 ? 1 : 8), 0,
                                   std::max(largest_radius, filter.radius));
    } else if (has_band(filter.kind) || filter.kind == FilterKind::exponential) {
        const bool band = has_band(filter.kind);
        double& value = band ? filter.cutoff : filter.alpha;
        const double least = band ? smallest_cutoff : smallest_alpha, most = band ? largest_cutoff : 1;
        const double next = std::round(value * 1000 + difference * 10) / 1000;
        value = std::clamp(next, std::min(least, value), std::max(most, value));
    }
}

std::vector<Action> make_actions(Settings& settings, Viewer& viewer, Commands commands) {
    Settings* s = &settings;
    Viewer* v = &viewer;
    const auto chord = [](char key) { return Chord{key}; };
    const auto filter = [s](FilterKind kind, int order = 3) {
        return [=] {
            s->filter.kind = kind;
            s->filter.order = order;
            s->view = View::filtered;
        };
    };
    const auto toggle = [](bool& flag) { return [&flag] { flag = !flag; }; };
    std::vector<Action> actions{
        {"R", "hold to see the original", {}, {}},  // a held key is Demo::hold_original()'s
        {"O",
         "original / filtered",
         {chord('o')},
         [s] { s->view = s->view == View::original ? View::filtered : View::original; }},
        {"D",
         "depth of field / filtered",
         {chord('d')},
         [s] { s->view = s->view == View::depth_of_field ? View::filtered : View::depth_of_field; }},
        {"Shift + click", "depth of field: focus there", {}, {}},
        {"= -", "sigma by 0.1, radius by 1, cutoff by 0.001", {chord('=')}, [s] { change_size(*s, 0.1); }},
        {"", "", {chord('-')}, [s] { change_size(*s, -0.1); }},
        {"+ _", "sigma by 1, radius by 8, cutoff by 0.01", {chord('+')}, [s] { change_size(*s, 1); }},
        {"", "", {chord('_')}, [s] { change_size(*s, -1); }},
        {"1 2 3", "Gaussian of order 3, 4, 5", {chord('1')}, filter(FilterKind::gaussian, 3)},
        {"", "", {chord('2')}, filter(FilterKind::gaussian, 4)},
        {"", "", {chord('3')}, filter(FilterKind::gaussian, 5)},
        {"4 5", "cubic, quintic B-spline", {chord('4')}, filter(FilterKind::bspline3)},
        {"", "", {chord('5')}, filter(FilterKind::bspline5)},
        {"6 7 0", "box, summed-area table, none", {chord('6')}, filter(FilterKind::box)},
        {"", "", {chord('7')}, filter(FilterKind::sat)},
        {"", "", {chord('0')}, filter(FilterKind::none)},
        {"B", "next boundary: clamp, mirror, repeat, ..", {chord('b')}, [s] { next_boundary(s->boundary); }},
        {"P",
         "stop after down, up, right, left",
         {chord('p')},
         [s] { s->passes = s->passes == all_passes ? 1 : s->passes + 1; }},
        {"E", "next engine", {chord('e')}, [s] { next_engine(*s); }},
        {"Space", "stop and start the scene", {chord(' ')}, toggle(s->animate)},
        {"wheel, drag", "zoom at the pointer, pan", {}, {}},
        {"F", "fit the picture into the window", {chord('f')}, [v] { v->fit(); }},
        {"Ctrl + 0", "one picture pixel on one of the screen", {{'0', true}}, [v] { v->one_to_one(); }},
        {"X  Shift + X",
         "exposure up, down",
         {chord('x')},
         [s] { s->exposure = std::min(s->exposure + 0.25f, 8.0f); }},
        {"", "", {chord('X')}, [s] { s->exposure = std::max(s->exposure - 0.25f, -8.0f); }},
        {"Ctrl + =  -",
         "larger, smaller letters",
         {{'=', true}},
         [s] { s->scale = std::min(s->scale * 1.125f, 3.0f); }},
        {"", "", {{'-', true}}, [s] { s->scale = std::max(s->scale / 1.125f, 0.6f); }},
        {"C", "controls, in a narrow window", {chord('c')}, toggle(s->drawer)},
        {"T", "times", {chord('t')}, toggle(s->timings)},
        {"V", "vertical sync", {chord('v')}, toggle(s->vertical_sync)},
        {"Tab", "all panels", {{int(Key::tab)}}, toggle(s->panels)},
        {"F1  ?", "this page", {{int(Key::f1)}, chord('?')}, toggle(s->help)},
        {"", "", {{int(Key::escape)}}, [s] { (s->help ? s->help : s->drawer) = false; }},
    };
    const auto offer = [&](Action action) {
        if (action.run) actions.push_back(std::move(action));
    };
    offer({"S", "the built-in scene again", {chord('s')}, commands.show_scene});
    offer({"F5", "load the shaders again", {{int(Key::f5)}}, commands.reload_shaders});
    offer({"F11", "full screen", {{int(Key::f11)}}, commands.full_screen});
    offer({"Ctrl + Q", "leave", {{'Q', true}}, commands.quit});
    return actions;
}

bool dispatch(const std::vector<Action>& actions, Chord chord) {
    for (const Action& action : actions) {
        if (!action.run ||
            std::find(action.chords.begin(), action.chords.end(), chord) == action.chords.end())
            continue;
        action.run();
        return true;
    }
    return false;
}

}  // namespace sweep::app
