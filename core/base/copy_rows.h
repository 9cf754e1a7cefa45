// Copies of images row by row, where rows may have gaps.
#pragma once

#include <cstddef>
#include <cstring>

#include "core/base/image.h"

namespace sweep {

// Copies all samples. The two have one shape and one kind of samples, and do not overlap.
inline void copy_rows(const ConstImageView& from, const ImageView& to) {
    const std::size_t row = from.shape.row_bytes(from.sample);
    for (int y = 0; y < from.shape.height; ++y)
        std::memcpy(to.row<std::byte>(y), from.row<std::byte>(y), row);
}

}  // namespace sweep
