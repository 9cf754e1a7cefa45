// The sum over a box of a line, from the line's prefix sums T(j) = x_0 + .. + x_j alone, whatever continues the line:
// that of the extension up to any place is a sum of at most four of them with whole weights, so that tables of
// integers that wrap around stay exact. Along both axes the weights of rows and columns multiply,
// as the four corners of a box do.
#pragma once

#include <cstdint>

#include "core/base/host_device.h"
#include "core/filter/spec.h"

namespace sweep {

// One axis of a box filter over lines of n samples.
struct BoxLine {
    BoundaryKind boundary;  // none: the box is cut off where the line ends
    int n;
    BoxExtent extent;
};

struct BoxTerm {
    int index;            // of the prefix sum
    std::int64_t weight;  // 0: it is not read, and the index has no meaning
};

struct BoxSum {
    BoxTerm terms[5];
    double inside;  // how many samples of the box are the line's own, each as often as the box has it
    double length;  // by how many the sum is divided
};

namespace detail {

// The sum of the extension of a line from its sample 0 to place i, less what lies between i and sample 0 where i is
// negative: before * T(n-2) + last * T(n-1) + first * T(0) + T(index) * at.
struct ExtendedPrefix {
    std::int64_t first = 0, before = 0, last = 0, at = 0;
    int index = 0;
};

SWEEP_HD inline ExtendedPrefix extended_prefix(BoundaryKind boundary, std::int64_t i, std::int64_t n) {
    ExtendedPrefix sum;
    if (is_periodic(boundary)) {
        const std::int64_t period = line_period(boundary, n), periods = (i < 0 ? i - period + 1 : i) / period,
                           place = i - periods * period;
        // A period has the line, and where it runs back once more all of it, or all but its first and last sample.
        const bool turns = turns_on_sample(boundary) && n > 1, doubles = runs_back(boundary) && period > n;
        sum.last = periods;
        if (turns)
            sum.before = periods, sum.first = -periods;
        else if (doubles)
            sum.last += periods;
        if (place < n) {
            sum.at = 1, sum.index = int(place);
            return sum;
        }
        // Back from the end to the sample at this place.
        ++sum.last;
        ++(turns ? sum.before : sum.last);
        const std::int64_t index = index_in_period(boundary, place, n) - 1;
        if (index >= 0) sum.at = -1, sum.index = int(index);
        return sum;
    }
    if (i >= 0) sum.at = 1, sum.index = int(i < n ? i : n - 1);
    if (!continues_by_edge(boundary)) return sum;
    if (i < 0) sum.first = i + 1;
    if (i >= n) {
        sum.last = i - n + 1;
        if (n > 1) sum.before = -sum.last;
    }
    return sum;
}

}  // namespace detail

// The box around sample i.
SWEEP_HD inline BoxSum box_sum(const BoxLine& line, int i) {
    const std::int64_t from = std::int64_t(i) - line.extent.before, to = std::int64_t(i) + line.extent.after,
                       n = line.n;
    const detail::ExtendedPrefix end = detail::extended_prefix(line.boundary, to, n),
                                 begin = detail::extended_prefix(line.boundary, from - 1, n);
    const double length = double(to - from + 1),
                 inside = continues_by_edge(line.boundary) || is_periodic(line.boundary)
                              ? length
                              : double((to < n ? to : n - 1) - (from > 0 ? from : 0) + 1);
    return {{{end.index, end.at},
             {begin.index, -begin.at},
             {0, end.first - begin.first},
             {line.n > 1 ? line.n - 2 : 0, end.before - begin.before},
             {line.n - 1, end.last - begin.last}},
            inside,
            is_extended(line.boundary) ? length : inside};
}

}  // namespace sweep
