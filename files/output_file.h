// Output files that appear whole or not at all.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>

namespace sweep {

using Bytes = std::span<const std::uint8_t>;

inline Bytes bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A file that grows beside its target and takes the target's place when it is whole. This is the one way in which Sweep
// writes files. The class is an interface because the module of films (films/module.h) uses it and is not linked to
// this folder.
class OutputFile {
  public:
    OutputFile() = default;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    // Removes the file, unless it has got a name by one of the last two functions.
    virtual ~OutputFile() = default;

    // Takes the bytes, in any order.
    virtual std::FILE* stream() = 0;
    // Renames it to its target after all of it is on the disk: an older file is replaced whole, or stays as it is.
    // Throws Error(unwritable_output).
    virtual void replace_target() = 0;
    // Keeps what is there as a part of what was to be written, and leaves the target alone. Returns its name, which is
    // that of the target with a word: "film.interrupted.mp4", or the first of "film.interrupted-2.mp4" .. that no file
    // has. Throws Error(unwritable_output).
    virtual std::filesystem::path keep_as_part() = 0;
};

// Makes an empty file beside `path`, under a name that nobody can guess and that no file or link had before. From its
// first byte on it has the rights of what it is to replace and, as far as the system allows, its owner, so that nobody
// can read it who could not read that; where there is nothing to replace, it has the rights of any new file. A link
// stays a link, and its target is written, even if it does not exist yet. Throws Error(unwritable_output).
std::unique_ptr<OutputFile> open_output(const std::filesystem::path& path);

// Writes the parts, one after the other, to an OutputFile that replaces `path`. Throws Error(unwritable_output).
void write_file(const std::filesystem::path& path, std::initializer_list<Bytes> parts);

// Removes all files that are not whole, and makes every thread that would open or rename one wait. It is for handlers
// of signals that end the program: it may be called at any time and in any thread, and the program must end afterwards.
void remove_unfinished_files();

// Throws Error(unwritable_output) when it is plain already that `path` cannot be written: its folder does not
// exist, or it is a folder itself. To be asked before long work.
void require_writable(const std::filesystem::path& path);

// As require_writable(), for a folder that is made when it does not exist: something else has its name, or
// that of a folder above it.
void require_folder(const std::filesystem::path& folder);

// Makes a folder, and those above it. Throws Error(unwritable_output).
void make_folder(const std::filesystem::path& folder);

// True when writing to one path is writing to the other, after following links; neither need exist.
bool are_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace sweep
