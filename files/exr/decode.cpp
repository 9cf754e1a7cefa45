// OpenEXR, read: scan lines and tiles, one part or several, of half, float and uint samples.
// https://openexr.com/en/latest/OpenEXRFileLayout.html
//
// OpenEXR takes memory for what the headers of a file claim as soon as it opens it, so the headers are
// checked before that.
#if SWEEP_HAS_OPENEXR
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfIO.h>
#include <ImfMultiPartInputFile.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <ImfTileDescription.h>
#include <ImfVersion.h>
#include <OpenEXRConfig.h>

#include "core/base/primaries.h"
#include "files/exr/choice.h"
#include "files/exr/codec.h"
#include "files/exr/kept.h"

namespace sweep {
namespace {

// Deflate makes at most 1032 bytes of one, and the other compressions do not reach that.
constexpr std::uint64_t pixels_per_byte = 1032 * 8;

class InStream : public Imf::IStream {
  public:
    explicit InStream(const FileReader& file) : IStream("EXR"), file_(file) {}
    bool read(char to[], int count) override {
        if (count < 0 || at_ > file_.size || std::uint64_t(count) > file_.size - at_) {
            is_truncated = true;
            throw std::runtime_error("it ends early");
        }
        if (!file_.read(at_, to, std::size_t(count))) throw std::runtime_error("reading failed");
        at_ += std::uint64_t(count);
        return at_ < file_.size;
    }
    std::uint64_t tellg() override { return at_; }
    void seekg(std::uint64_t to) override { at_ = to; }

    bool is_truncated = false;

