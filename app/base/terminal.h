// Text that is printed to a terminal.
#pragma once

#include <cstdio>
#include <string>

namespace sweep::app {

// Prints text. What a stream does not take, because it is closed or full, is no reason to lose a result: it is lost,
// and of standard output main() says so in the end.
void print(std::FILE* to, const std::string& text);

// Prints a note, one line, to stderr. A note is worth knowing and is not an error.
void note(const std::string& text);

}  // namespace sweep::app
