// Parses the command line. Nothing here looks at files or at the machine.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/options.h"
#include "app/request/view_option.h"

namespace sweep::app {

// Parses the arguments, without the program's name. Throws Error(usage), with one line of text.
Options parse_options(const std::vector<std::string>& arguments);

// The arguments of a window with each option in one piece, "--name=value". Throws Error(usage) for an unknown
// option.
std::vector<std::string> joined_arguments(const std::vector<std::string>& arguments);

// The options of the view, in the order in which they are listed. The options of the filter are not among
// them.
const std::vector<ViewOption>& view_options();

// Whether the window has an option of this name, without its dashes.
bool is_window_option(const std::string& name);

}  // namespace sweep::app
