// Blocks of some lines, which are solved beside each other in SIMD packs (cpu/tridiagonal/strip.cpp).
#pragma once

#include <cstddef>

#include "core/tridiagonal/perimeter.h"

namespace sweep::cpu {

inline constexpr int strip_bytes = 128;  // of a row of all lanes: two cache lines
inline constexpr int most_lanes = strip_bytes / int(sizeof(float));
inline constexpr int strip_chunk = 32;  // rows that are brought into the first-level cache at a time

// Where the first row of the block of each lane lies in an array, and the step to the next row, in samples.
struct StripArray {
    const void* first[most_lanes];
    std::ptrdiff_t along = 0;
};

struct TridiagonalStrip {
    enum { lower, diagonal, upper, rhs, array_count };
    bool is_f64 = false;
    int lanes = 0;                                   // that are used, at most strip_bytes / size of a sample
    int length = 0;                                  // rows of the longest block; the others have one less
    bool is_short[most_lanes] = {};                  // this block has one less
    bool is_first[most_lanes], is_last[most_lanes];  // of its line
    double before[most_lanes] = {}, behind[most_lanes] = {};  // x_(-1) and x_b, of solve_strip() alone
    StripArray arrays[array_count];
    void* out[most_lanes];  // where x_0 goes
    std::ptrdiff_t out_along = 0;
};

// Samples of working memory that a strip of blocks of this length needs.
constexpr std::size_t strip_room(int length) {
    return std::size_t(TridiagonalStrip::array_count * strip_chunk + 2 * length) * std::size_t(most_lanes);
}

// Eliminates the rows inside of the blocks, of at least two rows each, and writes what is left of each lane.
void strip_perimeters(const TridiagonalStrip& strip, BlockPerimeter* const* perimeters, void* room);

// Solves the blocks. Returns false where a row is not diagonally dominant or has no pivot.
bool solve_strip(const TridiagonalStrip& strip, void* room);

}  // namespace sweep::cpu
