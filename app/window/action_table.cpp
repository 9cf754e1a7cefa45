// The table of actions. A function adds the actions of each group.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/lessons/teach/actions.h"
#include "app/lessons/teach/lessons.h"
#include "app/screen/canvas/viewer.h"
#include "app/ui/action_rows.h"
#include "app/views/compare/actions.h"
#include "app/views/derived/actions.h"
#include "app/views/film/actions.h"
#include "app/views/measure/actions.h"
#include "app/views/tune/actions.h"
#include "app/work/options/option_values.h"
#include "app/work/options/size_number.h"
#include "app/work/request/settings.h"
#include "core/plan/usual_accuracy.h"

namespace sweep::app {

void change_size(Settings& settings, bool up, bool far) {
    FilterSpec& filter = edited_filter(settings).filter;
    const SizeNumber* size = size_number(filter.kind);
    if (!size) return;
    const double step = (up ? 1 : -1) * (far ? size->large_step : size->small_step);
    // Rounding keeps tenths exact however often the key is pressed.
    set_size(filter, std::round((value_of(filter, size->parameter) + step) * 1000) / 1000);
}

namespace {

void add_filter_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::filter);
    const auto has_cuda = commands.has_cuda;
    const auto size = [s](bool up, bool far) { return [=] { change_size(*s, up, far); }; };
    const auto sized = [s] { return size_number(edited_filter(*s).filter.kind) != nullptr; };
    const auto filter = [s](FilterKind kind, int order = 3) {
        return [=] {
            choose_kind(s->filter, kind);
            if (reads(kind, Parameter::order)) {
                s->filter.order = order;
                s->filter.accuracy = 0;
            }
            if (s->view != View::passes) s->view = View::filtered;
        };
    };
    const auto is = [s](FilterKind kind, int order = 0) {
        return [=] {
            return s->filter.kind == kind &&
                   (order == 0 || (s->filter.order == order && !s->filter.is_by_accuracy()));
        };
    };
    using enum FilterKind;
    constexpr std::string_view tenths = "sigma by 0.1, radius by 1, cutoff by 0.001";
    constexpr std::string_view ones = "sigma by 1, radius by 8, cutoff by 0.01";
    constexpr std::string_view gaussians = "Gaussian of order 3, 4, 5", splines = "cubic, quintic B-spline";
    constexpr std::string_view tables = "box, summed-area table", others = "Butterworth, exponential";

    row("sigma-up", "Larger sigma, by 0.1", {'='}, size(true, false))
        .when(sized, "a filter with a size")
        .shares(tenths);
    row("sigma-down", "Smaller sigma, by 0.1", {'-'}, size(false, false))
        .when(sized, "a filter with a size")
        .shares(tenths);
    row("sigma-up-1", "Larger sigma, by 1", {'+', Key::up}, size(true, true))
        .when(sized, "a filter with a size")
        .shares(ones);
    row("sigma-down-1", "Smaller sigma, by 1", {'_', Key::down}, size(false, true))
        .when(sized, "a filter with a size")
        .shares(ones);
    row("sweep-sigma", "Sweep sigma slowly", {'a'}, s->sweep_sigma);
    for (const auto& [name, what, accuracy] :
         {std::tuple{"accuracy-coarse", "Accuracy of the Gaussian: 1.4e-2", 1.4e-2},
          {"accuracy-usual", "Accuracy of the Gaussian: 3e-4, as sweep filter", usual_accuracy},
          {"accuracy-fine", "Accuracy of the Gaussian: 6e-6", 6e-6}})
        row(name, what, {},
            [s, filter, accuracy = accuracy] {
                filter(gaussian)();
                s->filter.accuracy = accuracy;
            })
            .marked([s, accuracy = accuracy] {
                return s->filter.is_by_accuracy() && s->filter.accuracy == accuracy;
            })
            .shares("accuracy of the Gaussian: 1.4e-2, 3e-4, 6e-6");
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
    // Those without a key; the coefficients of iir come from the command line.
    for (const KindInfo& kind : filter_kinds())
        if (!kind.action.empty() && !find_action(actions, kind.action))
            row(kind.action, kind.does.empty() ? kind.label : kind.does, {}, filter(kind.kind))
                .marked(is(kind.kind));
    row("wipe-bilateral", "Wipe between the edge filter and the bilateral filter of its sizes", {},
        [s] { wipe_edge_and_bilateral(*s); });
    row("boundary", "Next boundary: clamp, mirror, repeat, ..", {'b'}, [s] { next_boundary(*s); });
    row("stop-after", "Stop after pass: down, up, right, left", {'u'},
        [s] { s->passes = s->passes == all_passes ? 1 : s->passes + 1; });
    row("engine", "Next engine", {'e'}, [=] { next_engine(*s, has_cuda && has_cuda()); });
}

