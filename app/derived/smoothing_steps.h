// Filters that make a smooth picture in steps, for the window to show how far they have come: nonlinear diffusion.
#pragma once

#include <functional>
#include <memory>

#include "core/base/image.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/problem/problem.h"

namespace sweep::app {

class SmoothingSteps {
  public:
    virtual ~SmoothingSteps() = default;
    virtual int count() const = 0;  // of all steps
    virtual void step() = 0;
    virtual const Image& smooth() = 0;  // the picture after the steps so far, of f32
};

// Begins with these pixels, of f32, which live as long as the steps do. Throws Error as DiffusionRun does.
using MakeSteps = std::function<std::unique_ptr<SmoothingSteps>(ConstImageView light)>;

MakeSteps diffusion_steps(const DiffusionFilter& filter, EngineKind engine);

}  // namespace sweep::app
