// Filters that make a smooth picture in steps, for the window to show how far they have come: nonlinear diffusion,
// and the bilateral filter.
#pragma once

#include <functional>
#include <memory>

#include "core/base/image.h"
#include "core/bilateral/bilateral_filter.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/problem/problem.h"

namespace sweep::app {

class SmoothingSteps {
  public:
    virtual ~SmoothingSteps() = default;
    virtual int count() const = 0;  // of all steps
    virtual void step() = 0;
    virtual const Image& smooth() = 0;   // the picture after the steps so far, of f32
    virtual Rectangle part() const = 0;  // of it that is smooth
};

// Begins with these pixels, of f32, which live as long as the steps do.
// Throws Error as DiffusionRun and BilateralRun do.
using MakeSteps = std::function<std::unique_ptr<SmoothingSteps>(ConstImageView light)>;

MakeSteps diffusion_steps(const DiffusionFilter& filter, EngineKind engine);
// Of the middle of the picture, as much as takes so many taps, in steps from there outwards.
MakeSteps bilateral_steps(const BilateralFilter& filter, BoundaryKind boundary, EngineKind engine,
                          double most_taps);

// The middle of a part, of its proportions, and of no more pixels than these, but one at least;
// of fewer it is never larger.
Rectangle middle_of(const Rectangle& all, double pixels);

}  // namespace sweep::app
