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
#include <map>
#include <memory>
#include <set>

#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfIO.h>
#include <ImfMultiPartInputFile.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <ImfTileDescription.h>
#include <ImfVersion.h>
#include <OpenEXRConfig.h>

#include "files/exr/codec.h"

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

// Throws where an attribute of a header claims more bytes than follow it. Each is a name, a type, a size and
// so many bytes; an empty name ends a header, and in a file of several parts an empty header the headers.
void check_attributes(const FileReader& file, bool is_multi_part) {
    std::uint64_t at = 8;
    const auto text_length = [&] {
        constexpr int most = 255;
        char c = 0;
        for (int length = 0; length <= most; ++length) {
            if (!file.read(at, &c, 1)) throw ends_early(file.size);
            ++at;
            if (c == '\0') return length;
        }
        throw DecodeError("damaged EXR, its header");
    };
    constexpr int most_attributes = 100000;
    for (int count = 0, in_header = 0;; ++count) {
        if (count > most_attributes) throw DecodeError("damaged EXR, its header");
        if (text_length() == 0) {
            if (!is_multi_part || in_header == 0) return;
            in_header = 0;
            continue;
        }
        ++in_header;
        text_length();
        std::uint8_t bytes[4];
        if (!file.read(at, bytes, 4)) throw ends_early(file.size);
        const std::uint64_t size = bytes[0] | std::uint32_t(bytes[1]) << 8 | std::uint32_t(bytes[2]) << 16 |
                                   std::uint32_t(bytes[3]) << 24;
        at += 4;
        if (size > file.size - at) throw ends_early(file.size);
        at += size;
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

// The channels that make the picture.
struct Choice {
    int part = 0;
    std::vector<std::string> names;
    std::string depth;        // the channel that is the depth map; empty: there is none
    bool has_chroma = false;  // Y, and RY and BY beside it, which OpenEXR converts to RGB
    std::string remark;
};

// "layer." of "layer.R", and "" of "R".
std::string layer_of(const std::string& channel) {
    const std::size_t dot = channel.rfind('.');
    return dot == std::string::npos ? std::string() : channel.substr(0, dot + 1);
}

bool is_deep(const Imf::Header& header) {
    return header.hasType() && Imf::isDeepData(header.type());
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i ? ", " : "") + names[i];
    return names.size() > most ? text + ", .." : text;
}

// The first layer, by its name, that has R, G and B or Y; otherwise a channel that is the only one.
Choice choose(const Imf::MultiPartInputFile& file) {
    std::vector<std::string> all;
    for (int part = 0; part < file.parts(); ++part) {
        const Imf::Header& header = file.header(part);
        if (is_deep(header)) continue;
        std::map<std::string, std::set<std::string>> layers;
        for (auto i = header.channels().begin(); i != header.channels().end(); ++i) {
            const std::string name = i.name(), layer = layer_of(name);
            layers[layer].insert(name.substr(layer.size()));
            all.push_back(name);
        }
        for (const auto& [layer, channels] : layers) {
            const auto has = [&, &names = channels](const char* name) { return names.count(name) > 0; };
            Choice choice{part, {}, {}, false, {}};
            if (has("R") && has("G") && has("B"))
                choice.names = {layer + "R", layer + "G", layer + "B"};
            else if (has("Y"))
                choice.names = {layer + "Y"};
            else
                continue;
            choice.has_chroma = has("Y") && !has("R") && (has("RY") || has("BY"));
            if (has("A")) choice.names.push_back(layer + "A");
            if (has("Z"))
                choice.depth = layer + "Z";
            else
                for (const auto& [other, others] : layers)
                    if (choice.depth.empty() && others.count("Z")) choice.depth = other + "Z";
            if (!layer.empty())
                choice.remark = "shown is its layer '" + layer.substr(0, layer.size() - 1) + "'";
            return choice;
        }
        if (all.size() == 1 && file.parts() == 1) return {part, all, {}, false, {}};
    }
    if (all.empty()) throw DecodeError("an EXR of deep samples, which sweep does not read");
    throw DecodeError("it has the channels " + listed(all) + ": sweep reads R, G and B, Y, or one alone");
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

Image read_picture(const FileReader& bytes, const ClaimCheck& check, FileFacts& facts, InStream& stream) {
    Imf::MultiPartInputFile file(stream, 0);
    Choice choice = choose(file);
    const Imf::Header& header = file.header(choice.part);
    const Imf::ChannelList& channels = header.channels();
    if (choice.has_chroma && (file.parts() > 1 || choice.names.front() != "Y")) choice.has_chroma = false;
    Shape shape = size_of(header);
    const bool has_alpha = choice.names.size() % 2 == 0;
    shape.channels = choice.has_chroma ? 3 + has_alpha : int(choice.names.size());
    const auto all_are = [&](Imf::PixelType type) {
        return std::all_of(choice.names.begin(), choice.names.end(),
                           [&](const std::string& name) { return channels[name].type == type; });
    };
    const bool is_integer = !choice.has_chroma && all_are(Imf::UINT);
    if (choice.has_chroma || all_are(Imf::HALF)) facts.largest = largest_half;
    const Sample sample = is_integer ? Sample::u32 : Sample::f32;
    check({shape, sample});
    check_claim(shape,
                shape.pixels() * (std::uint64_t(shape.channels) * 4 + (choice.has_chroma ? 8 : 0) +
                                  (choice.depth.empty() ? 0 : 4)),
                bytes.size, pixels_per_byte);

    facts.remark = choice.remark;
    if (!is_integer) facts.encoding = Encoding{Curve::light, 1, false};
    if (Imf::hasChromaticities(header) && shape.channels >= 3) {
        const Imf::Chromaticities given = Imf::chromaticities(header), usual;
        const auto differs = [](const Imath::V2f& a, const Imath::V2f& b) {
            return (a - b).length() > 0.005f;
        };
        if (differs(given.red, usual.red) || differs(given.green, usual.green) ||
            differs(given.blue, usual.blue) || differs(given.white, usual.white))
            facts.remark += std::string(facts.remark.empty() ? "" : "; ") +
                            "its primaries are not those of sRGB: its numbers are taken as they are";
    }
    Imf::InputPart part(file, choice.part);
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
    if (!choice.depth.empty() && channels[choice.depth].xSampling == 1 &&
        channels[choice.depth].ySampling == 1) {
        depth = Image({shape.width, shape.height, 1}, Sample::f32);
        targets.push_back({choice.depth, Imf::FLOAT, depth.data<char>(), 4});
    }
    if (!targets.empty()) read_channels(part, targets);
    facts.depth = std::move(depth);
    return image;
}

}  // namespace

std::string exr_version() {
    return OPENEXR_VERSION_STRING;
}

Image decode_exr(const FileReader& bytes, int, const ClaimCheck& check, FileFacts& facts) {
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
        return read_picture(bytes, checked, facts, stream);
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
