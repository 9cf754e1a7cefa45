#include "app/lessons/teach/actions.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "app/lessons/broken/view.h"
#include "app/lessons/replay/view.h"
#include "app/lessons/teach/lessons.h"
#include "app/ui/action_rows.h"
#include "core/base/error.h"

namespace sweep::app {

void add_teach_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands) {
    Settings* s = &settings;
    const auto seen = [s] { return s->view == View::passes; };
    const auto go = [s](bool to_end) { return [=] { info(s->teach.lesson).go(s->teach, to_end); }; };
    const auto step = [s, step_passes = commands.step_passes](double rows) {
        return [=] {
            if (step_passes) step_passes(rows);
            if (info(s->teach.lesson).plays) plays(s->teach) = false;
            s->teach.enlarged = -1;
        };
    };
    const auto part = [s, step](int way) {
        return [s, way, one = step(way)] {
            const auto go_to_part = info(s->teach.lesson).go_to_part;
            if (!go_to_part || !go_to_part(s->teach, way)) one();
        };
    };
    constexpr std::string_view rows = "one row or column back, on", passes = "one pass back, on",
                               ends = "beginning, end";
    ActionRows row(actions, group::teach);
    row("passes", "The four passes, and back", {'y'}, [s] {
        s->view = s->view == View::passes ? View::filtered : View::passes;
    }).marked(seen);
    row("row-back", "Back one row or column", {','}, step(-1))
        .when(seen, "the view of the passes")
        .shares(rows);
    row("row-on", "On by one row or column", {'.'}, step(1))
        .when(seen, "the view of the passes")
        .shares(rows);
    row("pass-back", "Back one pass", {'<'}, part(-1)).when(seen, "the view of the passes").shares(passes);
    row("pass-on", "On by one pass", {'>'}, part(1)).when(seen, "the view of the passes").shares(passes);
    row("first-row", "To the beginning", {Key::home}, go(false))
        .when(seen, "the view of the passes")
        .shares(ends);
    row("last-row", "To the result", {Key::end}, go(true)).when(seen, "the view of the passes").shares(ends);
    const auto shows = [s](Lesson lesson) {
        return [s, lesson] { return s->view == View::passes && s->teach.lesson == lesson; };
    };
    for (std::size_t i = 1; i < lessons().size(); ++i) {
        const LessonInfo& words = *lessons()[i];
        row(words.action, words.action_help, words.key ? std::vector<Chord>{words.key} : std::vector<Chord>(),
            [s, wanted = Lesson(i), shown = shows(Lesson(i))] {
                s->teach.lesson = shown() ? Lesson::passes : wanted;
                s->teach.enlarged = -1;
                s->view = View::passes;
            })
            .marked(shows(Lesson(i)));
    }
    ReplayView::add_actions(actions, settings);
    row("unfold", "Keep a number, or a pixel of the passes, and unfold its sum; Esc folds it", {Key::enter},
        commands.unfold)
        .when(
            [s] {
                return s->view == View::passes &&
                       (s->teach.lesson == Lesson::walk || s->teach.lesson == Lesson::passes);
            },
            "the numbers, or the passes");
    row("your-turn", "Hide a number of the walk, and ask for it", {'@'}, commands.hide_number)
        .when(shows(Lesson::walk), "the numbers");
    BrokenView::add_actions(actions, settings);
    row("test-input", "Next test input: impulse, step, checker, ..", {'j'},
        [s] { s->teach.input = TestInput((int(s->teach.input) + 1) % int(test_input_words.size())); });
}

void add_teach_options(std::vector<ViewOption>& rows) {
    rows.push_back(word_option(
        "input", "A test input in place of the scene or picture (default none)", test_input_words,
        [](auto& s) -> auto& { return s.teach.input; }));
    rows.push_back(integer_option(
        "input-size", "PIXELS", "The test input's side (default 256)", 16, 4096,
        [](auto& s) -> auto& { return s.teach.input_size; }));
    rows.push_back(
        {"impulse-at", "X,Y", "Place of the impulse, in fractions of the picture (default 0.5,0.5)",
         [](Settings& s, const std::string& text) {
             const std::vector<double> at = parse_numbers("--impulse-at", text);
             if (at.size() != 2 || std::min(at[0], at[1]) < 0 || std::max(at[0], at[1]) > 1)
                 throw Error(
                     ExitCode::usage,
                     fmt::format("--impulse-at '{}' is not in the picture: write it like 0.5,0.25", text));
             place_impulse(s.teach, float(at[0]), float(at[1]));
         },
         [](const Settings& s) {
             return number_text(s.teach.impulse_x) + "," + number_text(s.teach.impulse_y);
         }});
    rows.push_back(place_option(
        "progress", "P", "In the view of the passes, how many are done (default 0.45)", 0, all_passes,
        [](auto& s) -> auto& { return s.teach.progress; }));
    rows.push_back(switch_option(
        "play", "Play the passes (default on)", [](auto& s) -> auto& { return s.teach.playing; }));
    rows.push_back(switch_option(
        "loop", "Play them in a loop (default on)", [](auto& s) -> auto& { return s.teach.loop; }));
    rows.push_back(number_option(
        "rows", "R", "Rows or columns a second; 0: all passes in 12 s (default)", 0, fastest_rows,
        [](auto& s) -> auto& { return s.teach.rows_per_second; }));
    rows.push_back(switch_option(
        "dim", "Darken what a pass has not reached (default on)",
        [](auto& s) -> auto& { return s.teach.dims; }));
    add_lesson_options(rows);
    rows.push_back(integer_option(
        "enlarged", "K", "0 to 4: X, Y, Z, U or V alone; -1: the passes (default)", -1, all_passes,
        [](auto& s) -> auto& { return s.teach.enlarged; }));
    rows.push_back(switch_option(
        "log-response", "Show the response on a logarithmic scale (default off)",
        [](auto& s) -> auto& { return s.teach.logarithmic; }));
}

}  // namespace sweep::app
