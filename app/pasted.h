// What the clipboard holds, where it is text about files.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sweep::app {

// The files and folders that the lines of a text name, those that are there: as paths, in quotation marks or not, and as
// file:// URIs, which is how file managers copy them. Looks at the first hundred lines.
std::vector<std::filesystem::path> files_in_text(std::string_view text);

}  // namespace sweep::app
