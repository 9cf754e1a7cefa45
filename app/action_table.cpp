// The table of actions: a function for each group of them.
#include "app/action_rows.h"

#include "app/look_actions.h"
#include "app/option_values.h"
#include "app/settings.h"
#include "app/teach_actions.h"
#include "app/tune_actions.h"
#include "app/viewer.h"

#include <algorithm>
#include <cmath>
#include <tuple>

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

namespace {

void add_filter_actions(std::vector<Action>& actions, Settings* s) {
    ActionRows row(actions, group::filter);
    const auto size = [s](double difference) { return [=] { change_size(*s, difference); }; };
    const auto sized = [s] { return has_size(s->filter); };
    const auto filter = [s](FilterKind kind, int order = 3) {
        return [=] {
            choose_kind(s->filter, kind);
            if (has_orders(kind)) s->filter.order = order;
            if (s->view != View::passes) s->view = View::filtered;
        };
    };
    const auto is = [s](FilterKind kind, int order = 0) {
        return [=] { return s->filter.kind == kind && (order == 0 || s->filter.order == order); };
    };
    using enum FilterKind;
    constexpr std::string_view tenths = "sigma by 0.1, radius by 1, cutoff by 0.001";
    constexpr std::string_view ones = "sigma by 1, radius by 8, cutoff by 0.01";
    constexpr std::string_view gaussians = "Gaussian of order 3, 4, 5", splines = "cubic, quintic B-spline";
    constexpr std::string_view tables = "box, summed-area table", others = "Butterworth, exponential";

    row("sigma-up", "Larger sigma, by 0.1", {'='}, size(0.1)).when(sized).shares(tenths);
    row("sigma-down", "Smaller sigma, by 0.1", {'-'}, size(-0.1)).when(sized).shares(tenths);
    row("sigma-up-1", "Larger sigma, by 1", {'+', Key::up}, size(1)).when(sized).shares(ones);
    row("sigma-down-1", "Smaller sigma, by 1", {'_', Key::down}, size(-1)).when(sized).shares(ones);
    row("sweep-sigma", "Let sigma sweep slowly", {'a'}, s->sweep_sigma);
    for (const auto& [name, what, key, order] : {std::tuple{"gaussian-3", "Gaussian of order 3", '1', 3},
                                                 {"gaussian-4", "Gaussian of order 4", '2', 4},
                                                 {"gaussian-5", "Gaussian of order 5", '3', 5}})
        row(name, what, {key}, filter(gaussian, order)).marked(is(gaussian, order)).shares(gaussians);
    row("bspline-3", "Cubic B-spline", {'4'}, filter(bspline3)).marked(is(bspline3)).shares(splines);
    row("bspline-5", "Quintic B-spline", {'5'}, filter(bspline5)).marked(is(bspline5)).shares(splines);
    row("box", "Box", {'6'}, filter(box)).marked(is(box)).shares(tables);
    row("sat", "Summed-area table", {'7'}, filter(sat)).marked(is(sat)).shares(tables);
    row("butterworth", "Butterworth", {'8'}, filter(butterworth)).marked(is(butterworth)).shares(others);
    row("exponential", "Exponential smoothing", {'9'}, filter(exponential))
        .marked(is(exponential))
        .shares(others);
    row("chebyshev-1", "Chebyshev I", {}, filter(chebyshev1)).marked(is(chebyshev1));
    row("chebyshev-2", "Chebyshev II", {}, filter(chebyshev2)).marked(is(chebyshev2));
    row("elliptic", "Elliptic", {}, filter(elliptic)).marked(is(elliptic));
    row("no-filter", "No filter", {}, filter(none)).marked(is(none));
    row("boundary", "Next boundary: clamp, mirror, repeat, ..", {'b'}, [s] { next_boundary(s->boundary); });
    row("stop-after", "Stop after down, up, right, left", {'u'},
        [s] { s->passes = s->passes == all_passes ? 1 : s->passes + 1; });
    row("engine", "Next engine", {'e'}, [s] { next_engine(*s); });
}

// There and back to the filtered picture.
std::function<void()> there_and_back(Settings* s, View there) {
    return [=] { s->view = s->view == there ? View::filtered : there; };
}
std::function<bool()> seen(const Settings* s, View there) {
    return [=] { return s->view == there; };
}

void add_picture_actions(std::vector<Action>& actions, Settings* s, Viewer* viewer) {
    ActionRows row(actions, group::picture);
    constexpr std::string_view exposures = "exposure up, down";
    const auto expose = [s](float stops) {
        return [=] { s->exposure = std::clamp(s->exposure + stops, -8.0f, 8.0f); };
    };
    row("filtered", "The filtered picture", {}, [s] {
        s->view = View::filtered;
    }).marked(seen(s, View::filtered));
    row("original", "Original, and back", {'0'}, there_and_back(s, View::original))
        .marked(seen(s, View::original));
    row("fit", "Fit the picture into the window", {'f'}, [viewer] { viewer->fit(); });
    row("one-to-one", "One picture pixel on one of the screen", {ctrl('0')},
        [viewer] { viewer->one_to_one(); });
    row("linear-light", "Filter in linear light", {}, [s] { s->linear = !in_linear_light(*s); }).marked([s] {
        return in_linear_light(*s);
    });
    row("half-result", "Result in float16", {}, s->half_result);
    row("soft-highlights", "Soft highlights", {}, [s] {
        s->soft_highlights = !s->soft_highlights;
        s->highlights_chosen = true;
    }).marked(s->soft_highlights);
    row("dither", "Dither against banding", {}, s->dither);
    row("exposure-up", "More exposure", {'x'}, expose(0.25f)).shares(exposures);
    row("exposure-down", "Less exposure", {'X'}, expose(-0.25f)).shares(exposures);
}

void add_focus_actions(std::vector<Action>& actions, Settings* s) {
    ActionRows row(actions, group::focus);
    row("depth-of-field", "Depth of field, and back", {'o'}, there_and_back(s, View::depth_of_field))
        .marked(seen(s, View::depth_of_field));
    row("focus-view", "Result, circle of confusion, depth, methods", {'O'}, [s] {
        if (s->view == View::depth_of_field) s->focus.view = FocusView((int(s->focus.view) + 1) % 4);
        s->view = View::depth_of_field;
    });
    row("bokeh", "Next bokeh: box, 3 boxes, disc, smooth", {'B'},
        [s] { s->focus.bokeh = Bokeh((int(s->focus.bokeh) + 1) % int(bokeh_names.size())); });
    row("focus-method", "Next method: gather, layers, spread", {'G'},
        [s] { s->focus.method = FocusMethod((int(s->focus.method) + 1) % int(focus_method_names.size())); });
}

void add_scene_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::scene);
    // What moves: the scene, or the passes where they are seen.
    const auto motion = [s]() -> bool& { return s->view == View::passes ? s->teach.playing : s->animate; };
    row("play", "Stop and start the scene, or the passes", {' '}, [=] { motion() = !motion(); }).marked([=] {
        return motion();
    });
    row("scene", "The built-in scene again", {'s'}, commands.show_scene);
    row("reload-shaders", "Load the shaders again", {Key::f5}, commands.reload_shaders);
}

