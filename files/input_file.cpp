#include "files/input_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include "core/base/memory.h"

namespace sweep {

InputFile::InputFile(const std::filesystem::path& path)
    : file_(std::fopen(path.string().c_str(), "rb"), std::fclose) {
    if (!file_) throw DecodeError(std::strerror(errno));
    std::error_code error;
    size_ = std::filesystem::file_size(path, error);
    if (error) throw DecodeError(error.message());
    if (size_ == 0) throw DecodeError("it is empty (0 bytes)");
    head_bytes_ = std::size_t(std::min<std::uint64_t>(size_, head_size));
    head_.reset(new std::uint8_t[head_bytes_]);
    fill(head_.get(), head_bytes_);
}

Bytes InputFile::first(std::uint64_t most) {
    const std::uint64_t wanted = std::min(most, size_);
    if (wanted <= head_bytes_) return head();
    if (wanted > more_bytes_) {
        if (wanted > available_memory())
            throw DecodeError("it has " + memory_text(size_) + ", more than the memory available");
        std::unique_ptr<std::uint8_t[]> bytes(new std::uint8_t[wanted]);
        const Bytes before = more_ ? Bytes(more_.get(), more_bytes_) : head();
        std::memcpy(bytes.get(), before.data(), before.size());
        fill(bytes.get() + before.size(), std::size_t(wanted) - before.size());
        more_ = std::move(bytes);
        more_bytes_ = std::size_t(wanted);
    }
    return {more_.get(), std::size_t(wanted)};
}

FileReader InputFile::reader() {
    return {size_, [this](std::uint64_t at, void* to, std::size_t count) {
                if (at > std::uint64_t(std::numeric_limits<long>::max())) return false;
                return std::fseek(file_.get(), long(at), SEEK_SET) == 0 &&
                       std::fread(to, 1, count, file_.get()) == count;
            }};
}

void InputFile::fill(std::uint8_t* to, std::size_t count) {
    const std::size_t got = std::fread(to, 1, count, file_.get());
    read_ += got;
    if (got < count)
        throw DecodeError("reading stopped after " + std::to_string(read_) + " of " + std::to_string(size_) +
                          " bytes");
}

}  // namespace sweep
