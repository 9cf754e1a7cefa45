// The blocks of an image: M block rows, N block columns; the last ones may be shorter.
#pragma once

#include <algorithm>

#include "core/image.h"
#include "cpu/tile.h"

namespace sweep::cpu {

struct Grid {
    int width, height, M, N;
    int column_lines, row_lines;  // lines of a block each way, as tiles hold them

    explicit Grid(Shape shape)
        : width(shape.width),
          height(shape.height),
          M((height + block_size - 1) / block_size),
          N((width + block_size - 1) / block_size),
          column_lines(std::min(block_size, padded(width))),
          row_lines(std::min(block_size, padded(height))) {}

    std::size_t blocks() const { return std::size_t(M) * std::size_t(N); }
    Region region(int m, int n) const {
        const int y = m * block_size, x = n * block_size;
        return {y, x, std::min(block_size, height - y), std::min(block_size, width - x)};
    }
    // Fetches the block after (m, n), which the same thread is likely to take next.
    Fetch fetch_after(const ConstImageView& in, int m, int n) const {
        if (n + 1 < N) return Fetch(in, region(m, n + 1));
        return m + 1 < M ? Fetch(in, region(m + 1, 0)) : Fetch();
    }
};

// Offset of element b of row a in an array whose rows have `size` elements.
inline std::size_t offset(std::size_t a, int size, int b) {
    return a * std::size_t(size) + std::size_t(b);
}

}  // namespace sweep::cpu
