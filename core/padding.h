// How far algorithm 6b pads: by whole blocks on each side, until what it takes for zero beyond the padding no longer
// counts in float32 ([N16] section 6).
#pragma once

#include "core/problem.h"

namespace sweep {

struct Padding {
    int block_rows = 0, block_columns = 0;  // on each side
};

// None for any other algorithm, and none for the boundary `none`. Throws Error(usage) where the padded image would have
// more than 2^20 rows or columns: a filter so slow is for the exact boundaries.
Padding padding(const Problem& problem, int block);

}  // namespace sweep
