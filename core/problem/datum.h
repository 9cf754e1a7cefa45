// The datum: the constant of each channel relative to which an engine computes a run, or a block of one.
//
// The filters have a constant response to a constant, so they can filter x - c, and c's response is added again when
// the result is written. A constant image is then zero throughout, and comes out to the last bit; a small signal on a
// large constant keeps its digits.
//
// Taking c off costs as many digits as c is larger than the samples. So c is the number of least magnitude among the
// constant outside the image and the samples at the points of a lattice, its corners and edges among them. The lattice
// is so narrow that the filter remembers several of its points wherever it is: c is nowhere large beside what the
// filter remembers, and a few outliers do not decide it. ARCHITECTURE.md says which algorithms on CUDA have a wider
// one, or a datum for each block. Where the lines of an axis start from zero or continue as zeros, c is 0. What does
// not run, an axis or a pass, has no part in this.
#pragma once

#include <cstddef>
#include <optional>

#include "core/base/host_device.h"
#include "core/design/design.h"
#include "core/problem/problem.h"

namespace sweep {

// True if passes run down or up the columns, or right or left along the rows.
bool runs_along_columns(const Problem& problem);
bool runs_along_rows(const Problem& problem);

// Where engines look for the datum: the points of a lattice over the image, its edges included.
struct DatumLattice {
    int columns, rows;   // numbers of points
    int step_x, step_y;  // samples from a point to the next; the last step may be shorter
    int last_x, last_y;  // the image's last column and row

    SWEEP_INLINE constexpr int x(int i) const { return i * step_x < last_x ? i * step_x : last_x; }
    SWEEP_INLINE constexpr int y(int j) const { return j * step_y < last_y ? j * step_y : last_y; }
};

// The lattice that has several points within what the filter remembers of each axis, and several along each axis of the
// image. `filter` is the design of the problem's filter.
DatumLattice datum_lattice(const Problem& problem, const FilterDesign& filter);

// True if along an axis that runs the filter, whose design is `filter`, remembers less than so many samples. That is
// found sooner than the lattice, which looks as far as the slowest filters remember.
bool remembers_less(const Problem& problem, const FilterDesign& filter, int samples);

// The constant outside the image along the axes that run, 0 under `none` and `zero`; nothing if there is none. The
// datum is not larger, and so is 0 where this is.
std::optional<double> constant_outside(const Problem& problem, std::size_t channel);

}  // namespace sweep
