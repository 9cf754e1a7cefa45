#include "films/libav/film_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "core/base/error.h"
#include "platform/file.h"

namespace sweep {
namespace {

// For the index of a film of some hours, about 20 bytes a frame, and for the frame on which the disk became full.
constexpr std::int64_t most_reserve = 16 << 20;

// The length from which on a film should end, by the limit of `ulimit -f`.
std::int64_t longest_film() {
    const std::int64_t longest = platform::largest_file();
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
    room_ = most_reserve;
    while (room_ > 0 && !platform::reserve_room(reserve_->stream(), room_)) room_ /= 4;
}

std::int64_t FilmFile::most_at_once() const {
    const std::int64_t kept = std::min(room_, platform::largest_file() - longest_film());
    return std::max<std::int64_t>(kept / 3, 1 << 14);
}

std::int64_t FilmFile::place(std::int64_t offset, int whence) const {
    return platform::seek_unbuffered(file_->stream(), offset, whence);
}

int FilmFile::write(const std::uint8_t* from, int size) {
    if (place(0, SEEK_CUR) + size > longest_film()) why_full_ = "no file may be longer (ulimit -f)";
    for (int done = 0; done < size;) {
        const std::ptrdiff_t now =
            platform::write_unbuffered(file_->stream(), from + done, std::size_t(size - done));
        if (now >= 0) {
            done += int(now);
        } else if (platform::means_full_disk(errno) && reserve_) {
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
        const std::int64_t here = place(0, SEEK_CUR), end = place(0, SEEK_END);
        place(here, SEEK_SET);
        return end;
    }
    const std::int64_t at = place(offset, whence & ~AVSEEK_FORCE);
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
