// The options of the depth of field, for the command line, scripts and `copy state`.
#pragma once

#include "app/request/view_option.h"

namespace sweep::app {

void add_focus_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
