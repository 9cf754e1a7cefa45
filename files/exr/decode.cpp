// OpenEXR, read: scan lines and tiles, one part or several, of half, float and uint samples.
// https://openexr.com/en/latest/OpenEXRFileLayout.html
//
// OpenEXR takes memory for what the headers of a file claim as soon as it opens it, so the headers are
// checked before that.
#if SWEEP_HAS_OPENEXR
#include <algorithm>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfRgbaFile.h>
#include <OpenEXRConfig.h>

#include "files/exr/codec.h"
#include "files/exr/kept.h"
#include "files/exr/layers.h"
#include "files/exr/parts.h"
#include "files/input_file.h"

namespace sweep {
namespace {

using exr::InStream, exr::read_channels, exr::size_of, exr::Target;

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
    if (!targets.empty()) read_channels(part, targets, 0, size_of(part.header()).height);
}

Image read_picture(const FileReader& bytes, const PictureChoice& wanted, const ClaimCheck& check,
                   FileFacts& facts, InStream& stream) {
    Imf::MultiPartInputFile file(stream, 0);
    const exr::Picture picture = exr::picture_in(file, wanted);
    const ExrChannels& choice = picture.channels;
    const Shape& shape = picture.shape;
    check({shape, picture.sample});
    check_claim(shape,
                shape.pixels() * (std::uint64_t(shape.channels) * 4 + (choice.has_chroma ? 8 : 0) +
                                  (choice.depth.empty() ? 0 : 4) + 4 * choice.beside.size()),
                bytes.size, exr::pixels_per_byte);

    const auto kept = exr::find_facts(file, picture, wanted, facts);
    Imf::InputPart part(file, choice.part);
    read_beside(part, choice.beside, *kept);
    std::vector<Target> targets;
    Image image;
    if (choice.has_chroma)
        image = read_luminance_chroma(bytes, shape);
    else {
        image = Image(shape, picture.sample);
        targets = exr::targets_of(picture, image.view());
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
    if (!targets.empty()) read_channels(part, targets, 0, shape.height);
    if (!of_depth.empty()) {
        Imf::InputPart other(file, choice.depth_part);
        read_channels(other, of_depth, 0, shape.height);
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
        return exr::reading(stream, bytes.size, [&] {
            exr::check_headers(bytes);
            return read_picture(bytes, choice, checked, facts, stream);
        });
    } catch (const DecodeError&) {
        if (refusal) std::rethrow_exception(refusal);
        throw;
    }
}

extern const Format exr_format;

std::vector<PictureChoice> layers_in(const std::filesystem::path& path) {
    try {
        InputFile file(path);
        if (!exr_format.probe(file.head())) return {};
        const FileReader bytes = file.reader();
        InStream stream(bytes);
        std::vector<PictureChoice> choices = exr::reading(stream, bytes.size, [&] {
            exr::check_headers(bytes);
            return choices_of(Imf::MultiPartInputFile(stream, 0));
        });
        return choices.size() > 1 ? choices : std::vector<PictureChoice>();
    } catch (const std::exception&) {
        return {};  // whoever reads it says why
    }
}

}  // namespace sweep
#endif
