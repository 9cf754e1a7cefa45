// The bilateral filter (core/bilateral/bilateral_filter.h) on the engines that have it: the CPU, and the reference.
#pragma once

#include <memory>
#include <span>

#include "core/bilateral/bilateral_filter.h"
#include "core/problem/problem.h"

namespace sweep {

namespace cpu {
class BilateralFilterRun;
}

// The engine that does it: `automatic` is the CPU. Throws Error(usage) for one that does not.
EngineKind bilateral_engine(EngineKind asked);

// What an engine gets through in a few seconds on two cores, and what takes it some minutes.
double taps_in_seconds(EngineKind engine);
double taps_in_minutes(EngineKind engine);
// Throws Error(usage) where it would take longer than these, and says how it can be done.
void require_bilateral_time(EngineKind engine, const BilateralFilter& filter, const Shape& image);

// A filter of images of one type of samples. One thread calls it.
class BilateralRun {
  public:
    // Of images and guides of f32 or f64. Throws Error(usage) as bilateral_engine() does.
    BilateralRun(EngineKind asked, const BilateralFilter& filter, BoundaryKind boundary, Sample sample);
    ~BilateralRun();

    // In host memory. `out` may be `in`. Throws Error(usage) as validate() does,
    // and Error(failed) where memory does not suffice.
    void run(ConstImageView in, ConstImageView guide, ImageView out);
    // The same in parts: begin(), then run_parts() of some within `cut`, into an image of the shape of `in`, whose
    // other pixels stay as they are. `in` and `guide` live until the last one, and stay as they are.
    void begin(ConstImageView in, ConstImageView guide, const Rectangle& cut);
    void run_parts(std::span<const Rectangle> parts, ImageView out);

  private:
    const BilateralFilter filter_;
    const BoundaryKind boundary_;
    std::unique_ptr<cpu::BilateralFilterRun> cpu_;  // null: the reference
    ConstImageView in_, guide_;
};

}  // namespace sweep
