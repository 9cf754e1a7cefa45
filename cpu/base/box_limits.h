// Which boxes are filtered along both axes at once.
#pragma once

#include "core/problem/problem.h"

namespace sweep::cpu {

// Whether both axes run at once: the sums of bytes are exact in double, and a thread's caches hold the rows of a box,
// which float32 has as doubles.
inline bool has_running_boxes(const Problem& problem) {
    constexpr int largest_of_bytes = 255;  // 65025 pixels, fewer than 2^18
    constexpr int largest_of_floats = 81;  // the times are in bench/results/2026-12-01-bytes.md
    const int largest = problem.input == Sample::u8 ? largest_of_bytes : largest_of_floats;
    const FilterSpec& box = problem.filter;
    return problem.input != Sample::f64 && box.box_along_rows().size() <= largest &&
           box.box_down_columns().size() <= largest;
}

}  // namespace sweep::cpu
