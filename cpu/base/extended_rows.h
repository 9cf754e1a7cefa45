// Rows of an image with what its boundaries put beside and above it, as float32.
#pragma once

#include <vector>

#include "core/base/image.h"
#include "core/filter/boundaries.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {

struct ExtendedRows {
    BoundaryKind columns, rows;                         // what continues the columns, and the rows
    float beyond_columns[4] = {}, beyond_rows[4] = {};  // of each channel, where a constant does
    Decoding<float> decoding = {};                      // of bytes; its datum is taken off floats
    std::vector<float> datums = {};                     // of each sample of a row, the first of a pixel first

    // Pixels x to end - 1 of row y of the extended image.
    void fetch(const ConstImageView& in, int x, int end, int y, float* to) const;
};

}  // namespace sweep::cpu
