// Whether the sections of a filter with zeros can leave their outputs in units of their own responses.
#pragma once

#include "core/design/design.h"

namespace sweep {

// True if in all passes each section remembers, does not alternate, and responds to a sample at that sample, and by a
// number that is far within the range of a float: a section may then leave its output in units of that response
// (gpu/scan/zeros_filter.cuh).
bool has_units(const FilterDesign& filter);

}  // namespace sweep
