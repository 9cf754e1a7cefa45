// What the published algorithms share with cascades, which run them one after the other, and with the engines.
#pragma once

#include <vector>

#include "core/families/family.h"

namespace sweep {

// The padding of algorithm 6b: whole blocks on each side of the image, until the zeros that it takes for the
// rest of the plane no longer count in float32 ([N16] section 6). The stage list, the plan on CUDA and the
// check of what is refused all ask here, so that they agree.
struct Padding {
    int block_rows = 0, block_columns = 0;  // on each side
};

// Other algorithms have no padding, and the boundary `none` has none. Throws Error(usage) where the padded
// image would have more than 2^20 rows or columns: a filter that is so slow needs an algorithm with exact
// boundaries.
Padding padding(const DesignedProblem& asked, int block);

// The bytes that one of the algorithms 2 to 6 moves, as [N11] table 1 counts them.
struct PublishedTraffic {
    std::uint64_t in, plane, out;  // pixels: the input, the image between stages, the result
    std::uint64_t column, row;     // one perimeter of the columns, and one of the rows
    int passes;
};
PublishedTraffic published_traffic(const DesignedProblem& asked, int block, Padding padding);

// The stages of algorithms 4 and 5.
std::vector<Stage> stages_of_4(const PublishedTraffic& traffic);
std::vector<Stage> stages_of_5(const PublishedTraffic& traffic);

}  // namespace sweep