// Switches to a view, or from it back to the filtered picture.
std::function<void()> there_and_back(Settings* s, View there) {
    return [=] { s->view = s->view == there ? View::filtered : there; };
}
std::function<bool()> seen(const Settings* s, View there) {
    return [=] { return s->view == there; };
}

void add_picture_actions(std::vector<Action>& actions, Settings* s, Viewer* viewer,
                         const Commands& commands) {
    ActionRows row(actions, group::picture);
    const auto linear = [s, is_encoded = commands.is_encoded] {
        return s->linear.value_or(!is_encoded || is_encoded());
    };
    constexpr std::string_view exposures = "exposure up, down";
    const auto expose = [s](float stops) {
        return [=] { s->exposure = std::clamp(s->exposure + stops, -most_exposure, most_exposure); };
    };
    row("filtered", "The filtered picture", {}, [s] {
        s->view = View::filtered;
    }).marked(seen(s, View::filtered));
    row("original", "Original, and back", {'0'}, there_and_back(s, View::original))
        .marked(seen(s, View::original));
    row("fit", "Fit the picture into the window", {'f'}, [viewer] { viewer->fit(); });
    row("one-to-one", "1:1, one picture pixel per screen pixel", {ctrl('0')},
        [viewer] { viewer->one_to_one(); });
    row("linear-light", "Filter in linear light", {}, [=] { s->linear = !linear(); }).marked(linear);
    row("half-result", "Result in float16", {}, s->method.half_result);
    row("soft-highlights", "Soft highlights", {}, [s] {
        s->soft_highlights = !s->soft_highlights;
        s->highlights_chosen = true;
    }).marked(s->soft_highlights);
    row("dither", "Dither against banding", {}, s->dither);
    row("exposure-up", "More exposure", {'x'}, expose(0.25f)).shares(exposures);
    row("exposure-down", "Less exposure", {'X'}, expose(-0.25f)).shares(exposures);
}

void add_focus_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::focus);
    row("depth-of-field", "Depth of field, and back", {'o'}, there_and_back(s, View::depth_of_field))
        .marked(seen(s, View::depth_of_field));
    row("focus-view", "Result, circle of confusion, depth, compare", {'O'}, [s] {
        if (s->view == View::depth_of_field) s->focus.view = FocusView((int(s->focus.view) + 1) % 4);
        s->view = View::depth_of_field;
    });
    row("bokeh", "Next bokeh: box, 3 boxes, disc, smooth", {'B'},
        [s] { s->focus.bokeh = Bokeh((int(s->focus.bokeh) + 1) % int(bokeh_names.size())); });
    row("focus-method", "Next method against bleeding: gather, layers, spread, diffusion", {'G'},
        [s] { s->focus.method = FocusMethod((int(s->focus.method) + 1) % int(focus_method_names.size())); });
    const auto has_strokes = [s] { return !s->focus.strokes.empty(); };
    row("clear-strokes", "Drop the strokes that make a photo's depth map", {}, [s] {
        s->focus.strokes.clear();
    }).when(has_strokes, "strokes over a photo");
    row("save-depth-map", "Save the depth map of the strokes beside the photo", {}, commands.save_depth_map)
        .when(has_strokes, "strokes over a photo");
}

