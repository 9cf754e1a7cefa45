// What algorithm 8 and its engine agree about: the tiles, and how they hand states to each other.
#pragma once

#include <algorithm>

#include "core/filter/boundaries.h"
#include "core/filter/memory.h"

namespace sweep {

// The sides of a tile.
inline constexpr int resident_tile_rows = 64, resident_tile_columns = 128;

// States go from tile to tile in words: so many numbers of a state, and the number of the run.
inline constexpr int resident_word_numbers = 3, resident_word_bytes = 16;

// The orders in which the algorithm filters with zeros, and in which it does along one axis.
constexpr bool has_resident_zeros(int order) {
    return order == 3 || order == 5;
}
constexpr bool has_chip_line_zeros(int order) {
    return has_resident_zeros(order) || order == 7;
}

// The highest order that the algorithm has along one axis without zeros.
inline constexpr int most_chip_line_poles = 5;

// Along one axis: the samples of a piece of a line, and the most pieces that a thread block holds of it, and thread blocks
// that hold a line. Every GPU with clusters has clusters of 8.
inline constexpr int line_piece = 32, most_line_pieces = 16, most_line_blocks = 8,
                     longest_chip_line = line_piece * most_line_pieces * most_line_blocks;

// Of an image that streams through the chip (gpu/stream/stream.cuh): the side of a tile.
inline constexpr int stream_side = 64;

// The most tiles of a line that a filter may remember: a quarter of a warp asks for their datums.
inline constexpr int most_stream_reach = 8;

// The tiles of a line of n samples that a filter remembers; 0 if nothing runs along it.
inline int stream_reach(const AxisDesign& axis, int n) {
    if (axis.is_identity()) return 0;
    const int samples = std::max(memory(axis.causal, n), memory(axis.anticausal, n));
    return std::max(1, (samples + stream_side - 1) / stream_side);
}

// The highest order that it has, without zeros. More are slower than algorithm 7 (bench/results/notes.md, algorithm 8 beyond the
// chip).
inline constexpr int most_stream_order = 3;

// Whether lines of n samples stream under that boundary, if a filter remembers `reach` tiles of them. Mirrored lines are whole tiles,
// and more than are remembered at either end.
constexpr bool streams_by(BoundaryKind boundary, int n, int reach) {
    if (runs_back(boundary)) return n % stream_side == 0 && n > reach * stream_side;
    return continues_by_constants(boundary);
}

}  // namespace sweep
