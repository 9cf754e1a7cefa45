// The choices for the view of the four passes: how far the front has come, how it moves, and over which
// input.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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

inline constexpr double whole_seconds = 12;  // for all four passes, at the default speed
inline constexpr double most_forgotten = 8;  // seconds, until the carries return by themselves
inline constexpr double slowest_rows = 1, fastest_rows = 4000;  // per second

// What the view shows: the passes one after the other, the stages in which they run on blocks, every number of a small
// picture, when and where each block of a real run ran, or a figure of the papers.
enum class Lesson { passes, blocks, walk, replay, figure };

// The figures of the papers that are computed live (app/figures/figure.h).
enum class Figure { boundaries, seam, headline, throughput, padding, resampling, matrices };
inline constexpr std::array<std::pair<std::string_view, Figure>, 7> figure_words{{
    {"boundaries", Figure::boundaries},
    {"seam", Figure::seam},
    {"headline", Figure::headline},
    {"throughput", Figure::throughput},
    {"padding", Figure::padding},
    {"resampling", Figure::resampling},
    {"matrices", Figure::matrices},
}};

struct TeachSettings {
    Lesson lesson = Lesson::passes;
    TestInput input = TestInput::none;
    int input_size = 256;                      // width and height
    float impulse_x = 0.5f, impulse_y = 0.5f;  // as parts of width and height

    double progress = 0.45;  // in passes: 1.5 is in the middle of the second
    bool playing = true, loop = true;
    double rows_per_second = 0;   // 0: all passes take whole_seconds
    bool dims = true;             // samples that this pass has not reached yet are darker
    double block_progress = 0.3;  // in stages
    bool logarithmic = false;     // plots the response on a logarithmic scale
    bool forget_carries = false;  // shows the result of blocks without carries, for some seconds
    // The walk: a small cut of the picture around the place of the impulse, step by step, with every number.
    double walk_step = 0;  // the whole part counts, from 0
    bool walk_plays = false;
    int walk_size = 8, walk_block = 4;              // the cut's sides, the blocks' sides
    std::vector<std::vector<double>> walk_numbers;  // rows that the user typed, in place of the cut
    // The replay of a real run, and how far it has come, from 0 to 1.
    bool replay_plays = true;
    double replay_at = 0;
    Figure figure = Figure::boundaries;  // which one is shown
    int enlarged = -1;  // index of the image among X, Y, Z, U, V that is shown alone; negative: none
};

// Whether what is shown plays: the walk, the replay, or the passes and blocks. A figure stands still.
inline auto& plays(auto& teach) {
    switch (teach.lesson) {
        case Lesson::walk:
            return teach.walk_plays;
        case Lesson::replay:
            return teach.replay_plays;
        case Lesson::passes:
        case Lesson::blocks:
        case Lesson::figure:
            break;
    }
    return teach.playing;
}

// The sides of a walk's cut, and of a picture that was typed.
inline constexpr int smallest_walk = 1, largest_walk = 32;

// The side of the test input: in a walk all of it is shown.
inline int input_side(const TeachSettings& teach) {
    return teach.lesson == Lesson::walk ? teach.walk_size : teach.input_size;
}

inline void place_impulse(TeachSettings& teach, float x, float y) {
    teach.impulse_x = std::clamp(x, 0.0f, 1.0f);
    teach.impulse_y = std::clamp(y, 0.0f, 1.0f);
}

// The place of the front: `lines` of `length` rows or columns are done in pass 0 to 3.
struct SweepPlace {
    int pass = 0, lines = 0, length = 1;
    bool columns() const { return pass < 2; }  // columns are filtered, down and up: the front is a row
    bool forward() const { return pass % 2 == 0; }
    // The line that was done last, as an index in the picture; before the first one -1, or `length`.
    int newest() const { return forward() ? lines - 1 : length - lines; }
};

inline int length_of_pass(int pass, int width, int height) {
    return pass < 2 ? height : width;
}

inline SweepPlace place_of(double progress, int width, int height) {
    SweepPlace place;
    place.pass = std::clamp(int(progress), 0, all_passes - 1);
    place.length = length_of_pass(place.pass, width, height);
    place.lines = std::clamp(int((progress - place.pass) * place.length + 1e-6), 0, place.length);
    return place;
}

// `progress` advanced by `rows`, from pass to pass, within 0 and 4. Whole rows stay whole.
inline double advanced(double progress, double rows, int width, int height) {
    constexpr double nothing = 1e-6;  // part of a row that counts as nothing
    const auto whole = [](double p, int pass, double n) {
        const double row = (p - pass) * n, near = std::round(row);
        return pass + (std::abs(row - near) < nothing ? near : row) / n;
    };
    while (rows > 0 && progress < all_passes) {
        const int pass = int(progress);
        const double n = length_of_pass(pass, width, height), left = (pass + 1 - progress) * n;
        if (rows < left - nothing) return whole(progress + rows / n, pass, n);
        rows -= left;
        progress = pass + 1;
    }
    while (rows < 0 && progress > 0) {
        const int pass = int(std::ceil(progress)) - 1;
        const double n = length_of_pass(pass, width, height), left = (progress - pass) * n;
        if (-rows < left - nothing) return whole(progress + rows / n, pass, n);
        rows += left;
        progress = pass;
    }
    return progress;
}

inline double all_rows(int width, int height) {
    return 2.0 * (width + height);
}

inline double rows_per_second(const TeachSettings& teach, int width, int height) {
    return teach.rows_per_second > 0 ? teach.rows_per_second : all_rows(width, height) / whole_seconds;
}

// How many times slower the front is than the engine, which takes `engine_ms` for all passes; 0 if that is
// unknown.
inline double slow_down(const TeachSettings& teach, int width, int height, double engine_ms) {
    if (engine_ms <= 0) return 0;
    return all_rows(width, height) / rows_per_second(teach, width, height) * 1000 / engine_ms;
}

}  // namespace sweep::app
