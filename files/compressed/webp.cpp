// WebP, both ways, through libwebp: read with and without loss, written without.
// https://developers.google.com/speed/webp/docs/riff_container
#include "files/format.h"

#if SWEEP_HAS_WEBP
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>

#include "files/colour_profile.h"
#endif

namespace sweep {
namespace {

constexpr std::size_t head_bytes = 12;  // "RIFF", the bytes that follow, "WEBP"

bool is_webp(Bytes head) {
    return head.size() >= head_bytes && begins(head, "RIFF") && begins(head.subspan(8), "WEBP");
}

#if SWEEP_HAS_WEBP
// A picture of one colour takes no bits for its pixels: their number is bounded by the widest and highest picture
// alone.
constexpr std::uint64_t pixels_per_byte = std::uint64_t(WEBP_MAX_DIMENSION) * WEBP_MAX_DIMENSION;

std::uint32_t number_at(Bytes file, std::size_t at, int bytes) {
    std::uint32_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= std::uint32_t(file[at + std::size_t(i)]) << 8 * i;
    return value;
}

void append_number(std::vector<std::uint8_t>& to, std::size_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to.push_back(std::uint8_t(value >> 8 * i));
}

WebPBitstreamFeatures features_of(Bytes head) {
    WebPBitstreamFeatures features{};
    const VP8StatusCode status = WebPGetFeatures(head.data(), head.size(), &features);
    if (status == VP8_STATUS_NOT_ENOUGH_DATA) throw ends_early(head.size());
    if (status != VP8_STATUS_OK) throw DecodeError("damaged WebP, its header");
    return features;
}

Claim claim_of(Bytes head) {
    const WebPBitstreamFeatures features = features_of(head);
    return {{features.width, features.height, features.has_alpha ? 4 : 3}, Sample::u8, true};
}

// The content of the first chunk of this name; empty: there is none.
Bytes chunk_of(Bytes file, std::string_view name) {
    constexpr std::size_t frame = 8;
    for (std::size_t at = head_bytes; at + frame <= file.size();) {
        const std::size_t length = number_at(file, at + 4, 4);
        if (length > file.size() - at - frame) break;
        if (begins(file.subspan(at), name)) return file.subspan(at + frame, length);
        at += frame + length + length % 2;
    }
    return {};
}

void decode_still(Bytes file, Image& image) {
    const Shape& shape = image.shape();
    const auto decode_into = shape.channels == 4 ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
    if (!decode_into(file.data(), file.size(), image.data<std::uint8_t>(), image.bytes(),
                     shape.width * shape.channels))
        throw DecodeError("damaged WebP");
}

// The first frame on the canvas.
void decode_first_frame(Bytes file, Image& image) {
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options))
        throw DecodeError("libwebp is of another version than its headers");
    options.color_mode = MODE_RGBA;
    const WebPData data{file.data(), file.size()};
    const std::unique_ptr<WebPAnimDecoder, void (*)(WebPAnimDecoder*)> decoder(
        WebPAnimDecoderNew(&data, &options), WebPAnimDecoderDelete);
    WebPAnimInfo info{};
    std::uint8_t* pixels = nullptr;
    int end = 0;
    const Shape& shape = image.shape();
    if (!decoder || !WebPAnimDecoderGetInfo(decoder.get(), &info) || int(info.canvas_width) != shape.width ||
        int(info.canvas_height) != shape.height || !WebPAnimDecoderGetNext(decoder.get(), &pixels, &end))
        throw DecodeError("damaged WebP, its first frame");
    auto* to = image.data<std::uint8_t>();
    for (std::size_t i = 0; i < shape.pixels(); ++i)
        std::copy_n(pixels + 4 * i, shape.channels, to + i * std::size_t(shape.channels));
}

// To u8, RGB or RGBA; turned as its EXIF says.
Image decode(Bytes file, FileFacts& facts) {
    const Claim claim = claim_of(file);
    if (number_at(file, 4, 4) > file.size() - 8) throw ends_early(file.size());
    // The picture, and the canvas and the last one of an animation, or the picture turned.
    check_claim(claim.shape, claim.shape.pixels() * 16, file.size(), pixels_per_byte);
    const ExifFacts exif = exif_facts(chunk_of(file, "EXIF"));
    if (const Bytes profile = chunk_of(file, "ICCP"); !profile.empty() || exif.is_adobe_rgb) {
        auto [encoding, remark] = profile.empty() ? adobe_rgb(3) : meaning_of_profile(profile, 3);
        facts.encoding = std::move(encoding);
        facts.remark = std::move(remark);
    }
    Image image(claim.shape, Sample::u8);
    if (features_of(file).has_animation)
        decode_first_frame(file, image);
    else
        decode_still(file, image);
    return turned(std::move(image), exif.orientation);
}

