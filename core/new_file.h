// A file that is being made. What the standard library has no words for: the rights of a file from its first byte, and
// the way of its bytes to the disk.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>

namespace sweep {

class NewFile {
  public:
    // Makes `path`, which must not be there. Nobody can read it who could not read `like`, which it is going to replace:
    // from the first byte it has the rights of `like` and, as far as the system lets us, its owner. Without a `like`
    // it has the rights of any new file. When it cannot be made, is_open() is false and errno says why.
    NewFile(const std::filesystem::path& path, const std::filesystem::path& like);
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile();

    bool is_open() const { return file_ != nullptr; }
    // Both return false, with errno, when the disk does not take it.
    bool write(std::span<const std::uint8_t> bytes);
    // Waits until all of it is on the disk, and closes it.
    bool finish();

  private:
    std::FILE* file_ = nullptr;
};

// Waits until the names in this folder are on the disk, where the system has a way to ask for that.
void sync_folder(const std::filesystem::path& folder);

}  // namespace sweep