void add_scene_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::scene);
    // The switch of what moves: the passes in their view, otherwise the scene.
    const auto motion = [s]() -> bool& { return s->view == View::passes ? plays(s->teach) : s->animate; };
    row("play", "Pause or play the scene, a film, the passes", {' '}, [=] {
        motion() = !motion();
    }).marked([=] { return motion(); });
    row("scene", "Show the built-in scene", {'s'}, commands.show_scene);
    row("reload-shaders", "Reload the shaders", {{Key::f5, false, true}}, commands.reload_shaders);
}

void add_window_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::window);
    constexpr std::string_view letters = "larger, smaller text";
    constexpr std::string_view arrangements = "layout: present, teach, tune";
    const auto scale = [s](float factor) {
        return [=] { s->scale = std::clamp(s->scale * factor, 0.6f, 3.0f); };
    };
    const auto layout = [&](const char* name, const char* what, std::vector<Chord> chords, Arrangement a) {
        return row(name, what, std::move(chords), [=] { arrange(*s, a); }).marked([=] {
            return s->arrangement == a;
        });
    };
    layout("usual", "Layout: usual", {}, Arrangement::usual);
    layout("present", "Layout: present", {Key::f2}, Arrangement::present).shares(arrangements);
    layout("teach", "Layout: teach", {Key::f3}, Arrangement::teach).shares(arrangements);
    row("tune", "Layout: tune", {Key::f4}, [s] {
        arrange(*s, Arrangement::tune);
        // The depth of field has a table in place of a filter to tune.
        if (s->view == View::depth_of_field) s->view = View::filtered;
        if (s->filter.kind == FilterKind::sat || s->filter.kind == FilterKind::none)
            choose_kind(s->filter, FilterKind::gaussian);
    }).marked([s] {
          return s->arrangement == Arrangement::tune;
      }).shares(arrangements);
    row("big-type", "Filter, sigma and time in large type", {'h'}, s->big_type);
    row("times", "Times of the stages: a line or a table", {'t'}, [s] { turn_times(*s); }).marked([s] {
        return s->timings && has_times_table(*s);
    });
    row("freeze-times", "Freeze the times", {Key::f7}, s->freeze_times);
    row("copy-times", "Copy the times as a table (Markdown)", {}, commands.copy_times);
    row("copy-times-csv", "Copy the times as CSV", {}, commands.copy_times_csv);
    row("panels", "All panels", {Key::tab}, s->panels);
    row("captions", "Panels and captions", {{Key::tab, false, true}}, [s] {
        s->panels = s->captions = !s->captions;
    }).marked(s->captions);
    row("controls", "Controls, in a narrow window", {'c'}, s->drawer);
    row("more", "More controls", {'m'}, s->more);
    row("finer", "Order, boundary, stop after and slots", {}, s->finer);
    row("letters-larger", "Larger text", {ctrl('='), ctrl_shift('='), ctrl('+')}, scale(1.125f))
        .shares(letters);
    row("letters-smaller", "Smaller text", {ctrl('-')}, scale(1 / 1.125f)).shares(letters);
    row("light", "Light colours, for a bright room or print, and back", {Key::f8}, [s] {
        s->theme = s->theme == Theme::light ? Theme::dark : Theme::light;
    }).marked([s] { return s->theme == Theme::light; });
    row("vertical-sync", "Vertical sync", {'v'}, s->vertical_sync);
    row("continuous", "Draw continuously, not only on change", {}, s->continuous);
    row("measure-gpu", "Measure what is fastest on this GPU, or stop", {}, commands.measure_gpu)
        .marked(commands.is_measuring)
        .when(
            [s, has_cuda = commands.has_cuda] {
                return has_cuda && has_cuda() && s->arrangement != Arrangement::present;
            },
            "CUDA, and another layout than present");
    row("palette", "Find a command by name", {ctrl_shift('P')}, [s] { s->palette = !s->palette; });
    row("menu", "Menu", {Key::f9}, commands.menu);
    row("navigate", "Use the panels by keyboard: arrows, Enter; Esc leaves", {Key::f6}, commands.navigate);
    row("messages", "All messages", {ctrl('L')}, s->messages);
    row("keys", "Keyboard shortcuts", {Key::f1, '?'}, s->help);
    row("close", "Close what is open over the picture; end the lecture", {Key::escape}, [s, commands] {
        if (!s->palette && commands.close_list && commands.close_list()) return;
        for (bool* open : {&s->palette, &s->help, &s->messages, &s->drawer})
            if (std::exchange(*open, false)) return;
        if (commands.end_lecture) commands.end_lecture();
    });
    row("full-screen", "Full screen", {Key::f11}, commands.full_screen);
    row("next-screen", "Full screen on the next monitor", {{Key::f11, false, true}}, commands.next_screen);
}

