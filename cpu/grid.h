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
    // Fetches what a block is to bring of those that are likely to come next. They come in groups along a block row; each
    // brings its share of the rows of the whole next group, because memory delivers long pieces of rows faster: up to a
    // kilobyte, of four blocks of single-channel floats. (4096^2 float32, order 3, one core of an AMD EPYC (Zen 5), step
    // 7.1: 7.1 ms when each brings the next one, 6.2 in groups of four, 6.6 of eight; the table in one pass, two cores:
    // 2.9 to 2.5. 2048^2 of four channels: 6.6 ms alone, 12.8 in groups of four.)
    Fetch fetch_ahead(const ConstImageView& in, int m, int n) const {
        const int piece = block_size * in.shape.channels * int(size_of(in.sample)), longest = 1024,
                  group = N >= 4 && 4 * piece <= longest   ? 4
                          : N >= 2 && 2 * piece <= longest ? 2
                                                           : 1,
                  share = block_size / group;
        int next = (n / group + 1) * group;
        if (next >= N) next = 0, ++m;
        const int y = m * block_size + n % group * share, x = next * block_size;
        if (y >= height) return {};
        return Fetch(in, {y, x, std::min(share, height - y), std::min(group * block_size, width - x)});
    }
};

// Offset of element b of row a in an array whose rows have `size` elements.
inline std::size_t offset(std::size_t a, int size, int b) {
    return a * std::size_t(size) + std::size_t(b);
}

}  // namespace sweep::cpu
