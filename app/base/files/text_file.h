// Reads files of text that a user names: scripts, lectures.
#pragma once

#include <string>

namespace sweep::app {

// The file's bytes. `what` names it in errors: "script". Throws Error(unreadable_input) if it does not exist, is no
// regular file, cannot be read, or has more than `most` bytes.
std::string read_text(const std::string& file, const std::string& what, std::size_t most);

}  // namespace sweep::app
