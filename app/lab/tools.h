// What the Lab needs of the machine: other programs, a temporary folder, and the file that a student's program reads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/picture.h"

namespace sweep::app {

// A folder for as long as this lives.
struct TemporaryFolder {
    std::filesystem::path path;
    // Throws Error(unwritable_output).
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

// Words as a shell reads them.
std::string quoted(const std::string& word);
std::string quoted(const std::vector<std::string>& words);

// Runs a line of the shell. Returns its exit code, and appends what it prints to `text`.
int run_shell(const std::string& line, std::string& text);

// At most so many bytes of a file.
std::string beginning_of(const std::filesystem::path& file, std::size_t most);

// The program of this name, which is looked for as a shell does.
std::optional<std::filesystem::path> find_program(const std::string& name);

// The input of a program of the Lab (emulator/lab/program.cpp). Throws Error(unwritable_output).
void write_lab_input(const std::filesystem::path& file, const std::vector<LabPicture>& pictures,
                     const std::vector<float>& coefficients);

}  // namespace sweep::app