void add_file_actions(std::vector<Action>& actions, Settings* s, const Commands& commands) {
    ActionRows row(actions, group::file);
    constexpr std::string_view neighbours = "pictures of the folder";
    row("open", "Open a picture ..", {ctrl('O')}, commands.open);
    row("undo", "Undo", {ctrl('Z')}, commands.undo).when(commands.can_undo, "a change");
    row("redo", "Redo", {ctrl('Y'), ctrl_shift('Z')}, commands.redo)
        .when(commands.can_redo, "an undone change");
    row("paste", "Paste a path or a state, and open it", {ctrl('V')}, commands.paste);
    row("reload-picture", "Reload the picture, or try a film again", {ctrl('R')}, commands.reload_picture)
        .when(commands.has_picture, "an open file");
    row("watch", "Reload it when its file changes", {}, s->watch);
    row("next-picture", "Next picture of the file or folder", {Key::right}, commands.next_picture)
        .shares(neighbours);
    row("previous-picture", "Previous picture of the file or folder", {Key::left}, commands.previous_picture)
        .shares(neighbours);
    if (const auto shoot = commands.screenshot) {
        row("screenshot", "Save a picture of the window", {Key::f12}, [=] { shoot(true); });
        row("save-picture", "Save the picture alone", {{Key::f12, true}}, [=] { shoot(false); });
    }
    if (const auto save = commands.save_figure) {
        row("save-figure-svg", "Save this figure as SVG", {}, [=] { save(".svg"); });
        row("save-figure-pdf", "Save this figure as PDF", {}, [=] { save(".pdf"); });
    }
    row("save-result", "Save the result, or the film that plays", {ctrl('S')}, commands.save_result);
    row("save-comparison", "Save original, result and difference", {{Key::f12, false, true}},
        commands.save_comparison);
    row("record", "Start or stop recording frames", {Key::f10}, commands.record)
        .marked(commands.is_recording);
    row("record-film", "Start or stop recording a film (.mp4)", {{Key::f10, true}}, commands.record_film)
        .marked(commands.is_recording);
    row("discard-recording", "Stop recording, and delete its frames", {{Key::f10, false, true}},
        commands.discard_recording)
        .when(commands.is_recording, "a recording");
    row("stream", "Send the window to the address of --stream, or stop", {}, commands.stream)
        .marked(commands.is_streaming)
        .when(commands.can_stream, "--stream ADDRESS");
    row("copy-state", "Copy the command line that shows this", {ctrl_shift('C')}, commands.copy_state);
    row("restore-state", "Restore the state in a saved picture", {ctrl_shift('R')}, commands.restore_state)
        .when(commands.has_state, "a picture with a state");
    row("quit", "Quit", {ctrl('Q')}, commands.quit);
}