void add_window_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::window);
    constexpr std::string_view letters = "larger, smaller letters";
    constexpr std::string_view arrangements = "layout: present, teach, tune";
    const auto scale = [s](float factor) {
        return [=] { s->scale = std::clamp(s->scale * factor, 0.6f, 3.0f); };
    };
    const auto layout = [&](const char* name, const char* what, std::vector<Chord> chords, Arrangement a) {
        return row(name, what, std::move(chords), [=] { arrange(*s, a); }).marked([=] {
            return s->arrangement == a;
        });
    };
    layout("usual", "Layout: as at the first start", {}, Arrangement::usual);
    layout("present", "Layout: present", {Key::f2}, Arrangement::present).shares(arrangements);
    layout("teach", "Layout: teach", {Key::f3}, Arrangement::teach).shares(arrangements);
    layout("tune", "Layout: tune", {Key::f4}, Arrangement::tune).shares(arrangements);
    row("big-type", "Filter, sigma and time in big letters", {'h'}, s->big_type);
    row("times", "Times", {'t'}, s->timings);
    row("freeze-times", "Freeze the times", {Key::f7}, s->freeze_times);
    row("copy-times", "Copy the times as a table (Markdown)", {}, commands.copy_times);
    row("copy-times-csv", "Copy the times as CSV", {}, commands.copy_times_csv);
    row("panels", "All panels", {Key::tab}, s->panels);
    row("captions", "Panels and captions", {{Key::tab, false, true}}, [s] {
        s->panels = s->captions = !s->captions;
    }).marked(s->captions);
    row("controls", "Controls, in a narrow window", {'c'}, s->drawer);
    row("more", "More controls", {'m'}, s->more);
    row("letters-larger", "Larger letters", {ctrl('='), ctrl_shift('='), ctrl('+')}, scale(1.125f))
        .shares(letters);
    row("letters-smaller", "Smaller letters", {ctrl('-')}, scale(1 / 1.125f)).shares(letters);
    row("vertical-sync", "Vertical sync", {'v'}, s->vertical_sync);
    row("continuous", "Draw all the time, not only on change", {}, s->continuous);
    row("measure-gpu", "Measure what is fastest on this GPU, or stop", {}, commands.measure_gpu)
        .marked(commands.is_measuring)
        .when([s] { return s->cuda_is_here && s->arrangement != Arrangement::present; });
    row("palette", "Every command, by name", {ctrl_shift('P')}, [s] { s->palette = !s->palette; });
    row("messages", "All messages", {ctrl('L')}, s->messages);
    row("keys", "The page of keys", {Key::f1, '?'}, s->help);
    row("close", "Close what lies over the picture", {Key::escape}, [s] {
        (s->palette ? s->palette : s->help ? s->help : s->messages ? s->messages : s->drawer) = false;
    });
    row("full-screen", "Full screen", {Key::f11}, commands.full_screen);
}

