// The target of the remote, a row of text.cpp.
#pragma once

#include "tests/fuzz/targets.h"

namespace sweep::fuzz {

void run_remote(Bytes input);
std::vector<std::string> remote_seeds();
std::vector<std::string> remote_words();

}  // namespace sweep::fuzz
