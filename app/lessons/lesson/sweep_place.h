// How far a sweep over the rows or columns of a picture has come, and how it goes on.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/work/request/teach_settings.h"

namespace sweep::app {

inline constexpr double whole_seconds = 12;  // for all four passes, at the default speed

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