// RGB or RGBA, as libwebp takes it.
std::vector<std::uint8_t> colours_of(ConstImageView image) {
    const int channels = image.shape.channels, to_channels = channels % 2 == 0 ? 4 : 3;
    std::vector<std::uint8_t> colours;
    colours.reserve(image.shape.pixels() * std::size_t(to_channels));
    for (int y = 0; y < image.shape.height; ++y) {
        const auto* from = image.row<std::uint8_t>(y);
        for (int x = 0; x < image.shape.width; ++x, from += channels) {
            for (int c = 0; c < 3; ++c) colours.push_back(from[channels < 3 ? 0 : c]);
            if (to_channels == 4) colours.push_back(from[channels - 1]);
        }
    }
    return colours;
}

struct Picture {
    WebPPicture picture;
    WebPMemoryWriter bytes;
    Picture() {
        WebPMemoryWriterInit(&bytes);
        if (!WebPPictureInit(&picture))
            throw std::runtime_error("libwebp is of another version than its headers");
    }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
    ~Picture() {
        WebPPictureFree(&picture);
        WebPMemoryWriterClear(&bytes);
    }
};

// The file with a profile, for which its header has to be the extended one.
std::vector<std::uint8_t> with_profile(Bytes file, const Shape& shape, Bytes profile) {
    constexpr std::uint8_t has_profile = 0x20, has_alpha = 0x10;
    std::vector<std::uint8_t> made;
    made.reserve(file.size() + profile.size() + 64);
    const auto add = [&](Bytes bytes) { std::copy(bytes.begin(), bytes.end(), std::back_inserter(made)); };
    add(file.first(head_bytes));
    add(bytes_of("VP8X"));
    append_number(made, 10, 4);
    append_number(made, has_profile | (shape.channels % 2 == 0 ? has_alpha : 0u), 4);
    append_number(made, std::size_t(shape.width - 1), 3);
    append_number(made, std::size_t(shape.height - 1), 3);
    add(bytes_of("ICCP"));
    append_number(made, profile.size(), 4);
    add(profile);
    if (profile.size() % 2 != 0) made.push_back(0);
    add(file.subspan(head_bytes));
    std::vector<std::uint8_t> size;
    append_number(size, made.size() - 8, 4);
    std::copy(size.begin(), size.end(), made.begin() + 4);
    return made;
}

// Without loss, and with the colours of what is transparent. A profile is stated, and no other encoding.
EncodedFile encode(ConstImageView image, const std::string&, const std::optional<Encoding>& encoding) {
    if (image.sample != Sample::u8) throw std::logic_error("a WebP has 8-bit samples");
    if (std::max(image.shape.width, image.shape.height) > WEBP_MAX_DIMENSION)
        throw std::runtime_error("a WebP is at most " + std::to_string(WEBP_MAX_DIMENSION) +
                                 " pixels wide and high: write .png");
    constexpr int effort =
        4;  // of 0 to 9: higher ones take several times as long for a few hundredths of the bytes
    Picture to;
    WebPConfig config;
    if (!WebPConfigInit(&config) || !WebPConfigLosslessPreset(&config, effort))
        throw std::runtime_error("libwebp is of another version than its headers");
    config.exact = 1;
    to.picture.use_argb = 1;
    to.picture.width = image.shape.width;
    to.picture.height = image.shape.height;
    to.picture.writer = WebPMemoryWrite;
    to.picture.custom_ptr = &to.bytes;
    const std::vector<std::uint8_t> colours = colours_of(image);
    const bool has_alpha = image.shape.channels % 2 == 0;
    const auto import = has_alpha ? WebPPictureImportRGBA : WebPPictureImportRGB;
    if (!import(&to.picture, colours.data(), image.shape.width * (has_alpha ? 4 : 3)) ||
        !WebPEncode(&config, &to.picture))
        throw std::runtime_error("libwebp cannot write it, error " +
                                 std::to_string(int(to.picture.error_code)));
    const Bytes file{to.bytes.mem, to.bytes.size};
    if (encoding && encoding->profile && !encoding->profile->is_coded())
        return {with_profile(file, image.shape, encoding->profile->bytes())};
    return {{file.begin(), file.end()}};
}

std::string version() {
    const int version = WebPGetDecoderVersion();
    return std::to_string(version >> 16) + "." + std::to_string(version >> 8 & 255) + "." +
           std::to_string(version & 255);
}
#else
Claim claim_of(Bytes) {
    throw DecodeError("this build has no libwebp, which reads WebP");
}

Image decode(Bytes, FileFacts&) {
    throw DecodeError("this build has no libwebp, which reads WebP");
}

EncodedFile encode(ConstImageView, const std::string&, const std::optional<Encoding>&) {
    throw std::runtime_error("this build has no libwebp, which writes WebP");
}

std::string version() {
    return {};
}
#endif

}  // namespace

extern const Format webp_format;
const Format webp_format{
    .name = "WebP",
    .endings = {".webp"},
    .probe = is_webp,
    .claim_of = claim_of,
    .decode = decode,
    .encode = encode,
    .keeps = {.picture_bits = 8},
    .alpha = Alpha::straight,
    .why_not = SWEEP_HAS_WEBP ? "" : "this build has no libwebp, and so no WebP",
    .library = "libwebp",
    .version = version,
};

}  // namespace sweep
