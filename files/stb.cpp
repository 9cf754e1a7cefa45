// The formats that stb reads, TGA, PSD, GIF (the first frame) and Radiance HDR, and the one that it
// writes, HDR. Its decoder of PIC, which reads memory that is not there, is left out.
//
// stb's image code is compiled here alone, and all of it stays inside this file, because Debian's Dear ImGui
// may bring another copy. Where a file ends early, stb goes on with zeros: it fills the rest of the picture
// with grey and says nothing, or never ends (HDR). Therefore it reads through a callback that throws when
// there are too few bytes, and takes its memory from a list that is freed whichever way stb is left.
#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "files/format.h"
#include "files/image_file.h"

namespace sweep {
namespace {

thread_local std::vector<void*> blocks;  // the memory of stb while it decodes

void* stb_malloc(std::size_t size) {
    blocks.reserve(blocks.size() + 1);
    void* block = std::malloc(size);
    if (block) blocks.push_back(block);
    return block;
}

void stb_free(void* block) {
    const auto at = std::find(blocks.begin(), blocks.end(), block);
    if (at == blocks.end()) return;  // null, or freed already
    blocks.erase(at);
    std::free(block);
}

void* stb_realloc(void* block, std::size_t size) {
    if (!block) return stb_malloc(size);
    void* larger = std::realloc(block, size);
    if (larger) std::replace(blocks.begin(), blocks.end(), block, larger);
    return larger;
}

struct FreeBlocks {
    ~FreeBlocks() {
        for (void* block : blocks) std::free(block);
        blocks.clear();
    }
};

}  // namespace
}  // namespace sweep

#define STBI_MALLOC(size) sweep::stb_malloc(size)
#define STBI_REALLOC(block, size) sweep::stb_realloc(block, size)
#define STBI_FREE(block) sweep::stb_free(block)
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_JPEG
#define STBI_NO_PNG
#define STBI_NO_PNM
#define STBI_NO_BMP
#define STBI_NO_PIC
#define STBI_FAILURE_USERMSG
#define STBI_MAX_DIMENSIONS (1 << 24)
#if defined(__clang__)
// stb makes a byte of the colour of a PSD's transparent pixels, which may be any number, without a look at
// its range: the byte is then arbitrary, and nothing else happens.
#pragma clang attribute push(__attribute__((no_sanitize("float-cast-overflow"))), apply_to = function)
#endif
#include <stb_image.h>
#if defined(__clang__)
#pragma clang attribute pop
#endif

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

namespace sweep {
namespace {

struct Source {
    Bytes file;
    std::size_t at = 0;
};

constexpr int refill = 128;  // the size of stb's own buffer, for which it asks without needing all of it

int read(void* user, char* to, int count) {
    auto& source = *static_cast<Source*>(user);
    const std::size_t there = source.file.size() - source.at, n = std::min(std::size_t(count), there);
    if (there == 0 || (count != refill && n < std::size_t(count))) throw ends_early(source.file.size());
    if (n > 0) std::memcpy(to, source.file.data() + source.at, n);
    source.at += n;
    return int(n);
}

void skip(void* user, int count) {
    auto& source = *static_cast<Source*>(user);
    const std::size_t there = source.file.size() - source.at;
    if (count > 0 && std::size_t(count) > there) throw ends_early(source.file.size());
    source.at += count > 0 ? std::min(std::size_t(count), there) : 0;
}

int at_end(void* user) {
    const auto& source = *static_cast<Source*>(user);
    return source.at == source.file.size();
}

constexpr stbi_io_callbacks callbacks{read, skip, at_end};

[[noreturn]] void fail() {
    const char* reason = stbi_failure_reason();
    throw DecodeError("damaged or of an unsupported kind (" + std::string(reason ? reason : "unknown") + ")");
}

// How many pixels one byte can stand for. Run lengths go up to 128; a GIF's code of 12 bits makes up to 3839
// pixels.
std::uint64_t pixels_per_byte(Bytes file) {
    return file[0] == 'G' ? 4096 : 1024;
}

void append(void* user, void* data, int size) {
    auto& out = *static_cast<std::vector<std::uint8_t>*>(user);
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), bytes, bytes + size);
}

// stb counts the samples that it writes in int.
void require_countable(const Shape& shape) {
    if (shape.samples() > std::size_t(INT_MAX))
        throw std::runtime_error("it has " + std::to_string(shape.samples()) +
                                 " samples, and this format is written up to " + std::to_string(INT_MAX) +
                                 ": write .png or .npy");
}

template <bool is_hdr>
Claim claim_of(Bytes head) {
    const FreeBlocks free_at_the_end;
    Source source{head};
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_callbacks(&callbacks, &source, &width, &height, &channels)) fail();
    if (width < 1 || height < 1) throw DecodeError("it is empty: its width or height is 0");
    source.at = 0;
    const bool is_wide = !is_hdr && stbi_is_16_bit_from_callbacks(&callbacks, &source);
    return {{width, height, std::clamp(channels, 1, 4)},
            is_hdr    ? Sample::f32
            : is_wide ? Sample::u16
                      : Sample::u8};
}

