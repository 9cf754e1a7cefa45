// Both passes over one line by blocks, as the engines filter an image: the dots of the blocks, the scans of the
// carries, and the blocks again. What the engines' arithmetic loses can be tried on it.
#pragma once

#include <vector>

#include "core/base/image.h"
#include "core/design/design.h"

namespace sweep {

// The results, one for each way in which the engines scan the carries, without the gains of the passes. The
// arithmetic is in double where `sample` is f64, and otherwise in float32.
std::vector<std::vector<double>> by_blocks(const AxisDesign& filter, Realisation form, BoundaryKind boundary,
                                           const std::vector<double>& line, Sample sample);

}  // namespace sweep
