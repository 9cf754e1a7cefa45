// The pictures that one OpenEXR has, so that a window can go from one to the next.
#pragma once

#include <filesystem>
#include <vector>

#include "files/codecs.h"

namespace sweep {

// What each of them is chosen by: nothing for the first, the usual one, then the others as they stand in the file.
// Empty: it has one, or is no OpenEXR that can be read.
std::vector<PictureChoice> layers_in(const std::filesystem::path& path);

}  // namespace sweep
