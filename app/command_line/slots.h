// The filters of the slots as options, each a command line in a command line.
#pragma once

#include <cstddef>

#include "app/work/options/view_option.h"

namespace sweep::app {

// The option of slot `index`, from 0.
ViewOption slot_option(std::size_t index);

}  // namespace sweep::app
