// The truth of nonlinear diffusion: its definition, in sequence and in double, line by line.
// It shares no code with the engines.
#pragma once

#include "core/diffusion/diffusion_filter.h"

namespace sweep {

// The image after the diffusion, of the shape of `in`, in f64. Its samples are f32 or f64.
// Throws Error(usage) as validate() does.
Image diffusion_reference(const DiffusionFilter& filter, ConstImageView in);

}  // namespace sweep
