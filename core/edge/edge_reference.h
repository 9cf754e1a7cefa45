// The truth of the edge filter: its definition, in sequence and in double, without blocks. It shares no code with the
// engines' algebra (core/edge/segment.h).
#pragma once

#include "core/edge/edge_filter.h"

namespace sweep {

// The filtered image, of the shape of `in`, in f64. The samples of both are f32 or f64. Throws Error(usage) as
// validate() does.
Image edge_reference(const EdgeFilter& filter, BoundaryKind boundary, ConstImageView in,
                     ConstImageView guide);

}  // namespace sweep
