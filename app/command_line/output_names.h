// The names of the files that are made of many.
#pragma once

#include <string>
#include <vector>

namespace sweep::app {

// The name that a pattern makes of each input: {name} is its name without folder and extension, {ext} its
// extension, {index} its number from 1 on, with zeros before it so that names sort as the inputs do. Throws
// Error(usage) for anything else in braces.
std::vector<std::string> output_names(const std::string& pattern, const std::vector<std::string>& inputs);

}  // namespace sweep::app
