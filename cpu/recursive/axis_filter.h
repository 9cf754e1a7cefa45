// A filter along one axis, on blocks whose lines lie side by side: line k of a tile is its column k, so that
// SIMD works across lines and never along one. Rows are filtered by transposing a tile and calling the same
// functions. dots() and filter() fetch what is needed next while they compute.
//
// P is the state of the causal pass F, E that of the anticausal pass R, r their order. Lines are counted in
// multiples of line_multiple. Tiles have a pitch of block_size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "core/design/design.h"
#include "core/filter/recurrence.h"
#include "cpu/base/tile.h"

namespace sweep::cpu {

// States of lines, r numbers each: number k of line i is data[k * pitch + i].
template <class T>
struct StateView {
    T* data;
    std::ptrdiff_t pitch;
};

// Carries of lines: for each block 2 r numbers of each line, P's and then E's; block m begins at data + m *
// block_pitch.
template <class T>
struct CarryView {
    T* data;
    std::ptrdiff_t block_pitch, pitch;
};

template <class T>
class AxisFilter {
  public:
    virtual ~AxisFilter() = default;

    // The perimeters of one block: for each line its 2 r dots with the rows of tail_A_FB and head_A_RB_A_FB
    // (core/blocks/block_algebra.h), dot k of line i at out[k * pitch + i]. `last`: the block is the last one
    // of the axis, which may be shorter.
    virtual void dots(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
                      Fetch& fetch) const = 0;

    // As dots(), of block columns that lie side by side, `blocks` of them and all block_size wide, straight
    // from the rows of an image less `datum`; the dots of each block begin `block_pitch` behind those of the
    // one before. Rows are read in long pieces, eight at a time: memory delivers these faster than blocks.
    virtual void dots_of_image(const T* image, std::ptrdiff_t image_pitch, T datum, int blocks, bool last,
                               T* out, std::ptrdiff_t block_pitch, std::ptrdiff_t pitch) const = 0;

    // As dots(), along the rows of the tile: `lines` counts rows, and line i of `out` is row i.
    virtual void dots_of_rows(const T* tile, int lines, bool last, T* out, std::ptrdiff_t pitch,
                              Fetch& fetch) const = 0;

    // Turns the perimeters P of all blocks of the axis, in place, into the states P that enter the blocks,
    // exact at the boundary. `first` and `last` have the numbers that continue each line before its front and
    // behind its end, or under reflect101 its own first and last sample; `leaving` receives the states with
    // which F leaves the lines. Where lines are periodic the perimeters E must be there already.
    virtual void prologues(CarryView<T> carries, int lines, const T* first, const T* last,
                           StateView<T> leaving) const = 0;

    // Turns the perimeters E of all blocks into the states E that enter them from behind, given the results
    // of prologues(), and `last` as there.
    virtual void epilogues(CarryView<T> carries, int lines, const T* last, StateView<T> leaving) const = 0;

    // prologues() and then epilogues(), some lines at a time.
    void scan(CarryView<T> carries, int lines, const T* first, const T* last) const {
        alignas(64) T leaving[max_order * block_size];
        for (int line = 0; line < lines; line += block_size) {
            const int some = std::min(block_size, lines - line);
            const CarryView<T> theirs{carries.data + line, carries.block_pitch, carries.pitch};
            prologues(theirs, some, first + line, last + line, {leaving, block_size});
            epilogues(theirs, some, last + line, {leaving, block_size});
        }
    }

    // The next three are for lines that are pieces of longer ones, which nothing but states enters.

    // Turns perimeters P into the states that enter the blocks, when `P` enters the lines. `P` becomes the
    // states with which F leaves them.
    virtual void prologues_from(StateView<T> P, CarryView<T> carries, int lines) const = 0;

    // Corrects the states P that enter the blocks, after `change` has been added to the states that enter the
    // lines.
    virtual void add_to_prologues(StateView<T> change, CarryView<T> carries, int lines) const = 0;

    // `E` enters the lines from behind, and becomes the states with which R leaves them at the front. With
    // `keep` the perimeters E become the states that enter the blocks.
    virtual void epilogues_from(StateView<T> E, CarryView<T> carries, int lines, bool keep) const = 0;

    // The states P that enter lines when `first` has the numbers that continue them before their front.
    virtual void enter_front(const T* first, StateView<T> P, int lines) const = 0;

    // The states E that enter lines from behind when `last` has the numbers that continue them there, and F
    // leaves them with P.
    virtual void enter_back(const T* last, StateView<T> P, StateView<T> E, int lines) const = 0;

    // Filters the first `length` samples of each line in place, from the states that enter the block: by the
    // causal pass, and by the anticausal one too when `both`.
    virtual void filter(T* tile, int length, int lines, const T* carries, std::ptrdiff_t pitch, bool both,
                        Fetch& fetch) const = 0;

    // Filters by one of the passes; `states` enter the block and become those that leave it.
    virtual void pass(T* tile, int length, int lines, StateView<T> states, bool anticausal,
                      Fetch& fetch) const = 0;
    void pass(T* tile, int length, int lines, StateView<T> states, bool anticausal) const {
        Fetch nothing;
        pass(tile, length, lines, states, anticausal, nothing);
    }
};

// The filter for an axis of `length` samples in blocks of `block`. Blocks of another size than block_size
// have carries, but no pixels. Gains are not applied: a pass answers a constant with itself, or with its
// response() where it feeds forward.
template <class T>
std::unique_ptr<AxisFilter<T>> make_axis_filter(const AxisDesign& filter, Realisation realisation,
                                                BoundaryKind boundary, long long length,
                                                int block = block_size);

}  // namespace sweep::cpu
