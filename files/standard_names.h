// Names for standard input and output, so that whatever reads and writes files by a name takes pipes, too: InputFile
// reads the one (files/input_file.h), and OutputFile writes the other (files/output_file.h).
#pragma once

#include <filesystem>
#include <string_view>

namespace sweep {

// "/dev/stdin". Its first bytes alone tell its format.
std::filesystem::path standard_input();
bool is_standard_input(const std::filesystem::path& path);

// Standard output for a file of this ending, with or without its dot: "/dev/stdout.png".
std::filesystem::path standard_output(std::string_view ending);
bool is_standard_output(const std::filesystem::path& path);

}  // namespace sweep
