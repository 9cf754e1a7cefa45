// A file that is read no further than it takes to decide about it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "core/image_codecs.h"

namespace sweep {

class InputFile {
  public:
    static constexpr std::size_t head_size = 65536;

    // Reads the head. Throws DecodeError: it cannot be opened, or it is empty.
    explicit InputFile(const std::filesystem::path& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::uint64_t size() const { return size_; }
    // The first bytes, `head_size` of them or the whole file.
    Bytes head() const { return {head_.get(), head_bytes_}; }
    bool is_whole() const { return head_bytes_ == size_; }

    // The first `most` bytes, or the whole file. Throws DecodeError when memory is too short for them, or the file has become
    // shorter. Not to be mixed with next().
    Bytes first(std::uint64_t most);
    // Goes to this byte of the head, for next().
    void go_to(std::size_t at) { at_ = at; }
    // The next `count` bytes. Throws DecodeError where the file has become shorter.
    void next(void* to, std::size_t count);

  private:
    void fill(std::uint8_t* to, std::size_t count);

    std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
    std::uint64_t size_ = 0, read_ = 0;  // read_: bytes that have come from the file
    std::unique_ptr<std::uint8_t[]> head_, more_;
    std::size_t head_bytes_ = 0, more_bytes_ = 0, at_ = 0;
};

}  // namespace sweep
