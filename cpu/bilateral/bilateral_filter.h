// The bilateral filter (core/bilateral/bilateral_filter.h) on the CPU: every tap of every pixel, from planes in which
// image and guide go on as the boundary says.
#pragma once

#include <memory>
#include <span>

#include "core/bilateral/bilateral_filter.h"

namespace sweep::cpu {

// Filters parts of an image, in any order. One thread calls it.
class BilateralFilterRun {
  public:
    // Of images and guides of f32 or f64. `threads`: at most so many; 0: one per core. Throws Error(usage) as
    // validate() does, once begin() has the shapes.
    BilateralFilterRun(const BilateralFilter& filter, BoundaryKind boundary, Sample sample, int threads = 0);
    ~BilateralFilterRun();

    // Takes what the pixels of `cut` read. `in` lives until the last run().
    // Throws Error(failed) where memory does not suffice.
    void begin(ConstImageView in, ConstImageView guide, const Rectangle& cut);
    // Filters these parts of the cut into `out`, which has the shape of `in`, and may be `in`;
    // other pixels stay as they are there.
    void run(std::span<const Rectangle> parts, ImageView out);
    std::size_t bytes() const;  // of the planes of the last cut

    class Planes;

  private:
    const std::unique_ptr<Planes> planes_;
};

}  // namespace sweep::cpu
