// The numbers of a filter along one axis in double: its block matrices and its boundaries. They are computed
// here once, apart from the code that uses them, which is compiled for every instruction set.
#pragma once

#include "core/blocks/block_algebra.h"
#include "core/blocks/extension.h"
#include "core/design/design.h"

namespace sweep::cpu {

template <int R>
struct AxisNumbers {
    int blocks;
    CarryMatrices<double, R> block, last;  // for full blocks, and for the last one
    BlockWeights<double, R> block_weights, last_weights;
    Extension<double, R> extension;
};

// The numbers for lines of `length` samples in blocks of `block`. `with_weights` is false for a scan over
// whole segments, which stand in the place of blocks (cpu/recursive/signal_fold.h): it has the states that leave
// a segment, and takes no dots of samples.
template <int R>
AxisNumbers<R> axis_numbers(const AxisDesign& filter, Realisation realisation, BoundaryKind boundary,
                            long long length, int block, bool with_weights);

}  // namespace sweep::cpu
