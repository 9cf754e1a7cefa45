// A pass of algorithm box-lines, as the kernels of each instruction set take it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/base/image.h"
#include "core/problem/box_filter.h"

namespace sweep::cpu {

struct BoxPass {
    const BoxFilter& box;
    ConstImageView in;
    ImageView out;                // float32 or float64
    const float *colour, *alpha;  // the values of bytes

    float value_of(std::uint8_t byte, int channel) const {
        const int c = in.shape.channels;
        return (c % 2 == 0 && channel == c - 1 ? alpha : colour)[byte];
    }
};

inline constexpr int box_columns_at_once = 64;  // samples of a row
inline constexpr int box_row_lanes = 16;        // samples of a column, of so many rows as have them together
constexpr int box_rows_at_once(int channels) {
    return box_row_lanes / channels;
}

// Where the box of sample i of a line is summed up: from place i - before of the line's extension on, `size` places,
// and `periods` times all samples of a period besides. What continues the line by an edge or a constant is not among
// them.
struct BoxPlaces {
    std::int64_t before, size, periods;
};

inline BoxPlaces places_of(const BoxLine& line) {
    const std::int64_t n = line.n, before = line.extent.before, after = line.extent.after;
    if (is_periodic(line.boundary)) {
        const std::int64_t period = line_period(line.boundary, n), size = before + 1 + after;
        return {before % period, size % period, size / period};
    }
    const std::int64_t inside = std::min(before, n - 1);
    return {inside, inside + 1 + std::min(after, n - 1), 0};
}

}  // namespace sweep::cpu
