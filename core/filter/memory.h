// The memory of a filter: how many samples it takes until a pass forgets, to the digits of float32.
#pragma once

#include "core/filter/pass_design.h"

namespace sweep {

// The number of samples after which all that is left of the impulse response of the pass, in magnitude, is at
// most 2^-22 of the whole: 12 for the cubic B-spline's inverse, 19 for the quintic's, about 15 sigma for the
// Gaussian of order 3. `most` if it is longer than that. A pass that begins so many samples early, from any
// state within the range of the image, leaves float32 little to tell.
int memory(const PassDesign& pass, int most);

// The longest memory of the first `passes` passes.
int memory(const FilterDesign& filter, int passes, int most);

}  // namespace sweep
