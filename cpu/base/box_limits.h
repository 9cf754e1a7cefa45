// Which boxes run as running sums.
#pragma once

#include "core/problem/problem.h"

namespace sweep::cpu {

// Whether the sums of the problem's boxes are exact in double, and a thread's caches hold the rows of one.
inline bool has_running_boxes(const Problem& problem) {
    constexpr int largest_side = 255;  // 65025 pixels, fewer than 2^18
    const FilterSpec& box = problem.filter;
    return problem.input == Sample::u8 && box.box_along_rows().size() <= largest_side &&
           box.box_down_columns().size() <= largest_side;
}

}  // namespace sweep::cpu
