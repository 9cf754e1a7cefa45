// Signals: images of one row or one column, as algorithms 1 and 3 filter them. The signal runs along the long
// axis; on the short axis each sample is a line of its own.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/blocks/carries.h"
#include "core/problem/designed_problem.h"

namespace sweep {

struct Signal {
    bool along_rows;   // the image is one row; otherwise it is one column
    int length;        // samples in each channel
    int passes;        // passes along the signal: 0, 1 (causal) or 2
    int short_passes;  // passes across it: 0, 1 or 2
};

// The signal of a problem, whose image must have one row or one column.
Signal signal_of(const Problem& problem);

// The factor by which the passes across a signal multiply each sample relative to the constant outside, gains left
// out: a line of one sample x becomes factor * x, because what lies beyond it is either zero or x again.
double factor_across(const DesignedProblem& asked);

// The carries of algorithms 1 and 3, made absolute. An engine keeps them relative to its datum:
// relative(channel, m, k) is number k < 2 r of P and E together at block m, of `block` samples. of_ones[pass]
// is the state in which a pass enters an image of ones that continues as ones; `datum` has one number for
// each channel, the datum and what the passes across the signal have added to it.
Carries signal_carries(const DesignedProblem& asked, int block,
                       const std::function<double(int channel, int m, int k)>& relative,
                       const std::array<std::vector<double>, 4>& of_ones, const std::vector<double>& datum);

}  // namespace sweep
