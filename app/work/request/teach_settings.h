// The choices for the view of the passes: over which input, which lesson, and what each lesson shows and how far it has
// come.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem/problem.h"

namespace sweep::app {

// Inputs for trying filters, in place of the scene or the picture.
enum class TestInput { none, impulse, step, checker, ramp, ones, noise };
inline constexpr std::array<std::pair<std::string_view, TestInput>, 7> test_input_words{{
    {"none", TestInput::none},
    {"impulse", TestInput::impulse},
    {"step", TestInput::step},
    {"checker", TestInput::checker},
    {"ramp", TestInput::ramp},
    {"ones", TestInput::ones},
    {"noise", TestInput::noise},
}};

// What is broken on purpose, so that everybody sees what it is there for (app/lessons/broken/).
enum class Fault {
    none,
    no_carries,
    no_column_carries,
    no_row_carries,
    late_carries,
    wrong_boundary,
    direct_form,
    float_table,
    unstable_pole,
    odd_blocks
};
inline constexpr std::array<std::pair<std::string_view, Fault>, 10> fault_words{{
    {"none", Fault::none},
    {"no-carries", Fault::no_carries},
    {"no-column-carries", Fault::no_column_carries},
    {"no-row-carries", Fault::no_row_carries},
    {"late-carries", Fault::late_carries},
    {"wrong-boundary", Fault::wrong_boundary},
    {"direct-form", Fault::direct_form},
    {"float-table", Fault::float_table},
    {"unstable-pole", Fault::unstable_pole},
    {"odd-blocks", Fault::odd_blocks},
}};
// Whether the fault is one of blocks; the others are there without blocks, too.
constexpr bool is_of_blocks(Fault fault) {
    return (fault >= Fault::no_carries && fault <= Fault::late_carries) || fault == Fault::odd_blocks;
}

inline constexpr double most_forgotten = 8;  // seconds, until what is broken is mended by itself
inline constexpr double slowest_rows = 1, fastest_rows = 4000;  // per second

// What the view shows: the passes one after the other, the stages in which they run on blocks, every number of a small
// picture, when and where each block of a real run ran, what a summed-area table is for, weights as springs, a figure
// of the papers, or a run of the kernels that a student writes.
enum class Lesson { passes, blocks, walk, replay, table, springs, figure, lab };

// What the lesson on tables shows: a box and its four corners, the two sweeps that make the table, or where a table
// loses digits.
enum class TableShow { box, sweep, error };
inline constexpr std::array<std::pair<std::string_view, TableShow>, 3> table_show_words{{
    {"box", TableShow::box},
    {"sweep", TableShow::sweep},
    {"error", TableShow::error},
}};
inline constexpr double table_sweeps = 2;  // down and right

// Of the row of springs: its weights, the two passes of each block alone, carries right and left, and the result.
inline constexpr int spring_steps = 6;

// The figures of the papers that are computed live (app/lessons/figures/figure.h).
enum class Figure { boundaries, seam, headline, throughput, padding, resampling, matrices, costs, steps };
inline constexpr std::array<std::pair<std::string_view, Figure>, 9> figure_words{{
    {"boundaries", Figure::boundaries},
    {"seam", Figure::seam},
    {"headline", Figure::headline},
    {"throughput", Figure::throughput},
    {"padding", Figure::padding},
    {"resampling", Figure::resampling},
    {"matrices", Figure::matrices},
    {"costs", Figure::costs},
    {"steps", Figure::steps},
}};

inline constexpr int last_moment = 7;  // of a block under the glass; a table has fewer

// A block under the glass.
struct GlassSettings {
    int row = -1, column = -1;  // of blocks, from the top left; negative: none
    int moment = last_moment;   // after which fix its states are shown; from 0
};

// What is broken on purpose.
struct FaultSettings {
    Fault shown = Fault::none;  // for most_forgotten seconds
    bool stays = false;         // shown until somebody mends it
    bool difference = false;    // shows what is wrong in place of the wrong picture
};

// The walk: a small cut of the picture around the place of the impulse, step by step, with every number.
struct WalkSettings {
    double step = 0;  // the whole part counts, from 0
    bool plays = false;
    int size = 8, block = 4;                   // the cut's sides, the blocks' sides
    std::vector<std::vector<double>> numbers;  // rows that the user typed, in place of the cut
};

// The replay of a real run.
struct ReplaySettings {
    bool plays = true;
    double at = 0;       // how far it has come, from 0 to 1
    std::string beside;  // an algorithm on the same axis of time, as --algorithm names it; empty: none
};

struct TableSettings {
    TableShow shows = TableShow::box;
    Precision precision = Precision::automatic;  // of its numbers; automatic: float
    std::array<double, 4> box{0.35, 0.3, 0.65,
                              0.7};  // left, top, right, bottom, as parts of width and height
    double at = 0.6;                 // how many sweeps are done
    bool plays = false;
};

struct SpringSettings {
    double step = 0;  // the whole part counts, from 0
    double edge = 1;  // how far it is shut, from 0 to 1
    bool plays = false;
};

// The run of a student's file. Which file that is, no setting says: only the command `sweep lab watch`.
struct LabSettings {
    double step = 0;  // the whole part counts, from 0
    bool plays = false;
};

struct TeachSettings {
    Lesson lesson = Lesson::passes;
    TestInput input = TestInput::none;
    int input_size = 256;                      // width and height
    float impulse_x = 0.5f, impulse_y = 0.5f;  // as parts of width and height
    bool loop = true;                          // what plays begins again

