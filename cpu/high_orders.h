// Orders 9 to 16 on whole lines: too many numbers for the block algorithms, whose matrices grow with the square of the
// order, and in double, since 16 sections one behind the other cost float its digits.
#pragma once

#include <memory>

#include "cpu/axis_filter.h"

namespace sweep::cpu {

// Of more than max_order poles, for lines that are continued by constants or start from zero (`none`), in delta form.
std::unique_ptr<LineFilter<double>> make_high_order_filter(const AxisDesign& filter, BoundaryKind boundary,
                                                           long long length);

}  // namespace sweep::cpu
