// A filter along one axis, on blocks whose lines run side by side: line k of a tile is its column k, so that
// SIMD works across lines and never along one. Rows are filtered by transposing a tile and calling this too.
// While they compute, dots and filter fetch what is needed next.
#pragma once

#include <cstddef>
#include <memory>

#include "core/filter_design.h"
#include "core/recurrence.h"
#include "cpu/tile.h"

namespace sweep::cpu {

// Line counts are multiples of line_multiple, tiles have a pitch of block_size, other pitches count numbers.
// An array of carries holds 2 r numbers a line, number k of line i at [k * pitch + i]: r of P, then r of E.
template <class T>
class AxisFilter {
  public:
    virtual ~AxisFilter() = default;

    // What the carries need of the pixels of one block: per line, its 2 r dot products with the rows of
    // tail_A_FB and head_A_RB_A_FB. `last`: the block is the last one of the axis (it may be shorter).
    virtual void dots(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
                      Fetch& fetch) const = 0;

    // The same of the tile's rows: `lines` counts rows, line i of `out` is row i.
    virtual void dots_of_rows(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
                              Fetch& fetch) const = 0;

    // Turns the dots of all blocks of the axis into the states that enter each block, in place: P of all
    // blocks in order, then E in reverse. `first` and `last` are what each line continues with at its ends.
    virtual void scan(T* carries, std::ptrdiff_t block_pitch, std::ptrdiff_t pitch, int lines, const T* first,
                      const T* last) const = 0;

    // Filters the first `length` samples of each line in place from the states that enter the block: causal,
    // then anticausal when `both`.
    virtual void filter(T* tile, int length, int lines, const T* carries, std::ptrdiff_t pitch, bool both,
                        Fetch& fetch) const = 0;
};

// For an axis of `length` samples. Gains are not applied: each pass answers a constant with itself.
template <class T>
std::unique_ptr<AxisFilter<T>> make_axis_filter(const AxisDesign& filter, Realisation realisation,
                                                BoundaryKind boundary, int length);

}  // namespace sweep::cpu
