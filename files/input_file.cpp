#include "files/input_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <vector>

#include "core/base/memory.h"
#include "files/standard_names.h"
#include "platform/standard_streams.h"

namespace sweep {
namespace {

// What was read, or why it was not: standard input can be read only once, and is asked for several times.
struct Input {
    std::vector<std::uint8_t> bytes;
    std::string error;
};

Input read_input() {
    if (platform::is_terminal(stdin))
        return {{}, "standard input is a terminal: send a file to it, or give the name of one"};
    Input input;
    for (std::size_t size = 0;;) {
        if (size == input.bytes.size()) {
            const std::size_t larger = std::max(std::size_t(1) << 18, 2 * size);
            if (larger > available_memory())
                return {{}, "it has more than " + memory_text(size) + ", and more memory is not available"};
            input.bytes.resize(larger);
        }
        const std::ptrdiff_t got = platform::read_input(&input.bytes[size], input.bytes.size() - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return {{}, std::strerror(errno)};
        size += std::size_t(got);
        if (got > 0) continue;
        input.bytes.resize(size);
        if (size == 0) input.error = "it is empty (0 bytes)";
        return input;
    }
}

// The innermost of this thread.
thread_local RememberedFile* remembered = nullptr;

Bytes standard_input_bytes() {
    static const Input input = read_input();
    if (!input.error.empty()) throw DecodeError(input.error);
    return input.bytes;
}

}  // namespace

RememberedFile::RememberedFile(const std::filesystem::path& path)
    : path_(path), memory_(std::make_shared<FileMemory>()), before_(remembered) {
    remembered = this;
}

RememberedFile::~RememberedFile() {
    remembered = before_;
}

InputFile::InputFile(const std::filesystem::path& path)
    : memory_(remembered && remembered->path_ == path ? remembered->memory_ : nullptr),
      piped_(is_standard_input(path) ? standard_input_bytes() : Bytes()),
      file_(piped_.empty() ? std::fopen(path.string().c_str(), "rb") : nullptr, std::fclose) {
    if (!piped_.empty()) {
        size_ = piped_.size();
        head_bytes_ = std::min(piped_.size(), head_size);
        return;
    }
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
    if (!piped_.empty()) return piped_.first(std::size_t(wanted));
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
    if (!piped_.empty()) {
        FileReader piped = reader_of(piped_);
        piped.memory = memory_;
        return piped;
    }
    return {size_,
            [this](std::uint64_t at, void* to, std::size_t count) {
                if (at > std::uint64_t(std::numeric_limits<long>::max())) return false;
                return std::fseek(file_.get(), long(at), SEEK_SET) == 0 &&
                       std::fread(to, 1, count, file_.get()) == count;
            },
            memory_};
}

void InputFile::fill(std::uint8_t* to, std::size_t count) {
    const std::size_t got = std::fread(to, 1, count, file_.get());
    read_ += got;
    if (got < count)
        throw DecodeError("reading stopped after " + std::to_string(read_) + " of " + std::to_string(size_) +
                          " bytes");
}

}  // namespace sweep
