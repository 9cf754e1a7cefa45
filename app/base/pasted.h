// Finds names of files in text from the clipboard.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sweep::app {

// The existing files and folders that the first hundred lines of a text name, one a line: as paths, in
// quotation marks or not, or as file:// URIs, which is how file managers copy them.
std::vector<std::filesystem::path> files_in_text(std::string_view text);

}  // namespace sweep::app
