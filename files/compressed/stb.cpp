// The formats that stb reads: TGA, PSD and GIF (the first frame). Its decoder of PIC, which reads memory that is
// not there, is left out.
//
// stb's decoders are compiled here alone, and all of them stay inside this file, because Debian's Dear ImGui
// may bring another copy. Where a file ends early, stb goes on with zeros: it fills the rest of the picture
// with grey and says nothing. Therefore it reads through a callback that throws when there are too few bytes,
// and takes its memory from a list that is freed whichever way stb is left.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "files/colour_profile.h"
#include "files/format.h"

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
#define STBI_NO_HDR
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

bool is_psd(Bytes head) {
    return begins(head, "8BPS");
}

Claim claim_of(Bytes head) {
    const FreeBlocks free_at_the_end;
    Source source{head};
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_callbacks(&callbacks, &source, &width, &height, &channels)) fail();
    if (width < 1 || height < 1) throw DecodeError("it is empty: its width or height is 0");
    source.at = 0;
    const bool is_wide = stbi_is_16_bit_from_callbacks(&callbacks, &source);
    const bool has_layers = is_psd(head);  // which come before the picture that they make
    return {{width, height, std::clamp(channels, 1, 4)}, is_wide ? Sample::u16 : Sample::u8, has_layers};
}

Image decode(Bytes file, FileFacts& facts) {
    facts.encoding = Encoding{Curve::srgb, 1, false};
    const Claim claim = claim_of(file);
    // stb's planes, coefficients and result together take up to 16 bytes a pixel.
    check_claim(claim.shape, claim.shape.pixels() * 16, file.size(), pixels_per_byte(file));
    const bool is_wide = claim.sample == Sample::u16;

    const FreeBlocks free_at_the_end;
    Source source{file};
    int width = 0, height = 0, channels = 0;
    void* pixels = nullptr;
    if (is_wide)
        pixels = stbi_load_16_from_callbacks(&callbacks, &source, &width, &height, &channels, 0);
    else
        pixels = stbi_load_from_callbacks(&callbacks, &source, &width, &height, &channels, 0);
    if (!pixels) fail();
    if (channels < 1 || channels > 4) throw DecodeError("it has no channels that sweep knows");

    Image image({width, height, channels}, claim.sample);
    std::memcpy(image.data<std::uint8_t>(), pixels, image.bytes());
    return image;
}

// What a PSD says of its colours, which stb leaves: a profile among its resources, which follow the palette.
Image decode_psd(Bytes file, FileFacts& facts) {
    constexpr std::size_t header = 26;
    constexpr int of_profile = 1039;
    const auto length_at = [&](std::size_t at) {
        std::size_t value = 0;
        for (std::size_t i = 0; i < 4; ++i) value = value << 8 | file[at + i];
        return value;
    };
    Image image = decode(file, facts);
    if (file.size() < header + 4) return image;
    const std::size_t at = header + 4 + length_at(header);
    if (at + 4 > file.size() || length_at(at) > file.size() - at - 4) return image;
    const Bytes profile = photoshop_resource(file.subspan(at + 4, length_at(at)), of_profile);
    if (profile.empty()) return image;
    auto [encoding, remark] = meaning_of_profile(profile, image.shape().channels);
    facts.encoding = std::move(encoding);
    facts.remark = std::move(remark);
    return image;
}

// stb does not look whether the rows of a TGA run from right to left.
Image decode_tga(Bytes file, FileFacts& facts) {
    constexpr std::size_t descriptor = 17;
    constexpr int from_right = 0x10, mirrored = 2;  // an orientation of EXIF
    Image image = decode(file, facts);
    return turned(std::move(image), file[descriptor] & from_right ? mirrored : 1);
}

constexpr Format read_by_stb(Format format) {
    format.claim_of = claim_of;
    if (!format.decode) format.decode = decode;
    format.alpha = Alpha::straight;
    format.library = "stb";
    format.version = [] { return std::string("compiled in"); };
    return format;
}

}  // namespace

extern const Format tga_format, psd_format, gif_format, pic_format;
const Format tga_format = read_by_stb({.name = "TGA", .endings = {".tga"}, .decode = decode_tga});
const Format psd_format = read_by_stb({
    .name = "PSD",
    .endings = {".psd"},
    .probe = is_psd,
    .decode = decode_psd,
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
