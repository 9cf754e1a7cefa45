// Writing: https://developers.google.com/speed/webp/docs/riff_container#animation. libwebpmux would hold all frames
// until the last, and makes one of two that are equal.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "files/format.h"
#include "files/stack/webp_frames.h"

namespace sweep {
namespace {

constexpr std::size_t riff_bytes = 12;  // "RIFF", the bytes that follow, "WEBP"

void append(std::vector<std::uint8_t>& to, std::string_view text) {
    std::copy(text.begin(), text.end(), std::back_inserter(to));
}

void append(std::vector<std::uint8_t>& to, std::uint64_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) to.push_back(std::uint8_t(number >> 8 * i));
}

void append_size(std::vector<std::uint8_t>& to, const Shape& shape) {
    append(to, std::uint64_t(shape.width - 1), 3);
    append(to, std::uint64_t(shape.height - 1), 3);
}

}  // namespace

WebpFramesFile::WebpFramesFile(std::FILE* to, const Shape& shape, int plays) : to_(to), shape_(shape) {
    constexpr std::uint8_t has_alpha = 0x10, has_animation = 0x02;
    std::vector<std::uint8_t> head;
    append(head, "RIFF");
    append(head, 0, 4);  // finish() knows it
    append(head, "WEBPVP8X");
    append(head, 10, 4);
    append(head, has_animation | (shape.channels == 4 ? has_alpha : 0), 4);
    append_size(head, shape);
    append(head, "ANIM");
    append(head, 6, 4);
    append(head, 0, 4);  // the background, which every frame covers
    append(head, std::uint64_t(plays), 2);
    write(head);
}

void WebpFramesFile::add(ConstImageView frame, std::int64_t milliseconds) {
    if (frame.shape != shape_) throw std::runtime_error("its frames are of several sizes");
    constexpr std::size_t place_bytes = 16;
    constexpr std::uint8_t replaces = 0x02;  // the canvas, and is not blended with it
    const EncodedFile still = format_with(".webp")->encode(frame, {}, {});
    const std::size_t coded = still.made.size() - riff_bytes;  // chunks of even lengths
    std::vector<std::uint8_t> chunk;
    chunk.reserve(still.made.size() + place_bytes + riff_bytes);
    append(chunk, "ANMF");
    append(chunk, place_bytes + coded, 4);
    append(chunk, 0, 6);  // the upper left corner
    append_size(chunk, shape_);
    append(chunk, std::uint64_t(milliseconds), 3);
    append(chunk, replaces, 1);
    std::copy(still.made.begin() + riff_bytes, still.made.end(), std::back_inserter(chunk));
    if (bytes_ + chunk.size() > std::numeric_limits<std::uint32_t>::max() - 1)
        throw std::runtime_error("a WebP has at most 4 GiB: write .mp4");
    write(chunk);
}

void WebpFramesFile::write(const std::vector<std::uint8_t>& bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), to_) != bytes.size())
        throw std::runtime_error(std::strerror(errno));
    bytes_ += bytes.size();
}

void WebpFramesFile::finish() {
    constexpr long at = 4;
    std::vector<std::uint8_t> size;
    append(size, bytes_ - 8, 4);
    if (std::fseek(to_, at, SEEK_SET) != 0) throw std::runtime_error(std::strerror(errno));
    write(size);
}

}  // namespace sweep
