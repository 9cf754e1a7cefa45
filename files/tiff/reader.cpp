#include "files/tiff/reader.h"

#if SWEEP_HAS_TIFF
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <limits>
#include <memory>

#include "core/base/memory.h"
#include "files/metadata/tags.h"

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
    for (std::size_t i = 0; i < stream.name.size(); ++i)
        if (const std::uint64_t at = stream.name_at + i; at >= stream.at && at < stream.at + n)
            static_cast<std::uint8_t*>(to)[at - stream.at] = stream.name[i];
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

TiffReader::TiffReader(const FileReader& file, std::uint64_t folder) : stream_{file} {
    if (const auto layout = tiff_layout(file); layout && folder > 0) {
        stream_.name_at = layout->is_big ? 8 : 4;
        put_number(stream_.name, folder, layout->is_big ? 8 : 4, layout->big_endian);
    }
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

}  // namespace sweep
#endif
