// A filter along one axis, on blocks whose lines run side by side: line k of a tile is its column k, so that
// SIMD works across lines and never along one. Rows are filtered by transposing a tile and calling this too.
// While they compute, dots and filter fetch what is needed next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "core/filter_design.h"
#include "core/recurrence.h"
#include "cpu/tile.h"

namespace sweep::cpu {

// Line counts are multiples of line_multiple, tiles have a pitch of block_size, other pitches count numbers.
// r numbers a line, number k of line i at data[k * pitch + i].
template <class T>
struct StateView {
    T* data;
    std::ptrdiff_t pitch;
};

// 2 r numbers a line and block, those of P and then those of E; block m begins at data + m * block_pitch.
template <class T>
struct CarryView {
    T* data;
    std::ptrdiff_t block_pitch, pitch;
};

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

    // Turns the sums P of all blocks of the axis into the states that enter each block, in place, exact at the
    // boundary. `first` is what each line continues with before its front; `leaving` becomes the states in which F
    // leaves the lines. Where lines are periodic (repeat, mirror) the sums E must be there already.
    virtual void prologues(CarryView<T> carries, int lines, const T* first, StateView<T> leaving) const = 0;

    // The same of E, in reverse, from what prologues() made.
    virtual void epilogues(CarryView<T> carries, int lines, const T* last, StateView<T> leaving) const = 0;

    // Both.
    void scan(CarryView<T> carries, int lines, const T* first, const T* last) const {
        alignas(64) T leaving[max_order * block_size];
        for (int line = 0; line < lines; line += block_size) {
            const int some = std::min(block_size, lines - line);
            const CarryView<T> theirs{carries.data + line, carries.block_pitch, carries.pitch};
            prologues(theirs, some, first + line, {leaving, block_size});
            epilogues(theirs, some, last + line, {leaving, block_size});
        }
    }

    // The same for lines that are pieces of longer ones. From the states P that enter, which become those that leave;
    // what other states, added to P, add to all that enters the blocks; and from the states E, which become those that
    // leave the front: to `keep`, the sums E become what enters the blocks.
    virtual void prologues_from(StateView<T> P, CarryView<T> carries, int lines) const = 0;
    virtual void add_to_prologues(StateView<T> change, CarryView<T> carries, int lines) const = 0;
    virtual void epilogues_from(StateView<T> E, CarryView<T> carries, int lines, bool keep) const = 0;

    // The states that enter lines which go on with the constants `first` and `last`; F leaves them in P.
    virtual void enter_front(const T* first, StateView<T> P, int lines) const = 0;
    virtual void enter_back(const T* last, StateView<T> P, StateView<T> E, int lines) const = 0;

    // Filters the first `length` samples of each line in place from the states that enter the block: causal,
    // then anticausal when `both`.
    virtual void filter(T* tile, int length, int lines, const T* carries, std::ptrdiff_t pitch, bool both,
                        Fetch& fetch) const = 0;

    // One pass of the two, from the states, which become those that leave the block.
    virtual void pass(T* tile, int length, int lines, StateView<T> states, bool anticausal) const = 0;
};

// For an axis of `length` samples in blocks of `block`; other than those of block_size have carries, but no pixels.
// Gains are not applied: each pass answers a constant with itself, or with its response().
template <class T>
std::unique_ptr<AxisFilter<T>> make_axis_filter(const AxisDesign& filter, Realisation realisation,
                                                BoundaryKind boundary, long long length,
                                                int block = block_size);

}  // namespace sweep::cpu
