// The arithmetic of summed-area tables on tiles, for each instruction set and T = float, double and uint32.
#pragma once

#include <vector>

#include "core/blocks/box_sum.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {

// Step S.1: columns[j] becomes the sum of the tile's column j, and rows[i] that of all its rows up to row i.
// Fetches the next block meanwhile.
template <class T>
void sat_perimeters(const T* tile, int lines_down, int lines_across, T* columns, T* rows, Fetch& fetch);

// Step S.4: turns the tile into the table, given the sums outside it: above[j] over all that lies above
// column j, left[i] over all that lies left of the tile in rows up to i. Fetches the next block meanwhile.
template <class T>
void sat_tile(T* tile, int lines_down, int lines_across, const T* above, const T* left, Fetch& fetch);

// One pass: turns the tile into the table, for blocks that are done in the order of rows and columns.
// above[j] is the sum of column j over all rows above, left[i] the table just left of row i; both become what
// the next block below and the next block to the right need.
template <class T>
void sat_tile_onwards(T* tile, int lines_down, int lines_across, T* above, T* left, Fetch& fetch);

// A block of an image and of its table, as wide as blocks are, of one channel. Pitches are in samples.
template <class T, class In>
struct TableBlock {
    const In* image;
    std::ptrdiff_t image_pitch;
    T datum;  // is taken off the samples, except off bytes
    T* out;
    std::ptrdiff_t out_pitch;
    int rows;
    bool has_next;  // there is another one to its right
    bool past_caches;
};

// As sat_tile_onwards(), from the image to the table without a tile between them: bytes to uint32, float to
// float, double to double (4096^2 on one core with AVX2: 15.1 to 7.3 ms; bench/results/notes.md).
template <class T, class In>
void sat_block_onwards(const TableBlock<T, In>& block, T* above, T* left);

// The boxes around the pixels of a row: those of pixels begin to end - 1 lie inside of it.
class BoxesOfRow {
  public:
    explicit BoxesOfRow(const BoxLine& line);

    int width() const { return line_.n; }
    BoxExtent extent() const { return line_.extent; }
    int begin() const { return begin_; }
    int end() const { return end_; }
    // x lies before begin, or at end or behind it.
    const BoxSum& sum(int x) const { return sums_[std::size_t(x < begin_ ? x : begin_ + x - end_)]; }

  private:
    BoxLine line_;
    int begin_, end_;
    std::vector<BoxSum> sums_;
};

// One row of means: out[i] is the sum over the box around pixel i / channels, by the number of its columns and times
// `weight`. `upper` and `lower` are the rows of the table above the box (null when the box starts at the top) and at
// its bottom; `weight` is 1 / (rows of the box * the number that stands for 1.0).
template <class T, class Out>
void box_row(const T* upper, const T* lower, const BoxesOfRow& boxes, int channels, double weight, Out* out);

}  // namespace sweep::cpu
