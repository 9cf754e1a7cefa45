// The choices that the size of an image decides, as rows of numbers: one for each GPU that was measured (rows.cpp), one for all
// others, and such as tuner.h measures where it runs. Code that chooses asks a row, and has no number of its own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace sweep::gpu {

// What is fastest from so many pixels on.
struct Choice {
    std::size_t from = 0;  // pixels
    // What `auto` takes: overlapped7 or resident8, of tables sat_one_pass or sat.
    Algorithm algorithm = Algorithm::overlapped7;
    int block =
        64;  // side of the blocks of algorithm 7, also where 8 is chosen and does not hold the image, or of sat-1pass
    Path path = Path::hopper;  // of problems that bulk copies can move
    friend bool operator==(const Choice&, const Choice&) = default;
};

// Problems that share their choices.
struct ProblemClass {
    int order = 0;  // of the filter, 1 to most_tuned_order; 0: summed-area tables
    int channels = 1;
    Sample samples = Sample::f32;  // u8 or f32
    bool in_bulk = false;          // bulk copies can move image and result
    friend bool operator==(const ProblemClass&, const ProblemClass&) = default;
};

// Filters of higher orders have blocks of one size.
inline constexpr int most_tuned_order = 5;

struct ClassChoices {
    ProblemClass of;
    std::vector<Choice> choices;  // the first from 0 on
    // Of algorithm 7: rows of more pixels than `wide` are not held by one thread block of step 7.3 for blocks of 64, and have
    // blocks of `wide_block` instead of those; 0: they have no others.
    int wide = 0, wide_block = 0;
    friend bool operator==(const ClassChoices&, const ClassChoices&) = default;
};

struct Tuning {
    std::string gpu;     // as the driver names it; empty: any
    std::string origin;  // where the numbers come from, a line
    std::vector<ClassChoices> classes;
};

// The row of that GPU, or the one for GPUs that nobody has measured.
const Tuning& built_in_tuning(std::string_view gpu);
bool has_built_in_tuning(std::string_view gpu);

// The class of a problem, the `algorithm` of which is not automatic; `in_bulk`: bulk copies can move image and result.
ProblemClass class_of(const Problem& problem, bool in_bulk);

// What the row says of problems of that class, or else the built-in row for all GPUs; nullptr: there is nothing to choose.
const ClassChoices* choices_of(const Tuning& tuning, const ProblemClass& of);

// What is chosen for such an image.
Choice choice_for(const ClassChoices& of, const Shape& shape);

// Whether a problem is one that rows speak of: algorithm 7 in the form that has several blocks, or a table of `auto`.
bool is_tuned(const Problem& problem);

}  // namespace sweep::gpu
