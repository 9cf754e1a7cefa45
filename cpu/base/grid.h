// The blocks of an image: M block rows and N block columns, of which the last may be shorter.
#pragma once

#include <algorithm>

#include "core/base/image.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {

struct Grid {
    int width, height, M, N;
    int column_lines, row_lines;  // padded numbers of columns and of rows of a block, as tiles hold them

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
    // The part of the image that block (m, n) fetches for the blocks that follow. Blocks come in groups along
    // a block row, and each block of a group fetches its share of the rows of the whole next group: memory
    // delivers longer pieces of rows faster, up to a kilobyte, or four blocks of single-channel floats (step
    // 7.1: 7.1 to 6.2 ms; bench/results/notes.md). `at_once`: the lines of each next().
    Fetch fetch_ahead(const ConstImageView& in, int m, int n, int at_once = 1) const {
        const int piece = block_size * in.shape.channels * int(size_of(in.sample)), longest = 1024,
                  group = N >= 4 && 4 * piece <= longest   ? 4
                          : N >= 2 && 2 * piece <= longest ? 2
                                                           : 1,
                  share = block_size / group;
        int next = (n / group + 1) * group;
        if (next >= N) next = 0, ++m;
        const int y = m * block_size + n % group * share, x = next * block_size;
        if (y >= height) return {};
        return Fetch(in, {y, x, std::min(share, height - y), std::min(group * block_size, width - x)},
                     at_once);
    }
};

// The index of element b of row a, in an array whose rows have `size` elements.
inline std::size_t offset(std::size_t a, int size, int b) {
    return a * std::size_t(size) + std::size_t(b);
}

}  // namespace sweep::cpu
