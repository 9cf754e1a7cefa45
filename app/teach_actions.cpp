#include "app/teach_actions.h"

#include "app/settings.h"
#include "core/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sweep::app {
namespace {

// To the beginning of the pass (or stage) that the front is in, or of the one before or behind it.
double next_part(double progress, int way) {
    constexpr double near = 1e-3;
    const double next = way > 0 ? std::floor(progress + near) + 1 : std::ceil(progress - near) - 1;
    return std::clamp(next, 0.0, double(all_passes));
}

ViewOption integer_option(const std::string& name, std::string value, std::string help, int least, int most,
                          int TeachSettings::*member) {
    return {name, std::move(value), std::move(help),
            [=](Settings& s, const std::string& text) {
                s.teach.*member = parse_integer("--" + name, text, least, most);
            },
            [=](const Settings& s) { return std::to_string(s.teach.*member); }};
}

}  // namespace

void add_teach_actions(std::vector<Action>& actions, Settings& settings) {
    Settings* s = &settings;
    const auto seen = [s] { return s->view == View::passes; };
    const auto place = [s](double progress) {
        return [=] {
            (s->teach.blocks ? s->teach.block_progress : s->teach.progress) = progress;
            s->teach.enlarged = -1;
            if (progress > 0) s->teach.playing = false;
        };
    };
    const auto step = [s](double rows) {
        return [=] {
            s->teach.pending_rows += rows;
            s->teach.playing = false;
            s->teach.enlarged = -1;
        };
    };
    const auto part = [s](int way) {
        return [=] {
            double& progress = s->teach.blocks ? s->teach.block_progress : s->teach.progress;
            progress = next_part(progress, way);
            s->teach.playing = false;
            s->teach.enlarged = -1;
        };
    };
    constexpr std::string_view rows = "a row or column back, on", passes = "a pass back, on",
                               ends = "beginning, end";
    for (Action action : {
             Action{"passes",
                    group::teach,
                    "The four passes as they sweep, and back",
                    {'y'},
                    [s] { s->view = s->view == View::passes ? View::filtered : View::passes; },
                    seen},
             Action{"row-back", group::teach, "A row or column back", {','}, step(-1), {}, seen, rows},
             Action{"row-on", group::teach, "A row or column on", {'.'}, step(1), {}, seen, rows},
             Action{"pass-back", group::teach, "A pass back", {'<'}, part(-1), {}, seen, passes},
             Action{"pass-on", group::teach, "A pass on", {'>'}, part(1), {}, seen, passes},
             Action{"first-row", group::teach, "To the beginning", {Key::home}, place(0), {}, seen, ends},
             Action{"last-row", group::teach, "To the result", {Key::end}, place(all_passes), {}, seen, ends},
             Action{"blocks",
                    group::teach,
                    "The block algorithm, and back to the sweeps",
                    {'l'},
                    [s] {
                        s->teach.blocks = !s->teach.blocks;
                        s->teach.enlarged = -1;
                    },
                    [s] { return s->teach.blocks; },
                    seen},
             Action{"forget-carries",
                    group::teach,
                    "Blocks without their carries, for some seconds",
                    {},
                    [s] {
                        s->teach.blocks = true;
                        s->teach.enlarged = -1;
                        s->teach.forget_carries = !s->teach.forget_carries;
                    },
                    [s] { return s->teach.forget_carries; },
                    seen},
             Action{"test-input",
                    group::teach,
                    "Next input: impulse, step, checker, ..",
                    {'j'},
                    [s] {
                        s->teach.input = TestInput((int(s->teach.input) + 1) % int(test_input_words.size()));
                    }},
         })
        actions.push_back(std::move(action));
}

void add_teach_options(std::vector<ViewOption>& rows) {
    rows.push_back(word_option(
        "input", "What is filtered in place of the scene or picture (default none)", test_input_words,
        [](auto& s) -> auto& { return s.teach.input; }));
    rows.push_back(integer_option("input-size", "PIXELS", "Its width and height (default 256)", 16, 4096,
                                  &TeachSettings::input_size));
    rows.push_back(
        {"impulse-at", "X,Y", "Where the impulse is, in parts of the picture (default 0.5,0.5)",
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
    rows.push_back(number_option(
        "progress", "P", "Of the view of the passes: how many are done (default 0.45)", 0, all_passes,
        [](auto& s) -> auto& { return s.teach.progress; }));
    rows.push_back(switch_option(
        "play", "The passes move (default on)", [](auto& s) -> auto& { return s.teach.playing; }));
    rows.push_back(switch_option(
        "loop", "They begin again (default on)", [](auto& s) -> auto& { return s.teach.loop; }));
    rows.push_back(number_option(
        "rows", "R", "Rows or columns a second; 0: all passes in 12 s (default)", 0, fastest_rows,
        [](auto& s) -> auto& { return s.teach.rows_per_second; }));
    rows.push_back(switch_option(
        "dim", "What a pass has not reached is darker (default on)",
        [](auto& s) -> auto& { return s.teach.dims; }));
    rows.push_back(switch_option(
        "blocks", "The block algorithm in place of the passes (default off)",
        [](auto& s) -> auto& { return s.teach.blocks; }));
    rows.push_back(switch_option(
        "forget-carries", "Of it: every block alone, for some seconds (default off)",
        [](auto& s) -> auto& { return s.teach.forget_carries; }));
    rows.push_back(number_option(
        "block-progress", "P", "Of it: how many stages are done (default 0.3)", 0, 4,
        [](auto& s) -> auto& { return s.teach.block_progress; }));
    rows.push_back(integer_option("enlarged", "K", "0 to 4: X, Y, Z, U or V alone; -1: the sweep (default)",
                                  -1, all_passes, &TeachSettings::enlarged));
    rows.push_back(switch_option(
        "log-response", "The response on a logarithmic scale (default off)",
        [](auto& s) -> auto& { return s.teach.logarithmic; }));
}

}  // namespace sweep::app
