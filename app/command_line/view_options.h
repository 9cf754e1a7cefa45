// The settings of the window's view as options: one table of names, which the command line and scripts read
// and copy-state writes.
#pragma once

#include <vector>

#include "app/command_line/slots.h"
#include "app/request/view_option.h"

namespace sweep::app {

// The rows, in the order in which they are listed. `parse` parses the filter of a slot.
std::vector<ViewOption> make_view_options(FilterParser parse);

}  // namespace sweep::app
