// A strip: neighbouring lines that algorithm rt64 filters together.
#pragma once

#include <cstddef>

#include "core/blocks/line_numbers.h"
#include "core/filter/spec.h"

namespace sweep::cpu {

struct Strip {
    double* samples;  // [period][lines]
    int lines;        // 1, or a multiple of the widest pack
    std::ptrdiff_t n, period;
    BoundaryKind boundary;
    bool both;  // filter by the anticausal pass too
    const LineNumbers* numbers;
    double outside[16];  // the number that continues each line; columns of different channels differ
};

}  // namespace sweep::cpu