  private:
    const FileReader& file_;
    std::uint64_t at_ = 0;
};

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

// The size of a part's data window, which is its picture.
Shape size_of(const Imf::Header& header) {
    const Imath::Box2i& window = header.dataWindow();
    const std::int64_t width = std::int64_t(window.max.x) - window.min.x + 1,
                       height = std::int64_t(window.max.y) - window.min.y + 1;
    if (width < 1 || height < 1) throw DecodeError("it is empty: its width or height is 0");
    if (width > 0x7fffffff || height > 0x7fffffff) throw DecodeError("it claims to be too large");
    return {int(width), int(height), 1};
}

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

// The samples of a channel, one of every `step` of `to`.
struct Target {
    std::string channel;
    Imf::PixelType type;
    char* to;
    std::size_t step;  // in bytes
};

void read_channels(Imf::InputPart& part, const std::vector<Target>& targets) {
    const Imath::Box2i window = part.header().dataWindow();
    const Shape shape = size_of(part.header());
    Imf::FrameBuffer buffer;
    for (const Target& target : targets) {
        const Imf::Channel& channel = part.header().channels()[target.channel];
        if (channel.xSampling != 1 || channel.ySampling != 1)
            throw DecodeError("its channel " + target.channel +
                              " has fewer samples than pixels, which sweep does not read");
        buffer.insert(target.channel,
                      Imf::Slice::Make(target.type, target.to, window.min, shape.width, shape.height,
                                       target.step, target.step * std::size_t(shape.width)));
    }
    part.setFrameBuffer(buffer);
    part.readPixels(window.min.y, window.max.y);
}

// Brightness with colour at half the resolution, as OpenEXR itself makes RGB of it.
Image read_luminance_chroma(const FileReader& file, const Shape& shape) {
    InStream stream(file);
    Imf::RgbaInputFile in(stream, 0);
    const Imath::Box2i window = in.dataWindow();
    std::vector<Imf::Rgba> pixels(shape.pixels());
    in.setFrameBuffer(pixels.data() - window.min.x - std::ptrdiff_t(window.min.y) * shape.width, 1,
                      std::size_t(shape.width));
    in.readPixels(window.min.y, window.max.y);
    Image image(shape, Sample::f32);
    float* to = image.data<float>();
    for (const Imf::Rgba& pixel : pixels) {
        const float colours[] = {pixel.r, pixel.g, pixel.b, pixel.a};
        to = std::copy_n(colours, shape.channels, to);
    }
    return image;
}

void read_beside(Imf::InputPart& part, const std::vector<std::string>& names, ExrKept& kept) {
    const std::size_t pixels = size_of(part.header()).pixels();
    std::vector<Target> targets;
    for (const std::string& name : names) {
        const Imf::PixelType type = part.header().channels()[name].type;
        const std::size_t bytes = type == Imf::HALF ? 2 : 4;
        kept.beside.push_back({name, std::vector<std::uint8_t>(pixels * bytes)});
        targets.push_back({name, type, reinterpret_cast<char*>(kept.beside.back().samples.data()), bytes});
        kept.channels += (kept.channels.empty() ? "" : ", ") + name;
    }
    if (!targets.empty()) read_channels(part, targets);
}

Image read_picture(const FileReader& bytes, const PictureChoice& wanted, const ClaimCheck& check,
                   FileFacts& facts, InStream& stream) {
    Imf::MultiPartInputFile file(stream, 0);
    const ExrChannels choice = choose_channels(file, wanted);
    const Imf::Header& header = file.header(choice.part);
    const Imf::ChannelList& channels = header.channels();
    Shape shape = size_of(header);
    const bool has_alpha = choice.is_colour && choice.names.size() % 2 == 0;
    shape.channels = choice.has_chroma ? 3 + has_alpha : int(choice.names.size());
    const auto all_are = [&](Imf::PixelType type) {
        return std::all_of(choice.names.begin(), choice.names.end(),
                           [&](const std::string& name) { return channels[name].type == type; });
    };
    const bool is_integer = !choice.has_chroma && all_are(Imf::UINT);
    const Sample sample = is_integer ? Sample::u32 : Sample::f32;
    check({shape, sample});
    check_claim(shape,
                shape.pixels() * (std::uint64_t(shape.channels) * 4 + (choice.has_chroma ? 8 : 0) +
                                  (choice.depth.empty() ? 0 : 4) + 4 * choice.beside.size()),
                bytes.size, pixels_per_byte);

    facts.remark = choice.remark;
    facts.is_distance = choice.is_distance;
    // A channel of a file alone is taken for brightness, whatever its name; vectors and what is asked for by name are data.
    const bool is_light = choice.is_colour || (choice.names.size() == 1 && wanted.empty());
    if (!is_integer) facts.encoding = is_light ? Encoding{Curve::light, 1, false} : Encoding{};
    if (!choice.is_colour) facts.alpha = Alpha::none;
    if (const auto primaries = other_primaries(header);
        primaries && shape.channels >= 3 && choice.is_colour) {
        facts.to_srgb = matrix_to_srgb(*primaries);
        if (!facts.to_srgb)
            facts.remark += std::string(facts.remark.empty() ? "" : "; ") +
                            "its primaries span no colours: its numbers are taken as they are";
    }
    const auto kept =
        std::make_shared<ExrKept>(header, choice.is_colour ? std::vector<std::string>() : choice.names);
    facts.kept = kept;
    Imf::InputPart part(file, choice.part);
    read_beside(part, choice.beside, *kept);
    std::vector<Target> targets;
    Image image;
    if (choice.has_chroma)
        image = read_luminance_chroma(bytes, shape);
    else {
        image = Image(shape, sample);
        for (std::size_t i = 0; i < choice.names.size(); ++i)
            targets.push_back({choice.names[i], is_integer ? Imf::UINT : Imf::FLOAT,
                               image.data<char>() + 4 * i, 4 * choice.names.size()});
    }
    Image depth;
    std::vector<Target> of_depth;
    if (!choice.depth.empty()) {
        const Imf::Channel& channel = file.header(choice.depth_part).channels()[choice.depth];
        if (channel.xSampling == 1 && channel.ySampling == 1) {
            depth = Image({shape.width, shape.height, 1}, Sample::f32);
            (choice.depth_part == choice.part ? targets : of_depth)
                .push_back({choice.depth, Imf::FLOAT, depth.data<char>(), 4});
        }
    }
    if (!targets.empty()) read_channels(part, targets);
    if (!of_depth.empty()) {
        Imf::InputPart other(file, choice.depth_part);
        read_channels(other, of_depth);
    }
    facts.depth = std::move(depth);
    return image;
}

}  // namespace

std::string exr_version() {
    return OPENEXR_VERSION_STRING;
}

Image decode_exr(const FileReader& bytes, const PictureChoice& choice, const ClaimCheck& check,
                 FileFacts& facts) {
    InStream stream(bytes);
    // What `check` throws is not for the handlers below.
    std::exception_ptr refusal;
    const ClaimCheck checked = [&](const Claim& claim) {
        try {
            check(claim);
        } catch (...) {
            refusal = std::current_exception();
            throw DecodeError("refused");
        }
    };
    try {
        check_headers(bytes);
        return read_picture(bytes, choice, checked, facts, stream);
    } catch (const DecodeError&) {
        if (refusal) std::rethrow_exception(refusal);
        throw;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& error) {
        if (stream.is_truncated) throw ends_early(bytes.size);
        std::string what = error.what();
        std::replace(what.begin(), what.end(), '\n', ' ');
        throw DecodeError("damaged EXR, " + what);
    }
}

}  // namespace sweep
#endif
