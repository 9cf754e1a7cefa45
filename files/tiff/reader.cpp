#include "files/tiff/reader.h"

#if SWEEP_HAS_TIFF
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <memory>

#include "core/base/memory.h"

namespace sweep {
namespace {

using Stream = TiffReader::Stream;

// C code calls these functions, so they throw nothing.
tmsize_t read(thandle_t handle, void* to, tmsize_t count) {
    auto& stream = *static_cast<Stream*>(handle);
    const std::uint64_t there = stream.at < stream.file.size ? stream.file.size - stream.at : 0;
    const auto n = std::size_t(std::min<std::uint64_t>(there, std::uint64_t(count)));
    if (n < std::size_t(count)) stream.truncated = true;
    if (n == 0 || !stream.file.read(stream.at, to, n)) return 0;
    stream.at += n;
    return tmsize_t(n);
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
    auto& stream = *static_cast<Stream*>(handle);
    stream.at = whence == SEEK_SET ? offset : (whence == SEEK_CUR ? stream.at : stream.file.size) + offset;
    return stream.at;
}

toff_t size(thandle_t handle) {
    return static_cast<Stream*>(handle)->file.size;
}

tmsize_t write_nothing(thandle_t, void*, tmsize_t) {
    return 0;
}

int close_nothing(thandle_t) {
    return 0;
}

int on_error(TIFF*, void* user, const char*, const char* format, va_list arguments) {
    auto& stream = *static_cast<Stream*>(user);
    if (!*stream.message) {
        std::vsnprintf(stream.message, sizeof stream.message, format, arguments);
        for (char& c : stream.message)
            if (c == '\n') c = ' ';
    }
    return 1;
}

int on_warning(TIFF*, void*, const char*, const char*, va_list) {
    return 1;
}

}  // namespace

TiffReader::TiffReader(const FileReader& file) : stream_{file} {
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                               TIFFOpenOptionsFree);
    if (!options) throw std::bad_alloc();
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, &stream_);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, nullptr);
    constexpr auto most = std::uint64_t(std::numeric_limits<tmsize_t>::max());
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), tmsize_t(std::min(available_memory(), most)));
    tiff_ = TIFFClientOpenExt("TIFF", "rm", &stream_, read, write_nothing, seek, close_nothing, size, nullptr,
                              nullptr, options.get());
    if (!tiff_) fail();
}

TiffReader::~TiffReader() {
    if (tiff_) TIFFClose(tiff_);
}

void TiffReader::fail() const {
    if (stream_.truncated) throw ends_early(stream_.file.size);
    throw DecodeError(std::string("damaged TIFF, ") + (*stream_.message ? stream_.message : "its header"));
}

int TiffReader::go_to(int page) {
    int pages = 0, wanted = -1;
    for (int directory = 0;; ++directory) {
        const auto kind = field<std::uint32_t>(TIFFTAG_SUBFILETYPE, 0);
        if (directory == 0 || (kind & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0)
            if (++pages == page) wanted = directory;
        if (TIFFLastDirectory(tiff_) || !TIFFReadDirectory(tiff_)) break;
    }
    if (wanted < 0)
        throw DecodeError("it has " + std::to_string(pages) + (pages == 1 ? " page" : " pages") +
                          ", and no page " + std::to_string(page));
    // A page that cannot be found does not make those before it worse.
    *stream_.message = '\0';
    stream_.truncated = false;
    if (!TIFFSetDirectory(tiff_, tdir_t(wanted))) fail();
    return pages;
}

}  // namespace sweep
#endif
