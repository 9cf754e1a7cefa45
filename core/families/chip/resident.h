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

// Along one axis: the samples of a piece of a line, and the most pieces that a thread block holds of it, and thread
// blocks that hold a line. Every GPU with clusters has clusters of 8.
inline constexpr int line_piece = 32, most_line_pieces = 16, most_line_blocks = 8,
                     longest_chip_line = line_piece * most_line_pieces * most_line_blocks;

// Of an image that streams through the chip (gpu/stream/stream.cuh): the side of a tile.
inline constexpr int stream_side = 64;

// The most tiles of a line that a filter may remember: a quarter of a warp asks for their datums.
inline constexpr int most_stream_reach = 8;

// The tiles of so many samples.
constexpr int stream_tiles(int samples) {
    return (samples + stream_side - 1) / stream_side;
}

// The samples of a line of n, and the tiles of them, that a filter remembers; 0 if nothing runs along it.
inline int stream_memory(const AxisDesign& axis, int n) {
    return axis.is_identity() ? 0 : std::max({1, memory(axis.causal, n), memory(axis.anticausal, n)});
}
inline int stream_reach(const AxisDesign& axis, int n) {
    return stream_tiles(stream_memory(axis, n));
}

// The highest order that it has, without zeros. More are slower than algorithm 7 (bench/results/notes.md, algorithm 8
// beyond the chip).
inline constexpr int most_stream_order = 3;

// How a mirrored line lies in whole tiles: its first and last tile hold samples `before` and `behind` it, too,
// mirrored from within the tile. What enters the first one is what R leaves at its sample front(), which is as far
// inside the line as the tile's beginning is outside, and what enters the last one is what F leaves before its sample
// back(). Tiles begin at multiples of 16 bytes of a row, as bulk copies do.
struct MirroredTiles {
    int before, behind;
    bool turns;  // on the sample at the end (reflect101)

    // Those before the line are as few as may be, but fill sectors of device memory or, where these are too many,
    // words of 16 bytes.
    static constexpr MirroredTiles of(BoundaryKind boundary, int n) {
        constexpr int sector = 8, word = 4;
        const int rest = stream_tiles(n) * stream_side - n, most = most_mirrored(turns_on_sample(boundary)),
                  before = rest <= most
                               ? 0
                               : std::min(most / word * word, (rest - most + sector - 1) / sector * sector);
        return {before, rest - before, turns_on_sample(boundary)};
    }
    constexpr int front() const { return 2 * before + turns; }
    constexpr int back() const { return stream_side - 2 * behind - turns; }
    // Both places lie in their tiles. They do not where a line that turns has one to four samples more than whole
    // tiles.
    constexpr bool fits() const { return behind <= most_mirrored(turns); }

  private:
    static constexpr int most_mirrored(bool turns) { return (stream_side - turns) / 2; }
};

// Whether lines of n samples stream under that boundary, if a filter remembers `reach` tiles of them. Mirrored lines
// are longer than what is remembered at either end.
constexpr bool streams_by(BoundaryKind boundary, int n, int reach) {
    if (runs_back(boundary)) return n > reach * stream_side && MirroredTiles::of(boundary, n).fits();
    return continues_by_constants(boundary);
}

}  // namespace sweep
