// A line filtered exactly, with whatever its boundary puts outside of it: the definition, in sequence, without blocks.
// The reference stands on it, and so do lessons that show the states of a pass. It may not reach core/blocks/ through
// any include, so that no mistake there is repeated here; the test `layers` sees to it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "core/design/design.h"

namespace sweep {

// In which realisation and in which numbers the passes run.
struct LineForm {
    Realisation form;
    enum Numbers { f64, f80, f128 } numbers;  // double, long double, and the widest that there are
};

// The form that keeps the digits of double through both passes of an axis, and through all passes of a filter.
LineForm exact_form(const AxisDesign& axis);
LineForm exact_form(const FilterDesign& filter);

class ExactLine {
  public:
    virtual ~ExactLine() = default;
    // Filters a line in place, whose samples are `step` apart. `outside` continues it under `zero` and `constant`.
    virtual void operator()(double* x, std::ptrdiff_t step, double outside) = 0;

    // The states with which the causal pass has entered the last line from before, and the anticausal one from
    // behind. No gains are in them: what runs from them, runs over samples without the gain of the pass before.
    std::array<double, max_cascade_order> first{}, last{};
};

// Both passes of an axis, or the causal one alone, over lines of n samples. The forms are those of exact_form(), delta
// and pole_zero in f64 for the states that they have there, and direct in f80 for the states that are outputs, up to
// max_direct_order.
std::unique_ptr<ExactLine> exact_line(const AxisDesign& axis, LineForm form, BoundaryKind boundary, bool both,
                                      int n);

}  // namespace sweep
