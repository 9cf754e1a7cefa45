// A saved picture of the window says how it was made: its label is the command line that shows the same again.
#pragma once

#include "app/options.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sweep::app {

// Whether a label (core/image_file.h) is such a command line.
bool is_state(std::string_view label);

// What a saved state asks for. Throws Error(usage), as parse_options() does: another version may know other options.
Options options_of_state(const std::string& state);

// `options` were parsed from `arguments` and name a picture with --state-of: the same arguments on top of its state.
// Throws Error(unreadable_input) when the file has none.
Options with_state_of(const Options& options, std::vector<std::string> arguments);

}  // namespace sweep::app
