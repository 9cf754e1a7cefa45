// The arithmetic of summed-area tables on tiles: per instruction set, for T = float, double and uint32.
#pragma once

#include "cpu/tile.h"

namespace sweep::cpu {

// S.1: the sums of the tile's columns, and of its rows summed up downwards: rows[i] = sum over all rows up to
// i.
// Fetches the next block meanwhile.
template <class T>
void sat_perimeters(const T* tile, int lines_down, int lines_across, T* columns, T* rows, Fetch& fetch);

// S.4: the tile becomes the table inside it, and the next block is fetched: above[j] is the sum over all that
// lies above column j, left[i] over all that lies to the left of the tile in rows up to i.
template <class T>
void sat_tile(T* tile, int lines_down, int lines_across, const T* above, const T* left, Fetch& fetch);

// Both in one, for blocks that are done in an order of rows and columns: the tile becomes the table inside it; above[j]
// is the sum of column j over all rows above, left[i] the table just left of row i; and both become what the next block
// below and to the right needs.
template <class T>
void sat_tile_onwards(T* tile, int lines_down, int lines_across, T* above, T* left, Fetch& fetch);

// One row of means: out[i] of the box of `radius` around pixel i / channels, cut off at the image's edges.
// `upper` and `lower` are the rows of the table above the box (null: the box starts at the top) and at its
// bottom; `weight` is 1 / (rows of the box * what 1.0 is in the table).
template <class T, class Out>
void box_row(const T* upper, const T* lower, int width, int channels, int radius, double weight, Out* out);

}  // namespace sweep::cpu
