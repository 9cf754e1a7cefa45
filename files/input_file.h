// An input file, read only as far as it is needed.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "files/codecs.h"

namespace sweep {

class InputFile {
  public:
    static constexpr std::size_t head_size = 65536;

    // Reads the head, and all of standard input (files/standard_names.h). Throws DecodeError when the file cannot be
    // opened or is empty.
    explicit InputFile(const std::filesystem::path& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::uint64_t size() const { return size_; }
    // The first head_size bytes, or the whole file when it is shorter.
    Bytes head() const {
        return piped_.empty() ? Bytes(head_.get(), head_bytes_) : piped_.first(head_bytes_);
    }
    bool is_whole() const { return head_bytes_ == size_; }

    // The first `most` bytes, or the whole file when it is shorter. Throws DecodeError when memory does not
    // hold them or the file has become shorter.
    Bytes first(std::uint64_t most);
    // Reads any part. Must not be mixed with first(), and not outlive the file.
    FileReader reader();

  private:
    void fill(std::uint8_t* to, std::size_t count);

    std::shared_ptr<FileMemory> memory_;  // null: nothing is remembered
    Bytes piped_;                         // all of standard input; then nothing else has bytes
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::uint64_t size_ = 0, read_ = 0;  // read_: bytes read from the file so far
    std::unique_ptr<std::uint8_t[]> head_, more_;
    std::size_t head_bytes_ = 0, more_bytes_ = 0;
};

// While it lives, readers that this thread opens of the file remember what they find for those that follow. The file
// must not change meanwhile.
class RememberedFile {
  public:
    explicit RememberedFile(const std::filesystem::path& path);
    RememberedFile(const RememberedFile&) = delete;
    RememberedFile& operator=(const RememberedFile&) = delete;
    ~RememberedFile();

  private:
    friend class InputFile;
    const std::filesystem::path path_;
    const std::shared_ptr<FileMemory> memory_;
    RememberedFile* const before_;
};

}  // namespace sweep
