// The filters of the slots as options, each a command line in a command line.
#pragma once

#include <string>
#include <vector>

#include "app/request/view_option.h"

namespace sweep::app {

// Parses a command line and returns its filter. Throws Error(usage).
using FilterParser = FilterSettings (*)(const std::vector<std::string>& arguments);

// The option of slot `index`, from 0.
ViewOption slot_option(std::size_t index, FilterParser parse);

}  // namespace sweep::app
