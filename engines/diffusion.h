// Nonlinear diffusion (core/diffusion/diffusion_filter.h) on the engines that have it: the CPU, and the reference.
#pragma once

#include <memory>
#include <vector>

#include "core/base/image.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/engine/engine.h"

namespace sweep {

namespace cpu {
class DiffusionSteps;
}

// The engine that does it: `automatic` is the CPU. Throws Error(usage) for one that does not.
EngineKind diffusion_engine(EngineKind asked);

// A diffusion of images of one shape, to run again and again. One thread calls it.
class DiffusionRun {
  public:
    // Throws Error(usage) as validate() and diffusion_engine() do, and Error(failed) where memory does not suffice.
    DiffusionRun(EngineKind asked, const DiffusionFilter& filter, const Shape& shape);
    ~DiffusionRun();

    // In host memory, of f32 or f64; `out` may be `in`. Throws Error(usage) where a sample is not finite.
    void run(ConstImageView in, ImageView out);
    // The same in parts: begin(), then filter.steps times step(). store() gives the image as it is after the steps so
    // far.
    void begin(ConstImageView in);
    void step();
    void store(ImageView out) const;

    std::size_t bytes() const;  // that it holds

  private:
    std::size_t planes() const;  // bytes
    std::size_t place(int y, int i) const;
    void smooth();

    const DiffusionFilter filter_;
    const Shape shape_;
    std::unique_ptr<cpu::DiffusionSteps> steps_;  // null: the reference
    std::unique_ptr<Engine> gaussian_;            // null: the noise is 0
    std::vector<double> u_, smooth_;              // planes, one behind the other
    Image truth_;                                 // of the reference, in f64
};

}  // namespace sweep
