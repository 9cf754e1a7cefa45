// The passes of one axis over lines in blocks, by the algebra of core/blocks/, with carries that may be missing or
// late. Everything is in double, so that a difference from the reference is the fault's and not that of rounding.
#pragma once

#include "core/base/image.h"
#include "core/problem/problem.h"

namespace sweep::app {

// What enters the blocks: the complete carries; nothing, also at the ends of the lines; or, as in a race, the perimeter
// of the neighbour before it was completed, which is what the neighbour alone leaves.
enum class Entering { carries, nothing, perimeters };

struct BlockRun {
    bool rows = false;  // passes right and left, otherwise down and up
    int block = 32;     // side of a block; the last one of a line may be shorter
    Entering entering = Entering::carries;
    bool dark_outside = false;  // zeros lie outside of the picture where the boundary is a constant
};

// Runs those passes of the axis that problem.passes has over the blocks of `samples`, in place. The carries are those
// of the lines of `whole`, which is another image where the effects of samples and carries are to be seen apart ([N11]
// (9), (10)). Both images have the problem's shape, in float64.
void run_blocks(const Problem& problem, const BlockRun& run, const Image& whole, Image& samples);

// Why the carries of this filter are not known in closed form under this boundary, in one line; empty: they are.
std::string why_no_carries(const Problem& problem);

}  // namespace sweep::app