    // The passes, and the blocks.
    double progress = 0.45;  // in passes: 1.5 is in the middle of the second
    bool playing = true;
    double rows_per_second = 0;   // 0: all passes take whole_seconds
    bool dims = true;             // samples that this pass has not reached yet are darker
    double block_progress = 0.3;  // in stages
    bool logarithmic = false;     // plots the response on a logarithmic scale
    int enlarged = -1;  // index of the image among X, Y, Z, U, V that is shown alone; negative: none

    GlassSettings glass;
    FaultSettings fault;
    WalkSettings walk;
    ReplaySettings replay;
    TableSettings table;
    SpringSettings springs;
    LabSettings lab;
    Figure figure = Figure::boundaries;  // which one is shown
};

// A fault filters in double, and several times: more pixels would take a minute.
inline constexpr std::size_t most_broken_pixels = std::size_t(1) << 21;

// Whether the fault is shown in place of the lesson.
inline bool shows_fault(const TeachSettings& teach) {
    return teach.fault.shown != Fault::none &&
           (teach.lesson == Lesson::blocks ||
            (teach.lesson == Lesson::passes && !is_of_blocks(teach.fault.shown)));
}

// Whether a block is looked at, with its numbers.
inline bool shows_glass(const TeachSettings& teach) {
    return teach.lesson == Lesson::blocks && teach.glass.row >= 0 && !shows_fault(teach);
}

// Goes to the blocks where the lesson does not show the fault.
inline void show_fault(TeachSettings& teach) {
    if (teach.fault.shown != Fault::none && !shows_fault(teach)) teach.lesson = Lesson::blocks;
    teach.enlarged = -1;
}

// How far the passes are done, or the stages of the blocks.
inline double& progress_of(TeachSettings& teach) {
    return teach.lesson == Lesson::blocks ? teach.block_progress : teach.progress;
}

// The sides of a walk's cut, and of a picture that was typed.
inline constexpr int smallest_walk = 1, largest_walk = 32;

// The side of the test input: in a walk all of it is shown.
inline int input_side(const TeachSettings& teach) {
    return teach.lesson == Lesson::walk ? teach.walk.size : teach.input_size;
}

inline void place_impulse(TeachSettings& teach, float x, float y) {
    teach.impulse_x = std::clamp(x, 0.0f, 1.0f);
    teach.impulse_y = std::clamp(y, 0.0f, 1.0f);
}

}  // namespace sweep::app
