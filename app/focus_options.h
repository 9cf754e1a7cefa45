// The depth of field on the command line, in scripts and in `copy state`.
#pragma once

#include "app/view_options.h"

namespace sweep::app {

void add_focus_options(std::vector<ViewOption>& rows);

}  // namespace sweep::app
