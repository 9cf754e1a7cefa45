#include "app/teach/actions.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/request/settings.h"
#include "core/base/error.h"

namespace sweep::app {
namespace {

// The progress at the beginning of the next pass or stage (way 1), or at that of the current or previous one
// (-1).
double next_part(double progress, int way) {
    constexpr double near = 1e-3;
    const double next = way > 0 ? std::floor(progress + near) + 1 : std::ceil(progress - near) - 1;
    return std::clamp(next, 0.0, double(all_passes));
}

// Rows are apart by '/', numbers in a row by ','.
void set_walk_numbers(Settings& s, const std::string& text) {
    std::vector<std::vector<double>> rows;
    for (std::size_t from = 0; from <= text.size() && text != "none";) {
        const std::size_t end = std::min(text.find('/', from), text.size());
        rows.push_back(parse_numbers("--walk-numbers", text.substr(from, end - from)));
        from = end + 1;
    }
    for (const std::vector<double>& row : rows)
        if (rows.size() > std::size_t(largest_walk) || row.size() > std::size_t(largest_walk) ||
            row.size() != rows.front().size() ||
            std::any_of(row.begin(), row.end(), [](double v) { return !(std::abs(v) <= 1e6); }))
            throw Error(
                ExitCode::usage,
                fmt::format(
                    "--walk-numbers '{}': rows of equally many numbers, up to {} x {}, each up to 1e6, "
                    "like 1,2,3/4,5,6",
                    text.substr(0, 40), largest_walk, largest_walk));
    s.teach.walk_numbers = std::move(rows);
}

std::string walk_numbers_text(const Settings& s) {
    std::string text;
    for (const std::vector<double>& row : s.teach.walk_numbers) {
        if (!text.empty()) text += '/';
        for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "," : "") + number_text(row[i]);
    }
    return text.empty() ? "none" : text;
}

// Left, top, right and bottom, in any order of the two sides, and beyond the picture if they like.
void set_table_box(Settings& s, const std::string& text) {
    const std::vector<double> at = parse_numbers("--table-box", text);
    const auto apart = [&](std::size_t a, std::size_t b) {
        return std::max(at[a], at[b]) > 0 && std::min(at[a], at[b]) < 1;
    };
    if (at.size() != 4 || !apart(0, 2) || !apart(1, 3))
        throw Error(ExitCode::usage,
                    fmt::format("--table-box '{}' is no box in the picture: write it like 0.25,0.25,0.5,0.75",
                                text.substr(0, 60)));
    s.teach.table_box = {std::min(at[0], at[2]), std::min(at[1], at[3]), std::max(at[0], at[2]),
                         std::max(at[1], at[3])};
}

std::string table_box_text(const Settings& s) {
    std::string text;
    for (const double part : s.teach.table_box) text += (text.empty() ? "" : ",") + number_text(part);
    return text;
}

ViewOption integer_option(const std::string& name, std::string value, std::string help, int least, int most,
                          int TeachSettings::*member) {
    return {name, std::move(value), std::move(help),
            [=](Settings& s, const std::string& text) {
                s.teach.*member = parse_integer("--" + name, text, least, most);
            },
            [=](const Settings& s) { return std::to_string(s.teach.*member); }};
}

// A switch that is one value of a choice.
template <class Set, class Get>
ViewOption switch_word_option(const std::string& name, std::string help, Set set, Get get) {
    return {
        name, "on|off", std::move(help),
        [=](Settings& s, const std::string& text) {
            constexpr std::array<std::pair<std::string_view, bool>, 2> words{{{"on", true}, {"off", false}}};
            set(s, parse_word("--" + name, text, words));
        },
        [=](const Settings& s) { return std::string(get(s) ? "on" : "off"); }};
}

// There are too many words for the column of values.
ViewOption broken_option() {
    std::string names;
    for (const auto& [word, fault] : fault_words) names += (names.empty() ? "" : ", ") + std::string(word);
    ViewOption row = word_option(
        "broken", "Break something for some seconds, to see what it is there for: " + names, fault_words,
        [](auto& s) -> auto& { return s.teach.broken; });
    row.value = "NAME";
    return row;
}

// A lesson that is switched off gives way to the passes.
ViewOption lesson_option(const std::string& name, std::string help, Lesson lesson) {
    return switch_word_option(
        name, std::move(help),
        [lesson](Settings& s, bool on) {
            if (on)
                s.teach.lesson = lesson;
            else if (s.teach.lesson == lesson)
                s.teach.lesson = Lesson::passes;
        },
        [lesson](const Settings& s) { return s.teach.lesson == lesson; });
}

}  // namespace

