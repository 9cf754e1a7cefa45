#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "files/input_file.h"
#include "files/metadata/metadata.h"
#include "files/metadata/parts.h"

namespace sweep {
namespace {

using namespace std::string_view_literals;

enum class Kind { png, jpeg, tiff, webp, heif, psd, other };

Kind kind_of(Bytes head) {
    if (begins(head, "\x89PNG\r\n\x1a\n")) return Kind::png;
    if (begins(head, "\xff\xd8")) return Kind::jpeg;
    if (begins(head, "II*\0"sv) || begins(head, "MM\0*"sv) || begins(head, "II+\0"sv) ||
        begins(head, "MM\0+"sv))
        return Kind::tiff;
    if (begins(head, "RIFF") && head.size() >= 12 && begins(head.subspan(8), "WEBP")) return Kind::webp;
    if (head.size() >= 12 && begins(head.subspan(4), "ftyp")) return Kind::heif;
    if (begins(head, "8BPS")) return Kind::psd;
    return Kind::other;
}

// What the tags of a picture say, but for how large a pixel is and by which program it was written: the names of
// texts, where there are only these, and otherwise EXIF.
std::string words_of_tags(const Metadata& data) {
    constexpr std::pair<std::uint16_t, std::string_view> texts[] = {
        {269, "document name"}, {tag::description, "description"},
        {285, "page name"},     {306, "date"},
        {315, "artist"},        {316, "host computer"},
        {33432, "copyright"}};
    std::string words;
    if (!data.camera.empty() || !data.position.empty()) return "EXIF";
    for (const TiffTag& each : data.picture) {
        if (metadata::is_for_tiff_alone(each.number) || each.number == tag::orientation ||
            each.number == tag::x_resolution || each.number == tag::y_resolution ||
            each.number == tag::resolution_unit || each.number == tag::software)
            continue;
        const auto* const text = std::find_if(std::begin(texts), std::end(texts),
                                              [&](const auto& known) { return known.first == each.number; });
        if (text == std::end(texts)) return "EXIF";
        metadata::add_words(words, text->second);
    }
    return words;
}

}  // namespace

std::string words_of(const Metadata& data) {
    std::string words = words_of_tags(data);
    if (!data.xmp.empty()) metadata::add_words(words, "XMP");
    if (!data.iptc.empty()) metadata::add_words(words, "IPTC");
    metadata::add_words(words, metadata::tiff_words(data));
    if (!data.chunks.empty() || !data.comments.empty()) metadata::add_words(words, "texts");
    return words;
}

Metadata metadata_of(const FileReader& file, int page) {
    Metadata data;
    std::uint8_t head[16] = {};
    const auto count = std::size_t(std::min<std::uint64_t>(sizeof head, file.size));
    if (!file.read(0, head, count)) return data;
    switch (kind_of({head, count})) {
        case Kind::png:
            metadata::read_png(data, file);
            break;
        case Kind::jpeg:
            metadata::read_jpeg(data, file);
            break;
        case Kind::tiff:
            metadata::read_tiff(data, file, page);
            break;
        case Kind::webp:
            metadata::read_webp(data, file);
            break;
        case Kind::heif:
            metadata::read_heif(data, file);
            break;
        case Kind::psd:
            metadata::read_psd(data, file);
            break;
        case Kind::other:
            break;
    }
    return data;
}

Metadata read_metadata(const std::filesystem::path& path, int page) {
    try {
        InputFile file(path);
        return metadata_of(file.reader(), page);
    } catch (const DecodeError&) {
        return {};
    }
}

std::string attach(const Metadata& data, const Described& picture, std::vector<std::uint8_t>& file) {
    switch (kind_of(file)) {
        case Kind::png:
            return metadata::attach_png(data, file);
        case Kind::jpeg:
            return metadata::attach_jpeg(data, file);
        case Kind::tiff:
            return metadata::attach_tiff(data, picture, file);
        case Kind::webp:
            return metadata::attach_webp(data, picture.shape, file);
        case Kind::heif:  // which are not written
        case Kind::psd:
        case Kind::other:
            break;
    }
    return words_of(data);
}

}  // namespace sweep
