// What files say beside their pictures (files/metadata), as a target.
#pragma once

#include <string>
#include <vector>

#include "files/output_file.h"

namespace sweep::fuzz {

void run_metadata(Bytes file);
std::vector<std::string> metadata_seeds();
std::vector<std::string> metadata_words();

}  // namespace sweep::fuzz
