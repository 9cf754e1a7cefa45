// The edge filter (core/edge/edge_filter.h) on the CPU: columns by blocks, rows at once in bands that stay in a
// cache. An iteration reads image and guide twice and writes the image once; weights are never in memory.
#pragma once

#include <memory>

#include "core/edge/edge_filter.h"

namespace sweep::cpu {

// What the filter of one shape needs, to run again and again. One thread calls it.
class EdgeFilterRun {
  public:
    // Of images of this shape and f32 or f64, with a guide of these channels and the same type. `threads`: at most so
    // many; 0: one per core. Throws Error(usage) as validate() does, and Error(failed) where memory does not suffice.
    EdgeFilterRun(const EdgeFilter& filter, BoundaryKind boundary, const Shape& image, int guide_channels,
                  Sample sample, int threads = 0);
    ~EdgeFilterRun();

    // `in` may be the guide or `out`; the guide may not be `out`.
    void run(ConstImageView in, ConstImageView guide, ImageView out);
    std::size_t bytes() const;

    class Bands;

  private:
    const std::unique_ptr<Bands> bands_;
};

}  // namespace sweep::cpu
