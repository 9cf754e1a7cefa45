#include "app/actions.h"

#include "app/look_actions.h"
#include "app/option_values.h"
#include "app/settings.h"
#include "app/teach_actions.h"
#include "app/tune_actions.h"
#include "app/viewer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sweep::app {

namespace {

bool has_size(const FilterSpec& filter) {
    return filter.kind == FilterKind::gaussian || filter.kind == FilterKind::box ||
           filter.kind == FilterKind::exponential || has_band(filter.kind);
}

}  // namespace

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
    const auto filter = [s](FilterKind kind, int order = 3) {
        return [=] {
            choose_kind(s->filter, kind);
            if (has_orders(kind)) s->filter.order = order;
            if (s->view != View::passes) s->view = View::filtered;
        };
    };
    const auto is = [s](FilterKind kind, int order = 0) -> std::function<bool()> {
        return [=] { return s->filter.kind == kind && (order == 0 || s->filter.order == order); };
    };
    const auto toggle = [](bool& flag) { return [&flag] { flag = !flag; }; };
    const auto on = [](const bool& flag) -> std::function<bool()> { return [&flag] { return flag; }; };
    // There and back to the filtered picture.
    const auto view = [s](View there) {
        return [=] { s->view = s->view == there ? View::filtered : there; };
    };
    const auto seen = [s](View there) -> std::function<bool()> { return [=] { return s->view == there; }; };
    const auto sized = [s] { return has_size(s->filter); };

    constexpr std::string_view tenths = "sigma by 0.1, radius by 1, cutoff by 0.001";
    constexpr std::string_view ones = "sigma by 1, radius by 8, cutoff by 0.01";
    constexpr std::string_view gaussians = "Gaussian of order 3, 4, 5", splines = "cubic, quintic B-spline";
    constexpr std::string_view tables = "box, summed-area table", others = "Butterworth, exponential";
    constexpr std::string_view exposures = "exposure up, down", letters = "larger, smaller letters";
    constexpr std::string_view arrangements = "layout: present, teach, tune";

    std::vector<Action> actions{
        // filter
        {"sigma-up",
         group::filter,
         "Larger sigma, by 0.1",
         {'='},
         [s] { change_size(*s, 0.1); },
         {},
         sized,
         tenths},
        {"sigma-down",
         group::filter,
         "Smaller sigma, by 0.1",
         {'-'},
         [s] { change_size(*s, -0.1); },
         {},
         sized,
         tenths},
        {"sigma-up-1",
         group::filter,
         "Larger sigma, by 1",
         {'+', Key::up},
         [s] { change_size(*s, 1); },
         {},
         sized,
         ones},
        {"sigma-down-1",
         group::filter,
         "Smaller sigma, by 1",
         {'_', Key::down},
         [s] { change_size(*s, -1); },
         {},
         sized,
         ones},
        {"sweep-sigma",
         group::filter,
         "Let sigma sweep slowly",
         {'a'},
         toggle(s->sweep_sigma),
         on(s->sweep_sigma)},
        {"gaussian-3",
         group::filter,
         "Gaussian of order 3",
         {'1'},
         filter(FilterKind::gaussian, 3),
         is(FilterKind::gaussian, 3),
         {},
         gaussians},
        {"gaussian-4",
         group::filter,
         "Gaussian of order 4",
         {'2'},
         filter(FilterKind::gaussian, 4),
         is(FilterKind::gaussian, 4),
         {},
         gaussians},
        {"gaussian-5",
         group::filter,
         "Gaussian of order 5",
         {'3'},
         filter(FilterKind::gaussian, 5),
         is(FilterKind::gaussian, 5),
         {},
         gaussians},
        {"bspline-3",
         group::filter,
         "Cubic B-spline",
         {'4'},
         filter(FilterKind::bspline3),
         is(FilterKind::bspline3),
         {},
         splines},
        {"bspline-5",
         group::filter,
         "Quintic B-spline",
         {'5'},
         filter(FilterKind::bspline5),
         is(FilterKind::bspline5),
         {},
         splines},
        {"box", group::filter, "Box", {'6'}, filter(FilterKind::box), is(FilterKind::box), {}, tables},
        {"sat",
         group::filter,
         "Summed-area table",
         {'7'},
         filter(FilterKind::sat),
         is(FilterKind::sat),
         {},
         tables},
        {"butterworth",
         group::filter,
         "Butterworth",
         {'8'},
         filter(FilterKind::butterworth),
         is(FilterKind::butterworth),
         {},
         others},
        {"exponential",
         group::filter,
         "Exponential smoothing",
         {'9'},
         filter(FilterKind::exponential),
         is(FilterKind::exponential),
         {},
         others},
        {"no-filter", group::filter, "No filter", {}, filter(FilterKind::none), is(FilterKind::none)},
        {"boundary",
         group::filter,
         "Next boundary: clamp, mirror, repeat, ..",
         {'b'},
         [s] { next_boundary(s->boundary); }},
        {"stop-after",
         group::filter,
         "Stop after down, up, right, left",
         {'u'},
         [s] { s->passes = s->passes == all_passes ? 1 : s->passes + 1; }},
        {"engine", group::filter, "Next engine", {'e'}, [s] { next_engine(*s); }},

        // picture
        {"original", group::picture, "Original, and back", {'0'}, view(View::original), seen(View::original)},
        {"fit", group::picture, "Fit the picture into the window", {'f'}, [v] { v->fit(); }},
        {"one-to-one",
         group::picture,
         "One picture pixel on one of the screen",
         {ctrl('0')},
         [v] { v->one_to_one(); }},
        {"exposure-up",
         group::picture,
         "More exposure",
         {'x'},
         [s] { s->exposure = std::min(s->exposure + 0.25f, 8.0f); },
         {},
         {},
         exposures},
        {"exposure-down",
         group::picture,
         "Less exposure",
         {'X'},
         [s] { s->exposure = std::max(s->exposure - 0.25f, -8.0f); },
         {},
         {},
         exposures},

        // depth of field
        {"depth-of-field",
         group::focus,
         "Depth of field, and back",
         {'o'},
         view(View::depth_of_field),
         seen(View::depth_of_field)},

        {"focus-view",
         group::focus,
         "Result, circle of confusion, depth, methods",
         {'O'},
         [s] {
             if (s->view == View::depth_of_field) s->focus.view = FocusView((int(s->focus.view) + 1) % 4);
             s->view = View::depth_of_field;
         }},
        {"bokeh",
         group::focus,
         "Next bokeh: box, 3 boxes, disc, smooth",
         {'B'},
         [s] { s->focus.bokeh = Bokeh((int(s->focus.bokeh) + 1) % int(bokeh_names.size())); }},
        {"focus-method",
         group::focus,
         "Next method: gather, layers, spread",
         {'G'},
         [s] { s->focus.method = FocusMethod((int(s->focus.method) + 1) % int(focus_method_names.size())); }},

        // scene
        {"play",
         group::scene,
         "Stop and start the scene, or the passes",
         {' '},
         [s] {
             bool& moves = s->view == View::passes ? s->teach.playing : s->animate;
             moves = !moves;
         },
         [s] { return s->view == View::passes ? s->teach.playing : s->animate; }},

        // window
        {"present",
         group::window,
         "Layout: present",
         {Key::f2},
         [s] { arrange(*s, Arrangement::present); },
         [s] { return s->arrangement == Arrangement::present; },
         {},
         arrangements},
        {"teach",
         group::window,
         "Layout: teach",
         {Key::f3},
         [s] {
             arrange(*s, Arrangement::teach);
             s->view = View::passes;
         },
         [s] { return s->arrangement == Arrangement::teach; },
         {},
         arrangements},
        {"tune",
         group::window,
         "Layout: tune",
         {Key::f4},
         [s] { arrange(*s, Arrangement::tune); },
         [s] { return s->arrangement == Arrangement::tune; },
         {},
         arrangements},
        {"big-type",
         group::window,
         "Filter, sigma and time in big letters",
         {'h'},
         toggle(s->big_type),
         on(s->big_type)},
        {"times", group::window, "Times", {'t'}, toggle(s->timings), on(s->timings)},
        {"panels", group::window, "All panels", {Key::tab}, toggle(s->panels), on(s->panels)},
        {"captions",
         group::window,
         "Panels and captions",
         {{Key::tab, false, true}},
         [s] { s->panels = s->captions = !s->captions; },
         on(s->captions)},
        {"controls", group::window, "Controls, in a narrow window", {'c'}, toggle(s->drawer), on(s->drawer)},
        {"more", group::window, "More controls", {'m'}, toggle(s->more), on(s->more)},
        {"letters-larger",
         group::window,
         "Larger letters",
         {ctrl('='), ctrl_shift('='), ctrl('+')},
         [s] { s->scale = std::min(s->scale * 1.125f, 3.0f); },
         {},
         {},
         letters},
        {"letters-smaller",
         group::window,
         "Smaller letters",
         {ctrl('-')},
         [s] { s->scale = std::max(s->scale / 1.125f, 0.6f); },
         {},
         {},
         letters},
        {"vertical-sync",
         group::window,
         "Vertical sync",
         {'v'},
         toggle(s->vertical_sync),
         on(s->vertical_sync)},
        {"continuous",
         group::window,
         "Draw all the time, not only on change",
         {},
         toggle(s->continuous),
         on(s->continuous)},
        {"palette",
         group::window,
         "Every command, by name",
         {ctrl_shift('P')},
         [s] { s->palette = !s->palette; }},
        {"keys", group::window, "This page", {Key::f1, '?'}, toggle(s->help), on(s->help)},
        {"close",
         group::window,
         "Close what lies over the picture",
         {Key::escape},
         [s] {
             (s->palette ? s->palette : s->help ? s->help : s->drawer) = false;
         }},
    };
    add_look_actions(actions, settings, commands);
    add_teach_actions(actions, settings);
    add_tune_actions(actions, settings);
    const auto offer = [&](Action action) {
        if (action.run) actions.push_back(std::move(action));
    };
    offer({"next-picture",
           group::file,
           "Next picture of the folder",
           {Key::right},
           commands.next_picture,
           {},
           {},
           "pictures of the folder"});
    offer({"previous-picture",
           group::file,
           "Previous picture of the folder",
           {Key::left},
           commands.previous_picture,
           {},
           {},
           "pictures of the folder"});
    offer({"scene", group::scene, "The built-in scene again", {'s'}, commands.show_scene});
    offer({"reload-shaders", group::scene, "Load the shaders again", {Key::f5}, commands.reload_shaders});
    offer({"full-screen", group::window, "Full screen", {Key::f11}, commands.full_screen});
    if (commands.screenshot) {
        const auto shoot = commands.screenshot;
        offer({"screenshot", group::file, "Save a picture of the window", {Key::f12}, [=] { shoot(true); }});
        offer({"save-picture", group::file, "Save the picture alone", {{Key::f12, true}}, [=] {
                   shoot(false);
               }});
    }
    offer({"record", group::file, "Record frames, and stop", {Key::f10}, commands.record});
    offer({"copy-state",
           group::file,
           "Copy the command line that shows this",
           {ctrl_shift('C')},
           commands.copy_state});
    offer({"quit", group::file, "Leave", {ctrl('Q')}, commands.quit});
    return actions;
}

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
                             .pin = nothing,
                             .go_to_pixel = nothing,
                             .screenshot = [](bool) {},
                             .record = nothing});
    }();
    return actions;
}

std::vector<Gesture> gestures() {
    return {
        {group::filter, "Ctrl+wheel", "sigma, or what the filter has instead"},
        {group::picture, "Hold R", "the original"},
        {group::picture, "Wheel, drag", "zoom at the pointer, pan"},
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
                                  std::string(action.line.empty() ? action.what : action.line)});
        }
        for (const Gesture& gesture : gestures())
            if (gesture.group == name)
                page.lines.push_back({std::string(gesture.keys), std::string(gesture.what)});
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
