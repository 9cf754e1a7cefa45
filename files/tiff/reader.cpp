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

// Whether libtiff needs a tag to decode samples, or its reader to know what they are: structure, and none of what is
// said beside it.
bool is_of_samples(std::uint16_t number) {
    const auto in = [&](int first, int last) { return number >= first && number <= last; };
    const bool is_text = in(269, 272) || in(285, 287) || in(305, 306) || in(315, 316),
               is_other = number == 330 || in(340, 341);
    return (in(254, 347) && !is_text && !is_other) || in(512, 532) || in(32995, 32998) || in(34908, 34911) ||
           number == tag::camera_folder || number == tag::gdal_no_data || number == 50674;
}

// Puts those of its bytes into `to` that lie among the `count` bytes from `at` on.
void overlay(const TiffReader::Patch& patch, std::uint64_t at, std::uint8_t* to, std::size_t count) {
    const std::uint64_t begin = std::max(at, patch.at),
                        end = std::min(at + count, patch.at + patch.bytes.size());
    if (begin < end)
        std::copy_n(patch.bytes.begin() + std::ptrdiff_t(begin - patch.at), end - begin, to + (begin - at));
}

// C code calls these functions, so they throw nothing.
tmsize_t read(thandle_t handle, void* to, tmsize_t count) {
    auto& stream = *static_cast<Stream*>(handle);
    const auto there = [&](std::uint64_t end) {
        return std::size_t(
            std::min<std::uint64_t>(stream.at < end ? end - stream.at : 0, std::uint64_t(count)));
    };
    const std::size_t n = there(stream.size()), in_file = there(stream.file.size);
    if (n < std::size_t(count)) stream.truncated = true;
    if (n == 0 || (in_file > 0 && !stream.file.read(stream.at, to, in_file))) return 0;
    overlay(stream.header, stream.at, static_cast<std::uint8_t*>(to), n);
    overlay(stream.folder, stream.at, static_cast<std::uint8_t*>(to), n);
    stream.at += n;
    return tmsize_t(n);
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
    auto& stream = *static_cast<Stream*>(handle);
    stream.at = whence == SEEK_SET ? offset : (whence == SEEK_CUR ? stream.at : stream.size()) + offset;
    return stream.at;
}

toff_t size(thandle_t handle) {
    return static_cast<Stream*>(handle)->size();
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

TiffReader::TiffReader(const FileReader& file, std::uint64_t folder, bool with_text) : stream_{file} {
    const auto layout = folder > 0 ? tiff_layout(file) : std::nullopt;
    if (const auto table = layout ? read_table(file, *layout, folder) : std::nullopt) {
        const int place = layout->is_big ? 8 : 4;
        std::vector<std::uint8_t>& bytes = stream_.folder.bytes;
        stream_.folder.at = file.size;
        const auto wanted = [&](const TiffEntry& entry) {
            return is_of_samples(entry.number) || (with_text && entry.number == tag::description);
        };
        put_number(bytes, std::uint64_t(std::count_if(table->entries.begin(), table->entries.end(), wanted)),
                   layout->is_big ? 8 : 2, layout->big_endian);
        for (const TiffEntry& entry : table->entries) {
            if (!wanted(entry)) continue;
            put_number(bytes, entry.number, 2, layout->big_endian);
            put_number(bytes, entry.type, 2, layout->big_endian);
            put_number(bytes, entry.count, place, layout->big_endian);
            bytes.insert(bytes.end(), entry.value.begin(), entry.value.begin() + place);
        }
        put_number(bytes, 0, place, layout->big_endian);
        stream_.header.at = std::uint64_t(place);
        // Offsets of 32 bits do not reach behind a file of 4 GB.
        if (!layout->is_big && file.size > 0xffffffff) bytes.clear();
        put_number(stream_.header.bytes, bytes.empty() ? folder : file.size, place, layout->big_endian);
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