template <bool is_hdr>
Image decode(Bytes file, FileFacts& facts) {
    facts.encoding = Encoding{is_hdr ? Curve::light : Curve::srgb, 1, false};
    const Claim claim = claim_of<is_hdr>(file);
    // stb's planes, coefficients and result together take up to 16 bytes a pixel.
    check_claim(claim.shape, claim.shape.pixels() * 16, file.size(), pixels_per_byte(file));
    const bool is_wide = claim.sample == Sample::u16;

    const FreeBlocks free_at_the_end;
    Source source{file};
    int width = 0, height = 0, channels = 0;
    void* pixels = nullptr;
    if (is_hdr)
        pixels = stbi_loadf_from_callbacks(&callbacks, &source, &width, &height, &channels, 0);
    else if (is_wide)
        pixels = stbi_load_16_from_callbacks(&callbacks, &source, &width, &height, &channels, 0);
    else
        pixels = stbi_load_from_callbacks(&callbacks, &source, &width, &height, &channels, 0);
    if (!pixels) fail();
    if (channels < 1 || channels > 4) throw DecodeError("it has no channels that sweep knows");

    Image image({width, height, channels}, claim.sample);
    std::memcpy(image.data<std::uint8_t>(), pixels, image.bytes());
    return image;
}

// stb does not look whether the rows of a TGA run from right to left.
Image decode_tga(Bytes file, FileFacts& facts) {
    constexpr std::size_t descriptor = 17;
    constexpr int from_right = 0x10, mirrored = 2;  // an orientation of EXIF
    Image image = decode<false>(file, facts);
    return turned(std::move(image), file[descriptor] & from_right ? mirrored : 1);
}

// stb cuts the digits off that a pixel's common exponent leaves no room for. With half of the last one added,
// they are rounded.
void add_half_digit(float* colours, int count) {
    const float most = *std::max_element(colours, colours + count);
    if (most < 1e-32f) return;  // stb writes 0
    int exponent = 0;
    std::frexp(most, &exponent);
    float half = std::ldexp(1.0f, exponent - 9);
    if (most + half >= std::ldexp(1.0f, exponent)) half *= 2;
    for (int k = 0; k < count; ++k) colours[k] += half;
}

// Samples are clipped to [0, largest_hdr]; NaN becomes 0.
EncodedFile encode(ConstImageView image, const std::string&, const std::optional<Encoding>&) {
    if (image.sample != Sample::f32) throw std::logic_error("an HDR file has float32 samples");
    require_countable(image.shape);
    Image clamped(image.shape, Sample::f32);
    for (int y = 0; y < image.shape.height; ++y)
        std::transform(image.row<float>(y), image.row<float>(y) + image.shape.width * image.shape.channels,
                       clamped.view().row<float>(y),
                       [](float x) { return std::isnan(x) ? 0 : std::clamp(x, 0.0f, largest_hdr); });
    const int channels = image.shape.channels, colours = channels < 3 ? 1 : 3;
    for (std::size_t i = 0; i < image.shape.samples(); i += std::size_t(channels))
        add_half_digit(clamped.data<float>() + i, colours);
    std::vector<std::uint8_t> out;
    if (!stbi_write_hdr_to_func(append, &out, image.shape.width, image.shape.height, image.shape.channels,
                                clamped.data<float>()))
        throw std::runtime_error("stb cannot write this picture as HDR");
    return {std::move(out)};
}

template <bool is_hdr = false>
constexpr Format read_by_stb(Format format) {
    format.claim_of = claim_of<is_hdr>;
    if (!format.decode) format.decode = decode<is_hdr>;
    if (!is_hdr) format.alpha = Alpha::straight;
    format.library = "stb_image";
    format.version = [] { return std::string("compiled in"); };
    return format;
}

}  // namespace

extern const Format hdr_format, tga_format, psd_format, gif_format, pic_format;
const Format hdr_format = read_by_stb<true>({
    .name = "HDR",
    .endings = {".hdr"},
    .probe = [](Bytes head) { return begins(head, "#?RADIANCE") || begins(head, "#?RGBE"); },
    .encode = encode,
    // What rounding to a picture of 16 bits would take below 0 is not worth a word.
    .keeps = {.numbers = true, .alpha = false, .least = -0.5 / 65535, .most = largest_hdr},
});
const Format tga_format = read_by_stb({.name = "TGA", .endings = {".tga"}, .decode = decode_tga});
const Format psd_format = read_by_stb({
    .name = "PSD",
    .endings = {".psd"},
    .probe = [](Bytes head) { return begins(head, "8BPS"); },
    .needs_whole_file = true,  // the layers come before the picture that they make
});
const Format gif_format = read_by_stb({
    .name = "GIF",
    .endings = {".gif"},
    .probe = [](Bytes head) { return begins(head, "GIF8"); },
});
const Format pic_format{
    .name = "PIC",
    .endings = {".pic"},
    .probe = [](Bytes head) { return begins(head, "\x53\x80\xf6\x34"); },
    .why_not = "PIC is not read, since no decoder of it is safe: convert it to .png",
};

}  // namespace sweep
