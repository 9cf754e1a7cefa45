// The truth of the bilateral filter: its definition, pixel by pixel in double. It shares no code with the engines.
#pragma once

#include "core/bilateral/bilateral_filter.h"

namespace sweep {

// A part of the filtered image, of its size and the channels of `in`, in f64. The samples of both are f32 or f64.
// Throws Error(usage) as validate() does.
Image bilateral_reference(const BilateralFilter& filter, BoundaryKind boundary, ConstImageView in,
                          ConstImageView guide, const Rectangle& part);
inline Image bilateral_reference(const BilateralFilter& filter, BoundaryKind boundary, ConstImageView in,
                                 ConstImageView guide) {
    return bilateral_reference(filter, boundary, in, guide, whole(in.shape));
}

}  // namespace sweep
