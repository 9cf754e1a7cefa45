// Neighbouring lines on their way through algorithm rt64.
#pragma once

#include <cstddef>

#include "core/filter_spec.h"
#include "core/line_numbers.h"

namespace sweep::cpu {

struct Strip {
    double* samples;  // [period][lines]
    int lines;        // 1, or a multiple of the widest pack
    std::ptrdiff_t n, period;
    BoundaryKind boundary;
    bool both;  // the anticausal pass too
    const LineNumbers* numbers;
    double outside[16];  // what each line goes on with; of a channel, so that it differs from line to line
};

}  // namespace sweep::cpu