void add_file_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::file);
    constexpr std::string_view neighbours = "pictures of the folder";
    row("paste", "Open what the clipboard names", {ctrl('V')}, commands.paste);
    row("reload-picture", "Read the picture again", {ctrl('R')}, commands.reload_picture)
        .when(commands.has_picture);
    row("watch", "Read it again when its file changes", {}, s->watch);
    row("next-picture", "Next picture of the folder", {Key::right}, commands.next_picture).shares(neighbours);
    row("previous-picture", "Previous picture of the folder", {Key::left}, commands.previous_picture)
        .shares(neighbours);
    if (const auto shoot = commands.screenshot) {
        row("screenshot", "Save a picture of the window", {Key::f12}, [=] { shoot(true); });
        row("save-picture", "Save the picture alone", {{Key::f12, true}}, [=] { shoot(false); });
    }
    row("save-comparison", "Save original, result and difference", {{Key::f12, false, true}},
        commands.save_comparison);
    row("record", "Record frames, and stop", {Key::f10}, commands.record).marked(commands.is_recording);
    row("discard-recording", "Stop recording, and delete its frames", {{Key::f10, false, true}},
        commands.discard_recording)
        .when(commands.is_recording);
    row("copy-state", "Copy the command line that shows this", {ctrl_shift('C')}, commands.copy_state);
    row("restore-state", "Show again what a saved picture shows", {ctrl_shift('R')}, commands.restore_state)
        .when(commands.has_state);
    row("quit", "Leave", {ctrl('Q')}, commands.quit);
}

}  // namespace

std::vector<Action> make_actions(Settings& settings, Viewer& viewer, Commands commands) {
    std::vector<Action> actions;
    add_filter_actions(actions, &settings);
    add_picture_actions(actions, &settings, &viewer);
    add_focus_actions(actions, &settings);
    add_scene_actions(actions, &settings, commands);
    add_window_actions(actions, &settings, commands);
    add_look_actions(actions, settings, commands);
    add_teach_actions(actions, settings);
    add_tune_actions(actions, settings);
    add_file_actions(actions, &settings, commands);
    return actions;
}

}  // namespace sweep::app
