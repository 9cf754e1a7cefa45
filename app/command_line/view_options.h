// The settings of the window's view as options: one table of names, which the command line and scripts read
// and copy-state writes.
#pragma once

#include <vector>

#include "app/work/options/view_option.h"

namespace sweep::app {

// The rows, in the order in which they are listed.
const std::vector<ViewOption>& view_options();

}  // namespace sweep::app
