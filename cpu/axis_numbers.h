// The numbers of a filter along one axis, in double: what block algebra and extension have to say of it. Worked out
// once, apart from the code that uses them, which exists for every instruction set.
#pragma once

#include "core/block_algebra.h"
#include "core/extension.h"
#include "core/filter_design.h"

namespace sweep::cpu {

template <int R>
struct AxisNumbers {
    int blocks;
    CarryMatrices<double, R> block, last;  // of a block of full length, and of the last one
    BlockWeights<double, R> block_weights, last_weights;
    Extension<double, R> extension;
};

// A line of `length` samples in blocks of `block`. Blocks whose pixels nobody reads (those of a scan over the ends of
// other blocks) need no weights.
template <int R>
AxisNumbers<R> axis_numbers(const AxisDesign& filter, Realisation realisation, BoundaryKind boundary,
                            long long length, int block, bool with_weights);

}  // namespace sweep::cpu
