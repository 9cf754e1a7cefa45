// Text that is printed to a terminal.
#pragma once

#include <string>

namespace sweep::app {

// Prints a note, one line, to stderr. A note is worth knowing and is not an error.
void note(const std::string& text);

}  // namespace sweep::app
