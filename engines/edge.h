// The edge filter (core/edge/edge_filter.h) by the engines of this program that have it.
#pragma once

#include <memory>

#include "core/edge/edge_filter.h"
#include "core/problem/problem.h"

namespace sweep {

namespace cpu {
class EdgeFilterRun;
}

// The engine that filters where this one is asked for: the CPU where none is. Throws Error(usage) where it has no edge filter.
EngineKind edge_engine(EngineKind asked);

// A filter of images of one shape, to run again and again. One thread calls it.
class EdgeRun {
  public:
    // Of images of f32 or f64, and guides of the same type. Throws Error(usage) as validate() and edge_engine() do, and
    // Error(failed) where memory does not suffice.
    EdgeRun(EngineKind asked, const EdgeFilter& filter, BoundaryKind boundary, const Shape& image,
            int guide_channels, Sample sample);
    ~EdgeRun();

    // `in` may be the guide, and `out`, which may not be the guide.
    void run(ConstImageView in, ConstImageView guide, ImageView out);

  private:
    const EdgeFilter filter_;
    const BoundaryKind boundary_;
    std::unique_ptr<cpu::EdgeFilterRun> cpu_;  // null: the reference
};

}  // namespace sweep
