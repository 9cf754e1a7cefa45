// The padding of algorithm 6b: whole blocks on each side of the image, until the zeros that it takes for the
// rest of the plane no longer count in float32 ([N16] section 6). The stage list, the plan on CUDA and the
// check of what is refused all ask here, so that they agree.
#pragma once

#include "core/problem/problem.h"

namespace sweep {

struct Padding {
    int block_rows = 0, block_columns = 0;  // on each side
};

// Other algorithms have no padding, and the boundary `none` has none. Throws Error(usage) where the padded
// image would have more than 2^20 rows or columns: a filter that is so slow needs an algorithm with exact
// boundaries.
Padding padding(const Problem& problem, int block);

}  // namespace sweep
