// What algorithm 8 and its engine agree about: the tiles, and how they hand states to each other.
#pragma once

namespace sweep {

// The sides of a tile.
inline constexpr int resident_tile_rows = 64, resident_tile_columns = 128;

// States go from tile to tile in words: so many numbers of a state, and the number of the run.
inline constexpr int resident_word_numbers = 3, resident_word_bytes = 16;

// The orders in which the algorithm filters with zeros.
constexpr bool has_resident_zeros(int order) {
    return order == 3 || order == 5;
}

}  // namespace sweep
