// A filter as options of a command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/request/filter_settings.h"

namespace sweep::app {

// The options in which these settings differ from the defaults: {"--sigma=12", "--order=5"}.
std::vector<std::string> filter_arguments(const FilterSettings& settings);

// Whether an option of this name, without its dashes, is one that filter_arguments() may write.
bool is_filter_option(std::string_view name);

}  // namespace sweep::app