void add_teach_actions(std::vector<Action>& actions, Settings& settings, const Commands& commands) {
    Settings* s = &settings;
    const auto seen = [s] { return s->view == View::passes; };
    const auto place = [s](double progress) {
        return [=] {
            if (s->teach.lesson == Lesson::walk) {
                s->teach.walk_step = progress > 0 ? 1e3 : 0;  // the last one, however many there are
                s->teach.walk_plays = false;
                return;
            }
            if (s->teach.lesson == Lesson::replay) {
                s->teach.replay_at = progress > 0 ? 1 : 0;
                s->teach.replay_plays = false;
                return;
            }
            if (s->teach.lesson == Lesson::table) {
                s->teach.table_at = progress > 0 ? table_sweeps : 0;
                s->teach.table_plays = false;
                return;
            }
            if (s->teach.lesson == Lesson::figure) {
                s->teach.figure = progress > 0 ? figure_words.back().second : figure_words.front().second;
                return;
            }
            if (shows_glass(s->teach)) {
                s->teach.glass_moment = progress > 0 ? last_moment : 0;
                return;
            }
            progress_of(s->teach) = progress;
            s->teach.enlarged = -1;
            if (progress > 0) s->teach.playing = false;
        };
    };
    const auto step = [s, step_passes = commands.step_passes](double rows) {
        return [=] {
            if (step_passes) step_passes(rows);
            if (s->teach.lesson != Lesson::figure) plays(s->teach) = false;
            s->teach.enlarged = -1;
        };
    };
    const auto part = [s, step](int way) {
        return [s, way, one = step(way)] {
            if (s->teach.lesson == Lesson::table) {
                s->teach.table_at = std::min(next_part(s->teach.table_at, way), table_sweeps);
                s->teach.table_plays = false;
                return;
            }
            if ((s->teach.lesson != Lesson::passes && s->teach.lesson != Lesson::blocks) ||
                shows_glass(s->teach))
                return one();
            double& progress = progress_of(s->teach);
            progress = next_part(progress, way);
            s->teach.playing = false;
            s->teach.enlarged = -1;
        };
    };
    const auto lesson = [s, seen](std::string_view name, std::string_view what, char key, Lesson wanted) {
        return Action{name,
                      group::teach,
                      what,
                      {key},
                      [s, wanted] {
                          s->teach.lesson = s->teach.lesson == wanted ? Lesson::passes : wanted;
                          s->teach.enlarged = -1;
                      },
                      [s, wanted] { return s->teach.lesson == wanted; },
                      seen};
    };
    constexpr std::string_view rows = "one row or column back, on", passes = "one pass back, on",
                               ends = "beginning, end";
    for (Action action : {
             Action{"passes",
                    group::teach,
                    "The four passes, and back",
                    {'y'},
                    [s] { s->view = s->view == View::passes ? View::filtered : View::passes; },
                    seen},
             Action{"row-back", group::teach, "Back one row or column", {','}, step(-1), {}, seen, rows},
             Action{"row-on", group::teach, "On by one row or column", {'.'}, step(1), {}, seen, rows},
             Action{"pass-back", group::teach, "Back one pass", {'<'}, part(-1), {}, seen, passes},
             Action{"pass-on", group::teach, "On by one pass", {'>'}, part(1), {}, seen, passes},
             Action{"first-row", group::teach, "To the beginning", {Key::home}, place(0), {}, seen, ends},
             Action{"last-row", group::teach, "To the result", {Key::end}, place(all_passes), {}, seen, ends},
             lesson("blocks", "The block algorithm, and back to the passes", 'l', Lesson::blocks),
             lesson("walk", "Every number of a small picture, step by step", '#', Lesson::walk),
             lesson("replay", "A real run of the filter, slowed down", '&', Lesson::replay),
             lesson("sums", "Sums over boxes, from the corners of a table", '$', Lesson::table),
             lesson("figure", "A figure of the papers, computed live", '*', Lesson::figure),
             Action{"forget-carries",
                    group::teach,
                    "Drop the carries for some seconds",
                    {},
                    [s] {
                        s->teach.lesson = Lesson::blocks;
                        s->teach.enlarged = -1;
                        const bool forgets = s->teach.broken == Fault::no_carries;
                        s->teach.broken = forgets ? Fault::none : Fault::no_carries;
                    },
                    [s] { return s->teach.broken == Fault::no_carries; },
                    seen},
             Action{"broken",
                    group::teach,
                    "What if the carries were missing, late, ..",
                    {'!'},
                    [s] {
                        s->teach.broken = Fault((int(s->teach.broken) + 1) % int(fault_words.size()));
                        show_fault(s->teach);
                    },
                    [s] { return shows_fault(s->teach); },
                    seen},
             Action{"broken-difference",
                    group::teach,
                    "What is wrong with what is broken",
                    {'%'},
                    [s] { s->teach.broken_difference = !s->teach.broken_difference; },
                    [s] { return s->teach.broken_difference; },
                    seen},
             Action{"broken-stays",
                    group::teach,
                    "Keep what is broken as it is",
                    {},
                    [s] { s->teach.broken_stays = !s->teach.broken_stays; },
                    [s] { return s->teach.broken_stays; },
                    seen},
             Action{"test-input",
                    group::teach,
                    "Next test input: impulse, step, checker, ..",
                    {'j'},
                    [s] {
                        s->teach.input = TestInput((int(s->teach.input) + 1) % int(test_input_words.size()));
                    }},
         })
        actions.push_back(std::move(action));
}

