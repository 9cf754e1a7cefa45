// A box filter as engines run it: each axis alone, and what lies outside.
#pragma once

#include "core/blocks/box_sum.h"
#include "core/problem/problem.h"

namespace sweep {

struct BoxFilter {
    BoxLine across, down;  // along the rows, and down the columns
    double outside[4];     // for each channel: under zero and constant
};

BoxFilter box_filter(const Problem& problem);

}  // namespace sweep