void add_lecture_actions(std::vector<Action>& actions, const Commands& commands) {
    ActionRows row(actions, group::lecture);
    if (const auto start = commands.start_lecture) {
        row("lecture-short", "Give the lecture of ten minutes", {Key::f5}, [=] { start("short"); });
        row("lecture-long", "Give the lecture of an hour", {{Key::f5, true}}, [=] { start("lecture"); });
    }
    row("lecture-resume", "Go on with the lecture that was left; so does F5", {}, commands.resume_lecture)
        .when(commands.can_resume, "a lecture that was left");
    row("lecture-end", "End the lecture", {}, commands.end_lecture).when(commands.has_lecture);
    if (const auto step = commands.lecture_step) {
        row("lecture-on", "The next step of the lecture", {Key::page_down}, [=] {
            step(1);
        }).when(commands.has_lecture);
        row("lecture-back", "The step before", {Key::page_up}, [=] { step(-1); }).when(commands.has_lecture);
    }
    row("lecture-first", "The first step of the lecture", {{Key::page_up, true}}, commands.lecture_first)
        .when(commands.has_lecture);
    row("lecture-steps", "All steps, to jump", {ctrl('J')}, commands.lecture_list).when(commands.has_lecture);
    row("lecture-notes", "Notes under the caption", {}, commands.lecture_notes)
        .when(commands.has_lecture)
        .marked(commands.shows_notes);
    row("presenter", "A window with notes, clock and next step", {{Key::f5, true, true}}, commands.presenter)
        .marked(commands.has_presenter);
    row("black", "A black screen, and back; in a lecture B or .", {}, commands.black)
        .when(commands.has_lecture);
}

}  // namespace

std::vector<Action> make_actions(Settings& settings, Viewer& viewer, TuneView& tuning,
                                 const Commands& commands) {
    std::vector<Action> actions;
    add_filter_actions(actions, &settings, commands);
    add_picture_actions(actions, &settings, &viewer, commands);
    add_focus_actions(actions, &settings, commands);
    add_derived_actions(actions, settings);
    add_scene_actions(actions, &settings, commands);
    add_film_actions(actions, settings, commands);
    add_window_actions(actions, &settings, commands);
    add_compare_actions(actions, settings, commands);
    add_measure_actions(actions, settings, commands);
    add_teach_actions(actions, settings, commands);
    add_lecture_actions(actions, commands);
    add_tune_actions(actions, settings, tuning);
    add_file_actions(actions, &settings, commands);
    return actions;
}

const std::vector<Action>& all_actions() {
    static Settings settings;
    static Viewer viewer;
    static TuneView tuning;
    static const std::vector<Action> actions = [] {
        const auto nothing = [] {};
        return make_actions(settings, viewer, tuning,
                            {.quit = nothing,
                             .full_screen = nothing,
                             .next_screen = nothing,
                             .navigate = nothing,
                             .presenter = nothing,
                             .has_presenter = {},
                             .open = nothing,
                             .menu = nothing,
                             .undo = nothing,
                             .redo = nothing,
                             .can_undo = {},
                             .can_redo = {},
                             .close_list = {},
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
                             .save_figure = [](const char*) {},
                             .save_comparison = nothing,
                             .save_values = nothing,
                             .save_result = nothing,
                             .save_depth_map = nothing,
                             .record = nothing,
                             .record_film = nothing,
                             .discard_recording = nothing,
                             .is_recording = {},
                             .stream = nothing,
                             .is_streaming = {},
                             .can_stream = {},
                             .restore_state = nothing,
                             .has_state = {},
                             .has_picture = {},
                             .reload_picture = nothing,
                             .paste = nothing,
                             .is_encoded = {},
                             .step_passes = [](double) {},
                             .unfold = nothing,
                             .hide_number = nothing,
                             .step_film = [](int) {},
                             .jump_in_film = [](double) {},
                             .has_film = {},
                             .lecture_step = [](int) {},
                             .lecture_first = nothing,
                             .resume_lecture = nothing,
                             .can_resume = {},
                             .lecture_list = nothing,
                             .black = nothing,
                             .lecture_notes = nothing,
                             .end_lecture = nothing,
                             .start_lecture = [](std::string_view) {},
                             .has_lecture = {},
                             .shows_notes = {},
                             .measure_gpu = nothing,
                             .is_measuring = {},
                             .has_cuda = {}});
    }();
    return actions;
}

}  // namespace sweep::app
