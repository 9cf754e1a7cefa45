// Algorithm `halo`: blocks that begin early. A block reads a halo as wide as the filter's memory around its own
// samples, and starts its passes there from zero: by the time that they reach the block's own samples they have
// forgotten where they started, to the digits of float32. Nothing is carried between blocks, so that one kernel
// reads the image once and writes it once.
//
// A filter with zeros is taken by the taps of its response, which is shorter than the memory of its passes: that of
// the Gaussian to 3e-4 reaches 8 samples at sigma 1, where a pass remembers 20.
#pragma once

#include <string>

#include "core/design/taps.h"
#include "core/problem/designed_problem.h"

namespace sweep {

// The limits: the order, and the samples of the halo of a filter of that order.
inline constexpr int most_halo_order = 3;
constexpr int most_halo(int order) {
    return order == 3 ? 20 : 28;
}

// The same of a filter with zeros, of any order.
inline constexpr int most_taps_halo = 24;

// The samples of a block's halo on each side of a line: the memory less one, since the first sample that
// counts stands one beyond them, or the reach of the taps. For the first `passes` passes; more than most_halo(), or
// most_taps_halo, where that is too long.
int halo_of(const FilterDesign& filter, int passes);

// The taps of the first `passes` passes along both axes, less those at either end that hold 2^-23 of the sum of
// magnitudes. The filter's poles die away fast.
struct HaloTaps {
    Taps columns, rows;
};
HaloTaps halo_taps(const FilterDesign& filter, int passes);

// The samples that the taps reach on the side where they reach farther.
int reach_of(const Taps& taps);

// Why the algorithm does not take the filter: its memory is too long, or its order too high. Empty: it does.
std::string halo_refusal(const FilterDesign& filter, int passes);

// The largest error of the algorithm, relative to the largest output, as tried on a line along each axis. 0 for
// the kinds of filters that are known to be exact in direct feedback wherever their memory is short.
double halo_error(const DesignedProblem& asked, Trials& trials);

}  // namespace sweep
