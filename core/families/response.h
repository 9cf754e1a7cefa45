// What the stages of `fft` and its engine agree about.
#pragma once

#include "core/problem/problem.h"

namespace sweep {

// The shape whose transforms `fft` takes: the image's, or under mirror and reflect101 that of the image together
// with its mirror image, about twice as long each way. A single sample is doubled too, because two is the shortest
// length of a transform.
Shape transform_shape(const Problem& problem);

}  // namespace sweep
