#include "films/film_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "core/base/error.h"

namespace sweep {
namespace {

// For the index of a film of some hours, about 20 bytes a frame, and for the frame on which the disk became full.
constexpr off_t reserve_bytes = 16 << 20;

// A file without a name, whose only use is the room that it takes; -1 where there is none left.
int reserve_in(const std::filesystem::path& folder) {
    std::string name = (folder / ".sweep-reserve-XXXXXX").string();
    const int file = mkstemp(name.data());
    if (file < 0) return -1;
    unlink(name.c_str());
    if (posix_fallocate(file, 0, reserve_bytes) == 0) return file;
    close(file);
    return -1;
}

[[noreturn]] void fail(const std::filesystem::path& path, int error) {
    throw Error(ExitCode::unwritable_output,
                fmt::format("cannot write '{}': {}", path.string(), std::strerror(error)));
}

}  // namespace

void FilmFile::FreeContext::operator()(AVIOContext* context) const {
    av_freep(&context->buffer);
    avio_context_free(&context);
}

FilmFile::FilmFile(std::filesystem::path whole)
    : whole_(std::move(whole)),
      part_(whole_.parent_path() / fmt::format(".{}.{}.part", whole_.filename().string(), getpid())) {
    constexpr int buffer_bytes = 1 << 16;
    auto* buffer = static_cast<std::uint8_t*>(av_malloc(buffer_bytes));
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    const auto written = [](void* self, const std::uint8_t* from, int size) {
#else
    const auto written = [](void* self, std::uint8_t* from, int size) {
#endif
        return static_cast<FilmFile*>(self)->write(from, size);
    };
    const auto sought = [](void* self, std::int64_t offset, int whence) {
        return static_cast<const FilmFile*>(self)->seek(offset, whence);
    };
    if (buffer) context_.reset(avio_alloc_context(buffer, buffer_bytes, 1, this, nullptr, written, sought));
    if (!context_) {
        av_free(buffer);
        throw std::bad_alloc();
    }
    constexpr int mode = 0666;  // less what the user's umask takes
    file_ = open(part_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file_ < 0) fail(whole_, errno);
    reserve_ = reserve_in(part_.parent_path().empty() ? "." : part_.parent_path());
}

FilmFile::~FilmFile() {
    if (file_ >= 0) close(file_);
    if (reserve_ >= 0) close(reserve_);
    if (!part_.empty()) unlink(part_.c_str());
}

int FilmFile::write(const std::uint8_t* from, int size) {
    for (int done = 0; done < size;) {
        const ssize_t now = ::write(file_, from + done, std::size_t(size - done));
        if (now >= 0) {
            done += int(now);
        } else if ((errno == ENOSPC || errno == EDQUOT) && reserve_ >= 0) {
            close(std::exchange(reserve_, -1));
            is_full_ = true;
        } else if (errno != EINTR) {
            return AVERROR(errno);
        }
    }
    return size;
}

std::int64_t FilmFile::seek(std::int64_t offset, int whence) const {
    if (whence == AVSEEK_SIZE) {
        const off_t here = lseek(file_, 0, SEEK_CUR), end = lseek(file_, 0, SEEK_END);
        lseek(file_, here, SEEK_SET);
        return end;
    }
    const off_t at = lseek(file_, offset, whence & ~AVSEEK_FORCE);
    return at < 0 ? AVERROR(errno) : at;
}

void FilmFile::keep() {
    avio_flush(context_.get());
    if (context_->error < 0) fail(whole_, AVUNERROR(context_->error));
    if (close(std::exchange(file_, -1)) != 0) fail(whole_, errno);
    std::error_code error;
    std::filesystem::rename(part_, whole_, error);
    if (error) fail(whole_, error.value());
    part_.clear();
}

}  // namespace sweep
