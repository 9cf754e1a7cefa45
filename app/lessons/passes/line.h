// One line of one pass in double, with its states: the numbers that the view of the passes prints.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/design/design.h"
#include "core/filter/spec.h"

namespace sweep::app {

// A line as a pass sees it. Samples are counted in the direction of the pass: number 0 is the first one that
// it meets; negative ones lie in the extension before the picture.
struct LineTrace {
    static constexpr int margin = 40;  // samples beyond each end that are kept

    PassDesign pass;
    bool forward = true;  // down or right; otherwise up or left
    int length = 0, order = 0;
    std::vector<double> b;  // b[j] of x_{i-j}, with the pass's gain
    bool plain = true;      // there is no feedforward, so delta_steps() applies

    double x(int i) const { return inputs[std::size_t(i + margin)]; }
    double y(int i) const { return outputs[std::size_t(i + margin)]; }
    // The state of the delta realisation after sample i; i = -1: the state in which the pass enters the
    // picture.
    std::span<const double> state(int i) const {
        return {states.data() + std::size_t(i + 1) * std::size_t(order), std::size_t(order)};
    }
    // The picture's index of sample i.
    int index(int i) const { return forward ? i : length - 1 - i; }

    std::vector<double> inputs, outputs, states;
};

// Traces one pass over a line. `line`: the axis's input, a column of X or a row of Z. `outside`: the value of
// the boundaries zero and constant. `anticausal`: the second pass of the axis, whose input is the output of
// the first one, inside the picture and beyond.
LineTrace trace_line(const AxisDesign& axis, const Boundary& boundary, double outside, bool anticausal,
                     std::span<const double> line);

// The terms of y_i = b_0 x_i + .. - d_1 y_{i-1} - ..
struct EquationTerm {
    char symbol;  // x or y
    int back;     // of x_{i - back}
    double coefficient, value;
    double product() const { return coefficient * value; }
};
struct Equation {
    std::vector<EquationTerm> terms;
    double sum = 0;
};
Equation equation_at(const LineTrace& line, int i);

// The lineage of sample i along its line. `made_of[j]`: the share of x_{i-j}, through the feedback, in the magnitudes
// of all that y_i is the sum of; `outside`: that of what lies before the picture. `makes[j]`: how much of y_i is in
// y_{i+j}, as a factor; [0] is 1. Neither goes further than the picture, nor than what is left of it can be seen.
struct LineLineage {
    std::vector<double> made_of, makes;
    double outside = 0;
};
LineLineage lineage_at(const LineTrace& line, int i);

// The same sample by the delta realisation, one step for each number of the state; `line.plain` must be true.
// The last value times the pass's gain is y_i.
struct DeltaStep {
    std::string name;     // "w", "v", "y"
    std::string formula;  // "w + g (x - w)"
    std::string numbers;  // the formula with its numbers
    double value = 0;     // the result of the formula
};
std::vector<DeltaStep> delta_steps(const LineTrace& line, int i);

// The impulse response of one axis, from -half to half. `passes`: 1 is the causal pass alone, 2 is both.
std::vector<double> response_of(const AxisDesign& axis, int passes, int half);

// The sampled Gaussian, or its first or second derivative, from -half to half.
std::vector<double> ideal_response(double sigma, int derivative, int half);

}  // namespace sweep::app