void add_teach_options(std::vector<ViewOption>& rows) {
    rows.push_back(word_option(
        "input", "A test input in place of the scene or picture (default none)", test_input_words,
        [](auto& s) -> auto& { return s.teach.input; }));
    rows.push_back(integer_option("input-size", "PIXELS", "The test input's side (default 256)", 16, 4096,
                                  &TeachSettings::input_size));
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
    rows.push_back(number_option(
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
    rows.push_back(lesson_option("blocks", "Show the block algorithm in place of the passes (default off)",
                                 Lesson::blocks));
    // The same as the fault no-carries.
    rows.push_back(switch_word_option(
        "forget-carries", "Drop the carries of the blocks for some seconds (default off)",
        [](Settings& s, bool on) {
            if (on)
                s.teach.broken = Fault::no_carries;
            else if (s.teach.broken == Fault::no_carries)
                s.teach.broken = Fault::none;
        },
        [](const Settings& s) { return s.teach.broken == Fault::no_carries; }));
    rows.push_back(broken_option());
    rows.push_back(switch_option(
        "broken-stays", "Keep it broken (default off)",
        [](auto& s) -> auto& { return s.teach.broken_stays; }));
    rows.push_back(switch_option(
        "broken-difference", "Show what is wrong in place of the wrong picture (default off)",
        [](auto& s) -> auto& { return s.teach.broken_difference; }));
    rows.push_back(
        {"glass", "M,N", "Look at the block in row M and column N of blocks with its numbers (default none)",
         [](Settings& s, const std::string& text) {
             const std::vector<double> at =
                 text == "none" ? std::vector<double>{-1, -1} : parse_numbers("--glass", text);
             const auto counts = [](double v) { return v == std::floor(v) && v >= 0 && v < 1e5; };
             if (at.size() != 2 || (text != "none" && !(counts(at[0]) && counts(at[1]))))
                 throw Error(ExitCode::usage,
                             fmt::format("--glass '{}' is not a block: write it like 2,3, or none", text));
             s.teach.glass_row = int(at[0]), s.teach.glass_column = int(at[1]);
             if (s.teach.glass_row >= 0) s.teach.lesson = Lesson::blocks;
         },
         [](const Settings& s) {
             return s.teach.glass_row < 0 ? std::string("none")
                                          : fmt::format("{},{}", s.teach.glass_row, s.teach.glass_column);
         }});
    rows.push_back(
        integer_option("glass-moment", "K",
                       "The states under the glass after so many fixes; 0: incomplete (default 7, complete)",
                       0, last_moment, &TeachSettings::glass_moment));
    rows.push_back(number_option(
        "block-progress", "P", "In the block algorithm, how many stages are done (default 0.3)", 0, 4,
        [](auto& s) -> auto& { return s.teach.block_progress; }));
    rows.push_back(
        lesson_option("replay", "Show when and on which processor each block of a real run ran (default off)",
                      Lesson::replay));
    rows.push_back(number_option(
        "replay-at", "P", "How far the replay has come, from 0 to 1 (default 0)", 0, 1,
        [](auto& s) -> auto& { return s.teach.replay_at; }));
    rows.push_back(
        {"replay-beside", "ALGORITHM", "Replay another algorithm on the same axis of time (default none)",
         [](Settings& s, const std::string& text) {
             if (text != "none") parse_algorithm("--replay-beside", text);
             s.teach.replay_beside = text == "none" ? "" : text;
         },
         [](const Settings& s) { return s.teach.replay_beside.empty() ? "none" : s.teach.replay_beside; }});
    rows.push_back(switch_option(
        "replay-plays", "Play it (default on)", [](auto& s) -> auto& { return s.teach.replay_plays; }));
    rows.push_back(
        lesson_option("figure", "Show a figure of the papers, computed live (default off)", Lesson::figure));
    rows.push_back(word_option(
        "figure-shown", "Which figure (default boundaries)", figure_words,
        [](auto& s) -> auto& { return s.teach.figure; }));
    rows.push_back(lesson_option(
        "walk", "Show every number of a small cut of the picture, step by step (default off)", Lesson::walk));
    rows.push_back({"walk-step", "K", "The step of the walk, from 1 (default 1)",
                    [](Settings& s, const std::string& text) {
                        s.teach.walk_step = parse_integer("--walk-step", text, 1, 1000) - 1;
                    },
                    [](const Settings& s) { return std::to_string(int(s.teach.walk_step) + 1); }});
    rows.push_back(integer_option("walk-size", "PIXELS", "The side of the walk's cut (default 8)",
                                  smallest_walk, largest_walk, &TeachSettings::walk_size));
    rows.push_back(integer_option("walk-block", "B", "The side of its blocks (default 4)", 2, largest_walk,
                                  &TeachSettings::walk_block));
    rows.push_back({"walk-numbers", "ROWS", "Numbers to walk through in place of the picture: 1,2,3/4,5,6",
                    set_walk_numbers, walk_numbers_text});
    rows.push_back(lesson_option("table",
                                 "Show sums over boxes from the corners of a summed-area table (default off)",
                                 Lesson::table));
    rows.push_back(word_option(
        "table-shows", "Of the table: a box, its sweeps, or its errors (default box)", table_show_words,
        [](auto& s) -> auto& { return s.teach.table_shows; }));
    rows.push_back(word_option(
        "table-precision", "The numbers of this table (default auto: float)", precision_words,
        [](auto& s) -> auto& { return s.teach.table_precision; }));
    rows.push_back({"table-box", "X0,Y0,X1,Y1",
                    "The table's box, in fractions of the picture (default 0.35,0.3,0.65,0.7)", set_table_box,
                    table_box_text});
    rows.push_back(number_option(
        "table-at", "P", "How many of its two sweeps are done (default 0.6)", 0, table_sweeps,
        [](auto& s) -> auto& { return s.teach.table_at; }));
    rows.push_back(switch_option(
        "table-plays", "Play its sweeps (default off)",
        [](auto& s) -> auto& { return s.teach.table_plays; }));
    rows.push_back(integer_option("enlarged", "K", "0 to 4: X, Y, Z, U or V alone; -1: the passes (default)",
                                  -1, all_passes, &TeachSettings::enlarged));
    rows.push_back(switch_option(
        "log-response", "Show the response on a logarithmic scale (default off)",
        [](auto& s) -> auto& { return s.teach.logarithmic; }));
}

}  // namespace sweep::app
