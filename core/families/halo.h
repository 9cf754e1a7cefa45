// Algorithm `halo`: blocks that begin early. A block reads a halo as wide as the filter's memory around its own
// samples, and starts its passes there from zero: by the time that they reach the block's own samples they have
// forgotten where they started, to the digits of float32. Nothing is carried between blocks, so that one kernel
// reads the image once and writes it once.
#pragma once

#include <string>

#include "core/problem/designed_problem.h"

namespace sweep {

// The limits: the order, and the samples of the halo of a filter of that order.
inline constexpr int most_halo_order = 3;
constexpr int most_halo(int order) {
    return order == 3 ? 20 : 28;
}

// The samples of a block's halo on each side of a line: the memory less one, since the first sample that
// counts stands one beyond them. For the first `passes` passes; more than most_halo() where that is too
// long.
int halo_of(const FilterDesign& filter, int passes);

// Why the algorithm does not take the filter: its memory is too long. Empty: it does.
std::string halo_refusal(const FilterDesign& filter, int passes);

// The largest error of the algorithm, relative to the largest output, as tried on a line along each axis. 0 for
// the kinds of filters that are known to be exact in direct feedback wherever their memory is short.
double halo_error(const DesignedProblem& asked, Trials& trials);

}  // namespace sweep
