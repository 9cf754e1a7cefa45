// The stage lists by family; core/stages.h is what callers see. Files: core/stages_*.cpp.
#pragma once

#include "core/stages.h"

namespace sweep {

// Summed-area tables, and the box blur from them.
std::vector<Stage> table_stages(const Problem& problem, int block);

}  // namespace sweep
