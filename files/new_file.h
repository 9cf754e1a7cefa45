// A new file, with two things that the standard library lacks: its rights from the first byte on, and the
// certainty that its bytes are on the disk.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>

namespace sweep {

class NewFile {
  public:
    // Makes `path`, which must not exist, to replace `like`. From its first byte on it has the rights of
    // `like` and, as far as the system allows, its owner, so that nobody can read it who could not read
    // `like`. When `like` does not exist, it has the rights of any new file. When it cannot be made,
    // is_open() is false and errno says why.
    NewFile(const std::filesystem::path& path, const std::filesystem::path& like);
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();

    bool is_open() const { return file_ != nullptr; }
    // Both return false, and set errno, when the disk does not take the bytes.
    bool write(std::span<const std::uint8_t> bytes);
    // Closes the file after all of it is on the disk.
    bool finish();

  private:
    std::FILE* file_ = nullptr;
};

// Waits until the names in a folder are on the disk, where the system has a call for that.
void sync_folder(const std::filesystem::path& folder);

}  // namespace sweep
