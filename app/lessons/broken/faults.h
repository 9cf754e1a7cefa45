// Filters that are broken on purpose: the wrong picture, the right one, how far they are apart, and why.
//
// The right picture is the reference's. The wrong one is computed in double, by the algebra of blocks or by the
// reference, but for the two faults of float32: these are runs of the CPU engine itself.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/work/checks/comparison.h"
#include "app/work/request/teach_settings.h"
#include "core/base/image.h"
#include "core/problem/problem.h"

namespace sweep::app {

// How many times larger the echo of an unstable pole becomes from one edge of the picture to the other.
inline constexpr double unstable_growth = 64;

// Images are float64, with the problem's channels.
struct Broken {
    Fault fault = Fault::none;
    int block = 0;       // side of a block; 0: the fault is none of blocks
    int passes = 0;      // of the pictures
    bool table = false;  // they are box means from a table
    Image wrong, right;
    // Where carries are missing: what they would add, so that wrong + missing = right. Otherwise empty.
    Image missing;
    Statistics off;  // of wrong - right
    double control =
        -1;  // the largest error of the same computation without the fault; negative: there is none
    std::vector<std::pair<std::string, std::string>> facts;  // more numbers, each with its name
};

// Breaks the filter of the problem. `in` is float32, with the problem's shape; blocks have sides of `block` pixels.
// Throws Error(usage), one line, where the filter has no such fault.
Broken break_filter(const Problem& problem, ConstImageView in, Fault fault, int block);

// The side of blocks, up to `block`, of which rows or columns of pixels are left over at the right and below, where
// there is one.
int odd_block(const Shape& shape, int block);

// The boundary that is taken for the other: zero, and clamp where the boundary is dark already.
Boundary wrong_boundary(const Boundary& boundary);

// wrong - right, or another difference of float64 images, in float32.
Image difference_of(const Image& a, const Image& b);

// What a panel says about a fault.
struct FaultWords {
    const char* item;  // in a list of questions "What if .."
    const char* title;
    const char* lacks;   // what is missing, in a sentence
    const char* looks;   // why the picture looks as it does
    const char* source;  // the equation
    const char* by;      // what computed it
};
const FaultWords& words_of(Fault fault);

}  // namespace sweep::app
