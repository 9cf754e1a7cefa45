// The numbers of a filter as the shaders of algorithm 7 read them: blocks of uniforms, in vectors of four floats
// (opengl/shaders/, where their layout is described).
#pragma once

#include <array>
#include <vector>

#include "core/problem/designed_problem.h"

namespace sweep::opengl {

using Vectors = std::vector<std::array<float, 4>>;

// How a recurrence is computed, FORM of the shaders.
enum class Form { delta, alternating, pole_zero };
Form form_of(const DesignedProblem& asked);

struct OverlappedNumbers {
    Vectors passes;         // recurrence.glsl
    Vectors weights;        // weights.glsl
    Vectors columns, rows;  // scan.glsl, of either axis
};

// For blocks of `block`, and segments of so many blocks of a column and of a row.
OverlappedNumbers overlapped_numbers(const DesignedProblem& asked, int block, int column_segment,
                                     int row_segment);

// The states in which the four passes enter an image of ones that continues as ones: what a datum of 1 takes off.
using OfOnes = std::array<std::vector<double>, 4>;
OfOnes states_of_ones(const DesignedProblem& asked);

}  // namespace sweep::opengl
