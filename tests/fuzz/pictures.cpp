// The decoders of pictures, and the label and the colour profile of a PNG.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include <zlib.h>

#include "files/colour_profile.h"
#include "files/format.h"
#include "files/jpeg/header.h"
#include "files/pixels.h"
#include "tests/fuzz/metadata.h"
#include "tests/fuzz/picture_seeds.h"
#include "tests/fuzz/targets.h"
#include "tests/support/scratch.h"

namespace sweep::fuzz {

namespace {

using test::noise;

// Reads every sample, so that the sanitizers see the memory that the shape promises.
void use(const Image& image) {
    require(!image.empty(), "a picture that was read has samples");
    require(image.shape().channels >= 1 && image.shape().channels <= 4, "it has 1 to 4 channels");
    const auto* bytes = image.data<std::uint8_t>();
    const unsigned sum = std::accumulate(bytes, bytes + image.bytes(), 0u);
    static volatile unsigned kept;
    kept = sum;
    static_cast<void>(kept);
}

// Reads a file from its beginning. The claim of a long file is read while only its first bytes are there.
FileFacts decode_beginning(const Format& format, Bytes file) {
    Claim claim{};  // no pixels: there is no claim
    for (const Bytes head : {file.first((file.size() + 1) / 2), file}) {
        try {
            claim = format.claim_of(head);
        } catch (const DecodeError&) {
            claim = {};
        }
    }
    FileFacts facts;
    const Image image = format.decode(file, facts);
    use(image);
    require(claim.shape.pixels() == image.shape().pixels() && claim.sample == image.sample(),
            "a picture is of the size and the kind that its first bytes claim");
    return facts;
}

void decode_parts(const Format& format, Bytes file, int page) {
    std::optional<Claim> claim;
    FileFacts facts;
    const ClaimCheck check = [&](const Claim& said) { claim = said; };
    const Image image = format.decode_choice ? format.decode_choice(reader_of(file), {}, check, facts)
                                             : format.decode_parts(reader_of(file), page, check, facts);
    use(image);
    require(claim && claim->shape.pixels() == image.shape().pixels() && claim->sample == image.sample(),
            "a picture is of the size and the kind that it claims");
    require(facts.pages >= 1, "a picture is one of its pages");
    if (!facts.depth.empty()) use(facts.depth);
}

struct Ending {
    char text[8];
};
// Decodes the file with the format of this ending, if its first bytes are one's.
template <Ending ending>
void run(Bytes file) {
    const Format& format = *format_with(ending.text);
    if (file.empty() || (format.probe && !format.ending_decides && !format.probe(file))) return;
    for (const int page : {1, 2}) {
        if (page == 2 && !format.has_pages) break;
        try {
            if (format.decode_parts || format.decode_choice)
                decode_parts(format, file, page);
            else
                decode_beginning(format, file);
        } catch (const DecodeError&) {
        }
    }
}

void run_exif(Bytes file) {
    for (const int orientation :
         {exif_facts(jpeg_header_of(file).exif).orientation, png_exif(file).orientation})
        require(orientation >= 1 && orientation <= 8, "there are eight ways to hold a camera");
}

// Chunks end with a checksum, which never fits bytes that were changed at random. It is corrected here, so
// that such inputs reach the code behind its check.
std::vector<std::uint8_t> with_checksums(Bytes file) {
    std::vector<std::uint8_t> bytes(file.begin(), file.end());
    for (std::size_t at = png_magic.size(); at + 12 <= bytes.size();) {
        std::uint64_t length = 0;
        for (int i = 0; i < 4; ++i) length = length << 8 | bytes[at + std::size_t(i)];
        if (length > bytes.size() - at - 12) break;
        const auto sum = std::uint32_t(crc32(0, &bytes[at + 4], uInt(length + 4)));
        for (int i = 0; i < 4; ++i)
            bytes[at + 8 + length + std::size_t(i)] = std::uint8_t(sum >> (24 - 8 * i));
        at += length + 12;
    }
    return bytes;
}

void check_exponent(const Encoding& encoding) {
    require(encoding.exponent >= least_exponent && encoding.exponent <= most_exponent,
            "exponents are within reason");
}

void run_profile(Bytes file) {
    for (const int channels : {1, 3}) {
        const ProfileMeaning meaning = meaning_of_profile(file, channels);
        check_exponent(meaning.encoding);
        require(meaning.remark.find('\n') == std::string::npos, "a remark is one line");
        if (meaning.encoding.profile)
            use(to_float(noise({5, 1, channels}, Sample::u8).view(), Sample::f32, meaning.encoding));
    }
}

void run_png(Bytes file) {
    if (!begins(file, png_magic)) return;
    const std::vector<std::uint8_t> bytes = with_checksums(file);
    const Format& png = *format_with(".png");
    try {
        const FileFacts facts = decode_beginning(png, bytes);
        if (facts.encoding && facts.encoding->curve == Curve::power) check_exponent(*facts.encoding);
        require(facts.remark.find('\n') == std::string::npos, "a remark is one line");
    } catch (const DecodeError&) {
    }
    try {
        png.label_of(bytes);
    } catch (const DecodeError&) {
        return;
    }
}

constexpr Target all[] = {
    {"npy", run<Ending{".npy"}>, npy_seeds, npy_words, 1024},
    {"png", run_png, png_seeds, png_words, 2048},
    {"profile", run_profile, profile_seeds, profile_words, 512},
    {"webp", run<Ending{".webp"}>, webp_seeds, webp_words, 4096},
    {"heif", run<Ending{".avif"}>, heif_seeds, heif_words, 4096},
    {"jpeg", run<Ending{".jpg"}>, jpeg_seeds, jpeg_words, 4096},
    {"exif", run_exif, exif_seeds, exif_words, 512},
    {"metadata", run_metadata, metadata_seeds, metadata_words, 4096},
    {"gif", run<Ending{".gif"}>, gif_seeds, gif_words, 1024},
    {"bmp", run<Ending{".bmp"}>, bmp_seeds, bmp_words, 1024},
    {"tga", run<Ending{".tga"}>, tga_seeds, tga_words, 1024},
    {"psd", run<Ending{".psd"}>, psd_seeds, psd_words, 1024},
    {"hdr", run<Ending{".hdr"}>, hdr_seeds, hdr_words, 1024},
    {"pnm", run<Ending{".pnm"}>, pnm_seeds, pnm_words, 512},
    {"pfm", run<Ending{".pfm"}>, pfm_seeds, pfm_words, 512},
    {"tiff", run<Ending{".tif"}>, tiff_seeds, tiff_words, 4096},
    {"exr", run<Ending{".exr"}>, exr_seeds, exr_words, 4096},
};

}  // namespace

std::span<const Target> picture_targets() {
    return all;
}

}  // namespace sweep::fuzz
