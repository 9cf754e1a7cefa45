// One line of one pass in double, with the state behind it: the numbers that the view of the passes prints.
#pragma once

#include "core/filter_design.h"
#include "core/filter_spec.h"

#include <span>
#include <string>
#include <vector>

namespace sweep::app {

// A line as a pass sees it. Samples are counted in the direction of the pass: number 0 is the first one that it
// meets, negative ones lie before the picture, where the boundary continues it.
struct LineTrace {
    static constexpr int margin = 40;  // samples that are kept on each side

    PassDesign pass;
    bool forward = true;  // down or right; otherwise up or left
    int length = 0, order = 0;
    std::vector<double> b;  // b[j] of x_{i-j}, with the pass's gain
    bool plain = true;      // nothing is fed forward: delta_steps() applies

    double x(int i) const { return inputs[std::size_t(i + margin)]; }
    double y(int i) const { return outputs[std::size_t(i + margin)]; }
    // The numbers of the delta form after sample i >= -1; -1: those in which the pass enters the picture.
    std::span<const double> state(int i) const {
        return {states.data() + std::size_t(i + 1) * std::size_t(order), std::size_t(order)};
    }
    // The picture's index of sample i.
    int index(int i) const { return forward ? i : length - 1 - i; }

    std::vector<double> inputs, outputs, states;
};

// `line`: the samples of the axis's input, along it: of X for columns, of Z for rows. `outside`: what the boundaries
// zero and constant have there. `anticausal`: the second pass of the axis, whose input is what the first one leaves,
// inside the picture and beyond. The boundary is run over, not reasoned about, as in core/reference.
LineTrace trace_line(const AxisDesign& axis, const Boundary& boundary, double outside, bool anticausal,
                     std::span<const double> line);

// y_i = b_0 x_i + .. - d_1 y_{i-1} - ..
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

// The same sample by the delta form, a line for each number of the state; `line.plain` must be true. The last one times
// the pass's gain is y_i.
struct DeltaStep {
    std::string name;     // "w", "v", "y"
    std::string formula;  // "w + g (x - w)"
    std::string numbers;  // the same with numbers
    double value = 0;     // by the formula
};
std::vector<DeltaStep> delta_steps(const LineTrace& line, int i);

// The response of one axis to a one, around its middle: `half` samples on each side. `passes`: 1 is the causal pass
// alone, 2 both.
std::vector<double> response_of(const AxisDesign& axis, int passes, int half);

// The sampled Gaussian or its derivative, of the same size. order 0, 1 or 2.
std::vector<double> ideal_response(double sigma, int derivative, int half);

}  // namespace sweep::app
