// Images of one row or one column, as algorithms 1 and 3 see them: a signal along the long axis, and samples that are
// lines of their own along the short one.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/carries.h"
#include "core/filter_design.h"
#include "core/problem.h"

namespace sweep {

struct Signal {
    bool along_rows;   // one row; otherwise one column
    int length;        // samples of each channel
    int passes;        // along the signal: 0, 1 (causal) or 2
    int short_passes;  // across it
};

// The problem's image must have one row or one column.
Signal signal_of(const Problem& problem);

// What the passes across a signal make of a sample, relative to the datum: a line of one sample x becomes
// factor * x, for what lies beyond it is zero, or x again. Gains left out.
double factor_across(const Problem& problem);

// The carries of algorithms 1 and 3 that an engine has left relative to its datum: relative(channel, m, k) is number k of
// P and E together at block m of `block` samples. `of_ones` are the states in which the four passes enter an image of ones
// that goes on as ones, `datum` a number a channel.
Carries signal_carries(const Problem& problem, int block,
                       const std::function<double(int channel, int m, int k)>& relative,
                       const std::array<std::vector<double>, 4>& of_ones, const std::vector<double>& datum);

}  // namespace sweep
