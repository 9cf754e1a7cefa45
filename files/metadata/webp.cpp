// Chunks of a WebP: EXIF and XMP. https://developers.google.com/speed/webp/docs/riff_container
#include <algorithm>

#include "files/metadata/parts.h"

namespace sweep::metadata {
namespace {

constexpr std::size_t head_bytes = 12, frame = 8, extended_bytes = 10;
constexpr std::uint8_t has_xmp = 4, has_exif = 8, has_alpha = 16;

void add_chunk(Buffer& to, std::string_view name, const Buffer& content) {
    append(to, name);
    put_number(to, content.size(), 4, false);
    to.insert(to.end(), content.begin(), content.end());
    if (content.size() % 2 != 0) to.push_back(0);
}

}  // namespace

void read_webp(Metadata& metadata, const FileReader& file) {
    constexpr int most_chunks = 100'000;
    std::uint64_t at = head_bytes;
    Buffer content;
    for (int i = 0; i < most_chunks; ++i) {
        std::uint8_t head[frame];
        if (!file.read(at, head, sizeof head)) return;
        const std::uint64_t length = number_at(head + 4, 4, false);
        at += frame;
        const std::string name(head, head + 4);
        if (name == "EXIF" || name == "XMP ") {
            if (!read_part(file, at, length, content)) return;
            constexpr std::string_view before("Exif\0\0", 6);  // which some programs take over from JPEG
            if (name == "XMP ")
                metadata.xmp.assign(content.begin(), content.end());
            else
                read_exif(metadata,
                          begins(content, before) ? Bytes(content).subspan(before.size()) : Bytes(content));
        }
        at += length + length % 2;
    }
}

std::string attach_webp(const Metadata& metadata, const Shape& shape, Buffer& file) {
    std::string words = tiff_words(metadata);
    if (!metadata.iptc.empty()) add_words(words, "IPTC");
    if (!metadata.chunks.empty() || !metadata.comments.empty()) add_words(words, "texts");
    const Buffer exif = exif_of(metadata);
    if (file.size() < head_bytes + frame || (exif.empty() && metadata.xmp.empty())) return words;
    if (!begins(Bytes(file).subspan(head_bytes), "VP8X")) {
        Buffer extended(4);
        extended[0] = shape.channels % 2 == 0 ? has_alpha : 0;
        put_number(extended, std::uint64_t(shape.width - 1), 3, false);
        put_number(extended, std::uint64_t(shape.height - 1), 3, false);
        Buffer chunk;
        add_chunk(chunk, "VP8X", extended);
        file.insert(file.begin() + head_bytes, chunk.begin(), chunk.end());
    }
    if (file.size() < head_bytes + frame + extended_bytes) return words;
    if (!exif.empty()) {
        add_chunk(file, "EXIF", exif);
        file[head_bytes + frame] |= has_exif;
    }
    if (!metadata.xmp.empty()) {
        add_chunk(file, "XMP ", buffer_of(metadata.xmp));
        file[head_bytes + frame] |= has_xmp;
    }
    Buffer size;
    put_number(size, file.size() - frame, 4, false);
    std::copy(size.begin(), size.end(), file.begin() + 4);
    return words;
}

}  // namespace sweep::metadata
