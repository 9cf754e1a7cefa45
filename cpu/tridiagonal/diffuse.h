// Steps of a nonlinear diffusion (core/diffusion/diffusion_filter.h) on the threads of the CPU.
#pragma once

#include <vector>

#include "core/base/image.h"
#include "core/diffusion/diffusion_filter.h"
#include "cpu/base/threads.h"

namespace sweep::cpu {

// All is in double, as the eighth power of a gradient needs it. Its memory is of four planes.
class DiffusionSteps {
  public:
    // Of images of this shape. Throws Error(failed) where memory does not suffice.
    DiffusionSteps(const DiffusionFilter& filter, const Shape& shape);

    // A step. `u`: shape.channels planes, packed, one behind the other; `smooth`: the same, smoothed by G, in place
    // of which comes what the step makes of u.
    void run(const double* u, double* smooth);

  private:
    void find_diffusivity(const double* smooth);
    // The systems of all rows, or of all columns.
    enum class Lines { rows, columns };
    void find_systems(Lines lines);
    void solve(Lines lines, const double* u, double* out) const;
    std::ptrdiff_t along(Lines lines) const { return lines == Lines::rows ? 1 : shape_.width; }

    const DiffusionFilter filter_;
    const Shape shape_;
    const std::ptrdiff_t pixels_;
    Threads threads_{0};
    std::vector<double> g_, upper_, diagonal_,
        columns_;  // upper_ begins with a row that is not read as a number
};

}  // namespace sweep::cpu
