// Finds the program's own files. An installed program has them beside itself, a built one in the source tree
// that it was built from.
#pragma once

#include <filesystem>
#include <string>

namespace sweep::app {

// The path of a file of shaders/ or assets/. Throws Error(failed) when these folders are not there.
std::filesystem::path data_file(const std::string& relative);

}  // namespace sweep::app
