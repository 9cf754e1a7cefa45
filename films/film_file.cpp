#include "films/film_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/base/error.h"

namespace sweep {
namespace {

// For the index of a film of some hours, about 20 bytes a frame, and for the frame on which the disk became full.
constexpr off_t most_reserve = 16 << 20;

// The length from which on a film should end, by the limit of `ulimit -f`.
off_t longest_film() {
    rlimit limit{};
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<off_t>::max();
    const off_t longest = off_t(std::min<rlim_t>(limit.rlim_cur, std::numeric_limits<off_t>::max()));
    return longest - std::min(longest / 2, most_reserve);
}

}  // namespace

void FilmFile::FreeContext::operator()(AVIOContext* context) const {
    av_freep(&context->buffer);
    avio_context_free(&context);
}

FilmFile::FilmFile(const std::string& name, OpenOutput open)
    : name_(name), file_(open(name)), reserve_(open(name)) {
    constexpr int buffer_bytes = 1 << 14;
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
    // Less where less is left.
    off_t room = most_reserve;
    while (room > 0 && posix_fallocate(fileno(reserve_->stream()), 0, room) != 0) room /= 4;
}

int FilmFile::write(const std::uint8_t* from, int size) {
    if (lseek(descriptor(), 0, SEEK_CUR) + size > longest_film())
        why_full_ = "no file may be longer (ulimit -f)";
    for (int done = 0; done < size;) {
        const ssize_t now = ::write(descriptor(), from + done, std::size_t(size - done));
        if (now >= 0) {
            done += int(now);
        } else if ((errno == ENOSPC || errno == EDQUOT) && reserve_) {
            reserve_.reset();
            why_full_ = "the disk is full";
        } else if (errno != EINTR) {
            return AVERROR(errno);
        }
    }
    return size;
}

std::int64_t FilmFile::seek(std::int64_t offset, int whence) const {
    if (whence == AVSEEK_SIZE) {
        const off_t here = lseek(descriptor(), 0, SEEK_CUR), end = lseek(descriptor(), 0, SEEK_END);
        lseek(descriptor(), here, SEEK_SET);
        return end;
    }
    const off_t at = lseek(descriptor(), offset, whence & ~AVSEEK_FORCE);
    return at < 0 ? AVERROR(errno) : at;
}

OutputFile& FilmFile::flushed() {
    avio_flush(context_.get());
    if (context_->error < 0)
        throw Error(ExitCode::unwritable_output,
                    fmt::format("cannot write '{}': {}", name_, av_text(context_->error)));
    return *file_;
}

}  // namespace sweep
