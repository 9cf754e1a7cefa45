// What the view of the four passes is told: how far the front has come, how it moves, and over what.
#pragma once

#include "core/problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace sweep::app {

// Inputs to try filters on, in place of the scene or the picture.
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

inline constexpr double whole_seconds = 12;  // of all four passes, until another speed is asked for
inline constexpr double most_forgotten = 8;  // seconds, until the carries are back by themselves
inline constexpr double slowest_rows = 1, fastest_rows = 4000;  // a second

struct TeachSettings {
    TestInput input = TestInput::none;
    int input_size = 256;                      // of both sides
    float impulse_x = 0.5f, impulse_y = 0.5f;  // in parts of the picture

    double progress = 0.45;  // in passes: 1.5 is half of the second one
    bool playing = true, loop = true;
    double rows_per_second = 0;   // 0: what takes whole_seconds
    double pending_rows = 0;      // steps that keys asked for
    bool dims = true;             // what this pass has not reached yet is darker
    bool blocks = false;          // the block algorithm instead of the sweeps
    double block_progress = 0.3;  // in stages
    bool logarithmic = false;     // the response
    bool forget_carries = false;  // of the blocks: what comes out then; for some seconds
    double forgotten_for = 0;     // seconds
    int enlarged = -1;            // X, Y, Z, U or V alone; negative: none
};

inline void place_impulse(TeachSettings& teach, float x, float y) {
    teach.impulse_x = std::clamp(x, 0.0f, 1.0f);
    teach.impulse_y = std::clamp(y, 0.0f, 1.0f);
}

// Where the front is: `lines` of `length` rows or columns are done in pass 0..3.
struct SweepPlace {
    int pass = 0, lines = 0, length = 1;
    bool columns() const { return pass < 2; }  // filtered down and up: the front is a row
    bool forward() const { return pass % 2 == 0; }
    // The line that was done last, as an index of the picture; -1 or length before the first one.
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

// `rows` more than `progress`, from pass to pass; stays within 0 and 4. Whole rows stay whole ones.
inline double advanced(double progress, double rows, int width, int height) {
    constexpr double nothing = 1e-6;  // of a row
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

// How many times slower than the engine, which takes `engine_ms` for all passes; 0 when that is not known.
inline double slow_down(const TeachSettings& teach, int width, int height, double engine_ms) {
    if (engine_ms <= 0) return 0;
    return all_rows(width, height) / rows_per_second(teach, width, height) * 1000 / engine_ms;
}

}  // namespace sweep::app
