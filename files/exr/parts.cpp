#if SWEEP_HAS_OPENEXR
#include "files/exr/parts.h"

#include <algorithm>
#include <climits>
#include <optional>
#include <string_view>
#include <utility>

#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfFrameBuffer.h>
#include <ImfStandardAttributes.h>
#include <ImfTileDescription.h>
#include <ImfVersion.h>

#include "core/base/primaries.h"

namespace sweep::exr {
namespace {

// The bytes of a value of each type whose values are alike in size.
constexpr std::pair<std::string_view, std::uint64_t> sizes_of_values[] = {
    {"box2f", 16},      {"box2i", 16},         {"chromaticities", 32},
    {"compression", 1}, {"deepImageState", 1}, {"double", 8},
    {"envmap", 1},      {"float", 4},          {"int", 4},
    {"keycode", 28},    {"lineOrder", 1},      {"m33d", 72},
    {"m33f", 36},       {"m44d", 128},         {"m44f", 64},
    {"rational", 8},    {"v2d", 16},           {"v2f", 8},
    {"v2i", 8},         {"v3d", 24},           {"v3f", 12},
    {"v3i", 12},        {"tiledesc", 9},       {"timecode", 8},
};

// Throws where an attribute of a header claims more bytes than follow it, or other than OpenEXR reads, which
// takes the size of most values for granted and would go on in the middle of one. Each attribute is a name, a
// type, a size and so many bytes; an empty name ends a header, and in a file of several parts an empty header
// the headers.
void check_attributes(const FileReader& file, bool is_multi_part) {
    std::uint64_t at = 8;
    const auto read_text = [&] {
        constexpr std::size_t most = 255;
        std::string text;
        for (char c = 0; text.size() <= most; text += c) {
            if (!file.read(at, &c, 1)) throw ends_early(file.size);
            ++at;
            if (c == '\0') return text;
        }
        throw DecodeError("damaged EXR, its header");
    };
    constexpr int most_attributes = 100000;
    for (int count = 0, in_header = 0;; ++count) {
        if (count > most_attributes) throw DecodeError("damaged EXR, its header");
        if (read_text().empty()) {
            if (!is_multi_part || in_header == 0) return;
            in_header = 0;
            continue;
        }
        ++in_header;
        const std::string type = read_text();
        std::uint8_t bytes[4];
        if (!file.read(at, bytes, 4)) throw ends_early(file.size);
        const std::uint64_t size = bytes[0] | std::uint32_t(bytes[1]) << 8 | std::uint32_t(bytes[2]) << 16 |
                                   std::uint32_t(bytes[3]) << 24;
        at += 4;
        if (size > file.size - at) throw ends_early(file.size);
        const std::uint64_t end = at + size;
        for (const auto& [name, bytes_of_value] : sizes_of_values)
            if (type == name && size != bytes_of_value) throw DecodeError("damaged EXR, its header");
        if (type == "chlist") {
            constexpr std::uint64_t bytes_of_channel = 16;
            while (at <= end && !read_text().empty()) at += bytes_of_channel;
            if (at != end) throw DecodeError("damaged EXR, its header");
        }
        at = end;
    }
}

}  // namespace

Shape size_of(const Imf::Header& header) {
    const Imath::Box2i& window = header.dataWindow();
    const std::int64_t width = std::int64_t(window.max.x) - window.min.x + 1,
                       height = std::int64_t(window.max.y) - window.min.y + 1;
    if (width < 1 || height < 1) throw DecodeError("it is empty: its width or height is 0");
    if (width > 0x7fffffff || height > 0x7fffffff) throw DecodeError("it claims to be too large");
    return {int(width), int(height), 1};
}

namespace {

int lines_in_chunk(Imf::Compression compression) {
    switch (compression) {
        case Imf::ZIP_COMPRESSION:
        case Imf::PXR24_COMPRESSION:
            return 16;
        case Imf::PIZ_COMPRESSION:
        case Imf::B44_COMPRESSION:
        case Imf::B44A_COMPRESSION:
        case Imf::DWAA_COMPRESSION:
            return 32;
        case Imf::DWAB_COMPRESSION:
            return 256;
        default:
            return 1;
    }
}

// Throws where a part cannot be in a file of this size, since each of its chunks has an offset of 8 bytes.
void check_part(const Imf::Header& header, std::uint64_t file_size) {
    const Shape shape = size_of(header);
    std::uint64_t chunks =
        (std::uint64_t(shape.height) - 1) / std::uint64_t(lines_in_chunk(header.compression())) + 1;
    if (header.hasTileDescription()) {
        constexpr std::uint64_t most_pixels_of_tile = 1 << 24;
        const Imf::TileDescription tile = header.tileDescription();
        if (tile.xSize < 1 || tile.ySize < 1 ||
            std::uint64_t(tile.xSize) * tile.ySize >
                std::max<std::uint64_t>(most_pixels_of_tile, shape.pixels()))
            throw DecodeError("damaged EXR, the size of its tiles");
        chunks = ((std::uint64_t(shape.width) - 1) / tile.xSize + 1) *
                 ((std::uint64_t(shape.height) - 1) / tile.ySize + 1);
    }
    if (header.hasChunkCount()) chunks = std::max(chunks, std::uint64_t(std::max(header.chunkCount(), 0)));
    if (chunks > file_size / 8)
        throw DecodeError("it claims to be " + std::to_string(shape.width) + " x " +
                          std::to_string(shape.height) + ", but is only " + std::to_string(file_size) +
                          " bytes long: truncated or lying");
}

}  // namespace

int rows_together(const Imf::Header& header) {
    return header.hasTileDescription() ? int(std::min<unsigned>(header.tileDescription().ySize, INT_MAX))
                                       : lines_in_chunk(header.compression());
}

void check_headers(const FileReader& file) {
    std::uint8_t start[8];
    if (!file.read(0, start, 8)) throw ends_early(file.size);
    int version = start[4] | start[5] << 8 | start[6] << 16;
    const bool is_multi_part = Imf::isMultiPart(version);
    check_attributes(file, is_multi_part);
    InStream stream(file);
    stream.seekg(8);
    while (true) {
        Imf::Header header;
        header.readFrom(stream, version);
        if (is_multi_part && header.readsNothing()) return;
        check_part(header, file.size);
        if (!is_multi_part) return;
    }
}

namespace {

// The primaries of a part, where they are not about those of sRGB.
std::optional<Primaries> other_primaries(const Imf::Header& header) {
    if (!Imf::hasChromaticities(header)) return std::nullopt;
    const Imf::Chromaticities given = Imf::chromaticities(header), usual;
    const auto differs = [](const Imath::V2f& a, const Imath::V2f& b) {
        return !((a - b).length() <= 0.005f);
    };
    if (!differs(given.red, usual.red) && !differs(given.green, usual.green) &&
        !differs(given.blue, usual.blue) && !differs(given.white, usual.white))
        return std::nullopt;
    constexpr auto xyz = primaries::xyz;
    if (given.red == Imath::V2f(1, 0) && given.green == Imath::V2f(0, 1) && given.blue == Imath::V2f(0, 0))
        return xyz;
    const auto point = [](const Imath::V2f& at) { return Primaries::Point{double(at.x), double(at.y)}; };
    return Primaries{point(given.red), point(given.green), point(given.blue), point(given.white)};
}

}  // namespace

Picture picture_in(const Imf::MultiPartInputFile& file, const PictureChoice& wanted) {
    Picture picture{choose_channels(file, wanted), {}, Sample::f32};
    const ExrChannels& choice = picture.channels;
    const Imf::Header& header = file.header(choice.part);
    const bool has_alpha = choice.is_colour && choice.names.size() % 2 == 0;
    picture.shape = size_of(header);
    picture.shape.channels = choice.has_chroma ? 3 + has_alpha : int(choice.names.size());
    if (!choice.has_chroma &&
        std::all_of(choice.names.begin(), choice.names.end(),
                    [&](const std::string& name) { return header.channels()[name].type == Imf::UINT; }))
        picture.sample = Sample::u32;
    return picture;
}

std::shared_ptr<ExrKept> find_facts(const Imf::MultiPartInputFile& file, const Picture& picture,
                                    const PictureChoice& wanted, FileFacts& facts) {
    const ExrChannels& choice = picture.channels;
    const Imf::Header& header = file.header(choice.part);
    facts.remark = choice.remark;
    facts.is_distance = choice.is_distance;
    // A channel of a file alone is taken for brightness, whatever its name;
    // vectors and what is asked for by name are data.
    const bool is_light = choice.is_colour || (choice.names.size() == 1 && wanted.empty());
    if (picture.sample != Sample::u32)
        facts.encoding = is_light ? Encoding{Curve::light, 1, false} : Encoding{};
    if (!choice.is_colour) facts.alpha = Alpha::none;
    if (const auto primaries = other_primaries(header);
        primaries && picture.shape.channels >= 3 && choice.is_colour) {
        facts.to_srgb = matrix_to_srgb(*primaries);
        if (!facts.to_srgb)
            facts.remark += std::string(facts.remark.empty() ? "" : "; ") +
                            "its primaries span no colours: its numbers are taken as they are";
    }
    auto kept =
        std::make_shared<ExrKept>(header, choice.is_colour ? std::vector<std::string>() : choice.names);
    facts.kept = kept;
    return kept;
}

std::vector<Target> targets_of(const Picture& picture, ImageView rows) {
    const std::vector<std::string>& names = picture.channels.names;
    std::vector<Target> targets;
    for (std::size_t i = 0; i < names.size(); ++i)
        targets.push_back({names[i], picture.sample == Sample::u32 ? Imf::UINT : Imf::FLOAT,
                           rows.row<char>(0) + 4 * i, 4 * names.size()});
    return targets;
}

void read_channels(Imf::InputPart& part, const std::vector<Target>& targets, int first, int rows) {
    const Imath::Box2i window = part.header().dataWindow();
    const Shape shape = size_of(part.header());
    Imf::FrameBuffer buffer;
    for (const Target& target : targets) {
        const Imf::Channel& channel = part.header().channels()[target.channel];
        if (channel.xSampling != 1 || channel.ySampling != 1)
            throw DecodeError("its channel " + target.channel +
                              " has fewer samples than pixels, which sweep does not read");
        buffer.insert(
            target.channel,
            Imf::Slice::Make(target.type, target.to, {window.min.x, window.min.y + first}, shape.width, rows,
                             target.step, target.step * std::size_t(shape.width)));
    }
    part.setFrameBuffer(buffer);
    part.readPixels(window.min.y + first, window.min.y + first + rows - 1);
}

}  // namespace sweep::exr
#endif
