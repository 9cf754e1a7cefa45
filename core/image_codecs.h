// The file formats, each from bytes in memory and to bytes in memory. For core/image_file.cpp and the tests;
// everybody else calls load_image() and save_image().
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/encoding.h"
#include "core/image.h"
#include "core/output_file.h"

namespace sweep {

// Why bytes are not a picture, without the name of the file, which decoders do not know.
struct DecodeError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

bool begins(Bytes file, std::string_view magic);

// Of a file that has no more than these bytes and should have.
inline DecodeError ends_early(Bytes file) {
    return DecodeError("truncated: it ends after " + std::to_string(file.size()) + " bytes");
}

// What a file says of its samples, beside them.
struct PngFacts {
    std::optional<Encoding> encoding;  // nothing: it does not say, or not in words that sweep knows
    std::string remark;                // what it says that is not followed, in words; mostly empty
};

// Throw DecodeError. Before anything is allocated the size that a file claims is checked against the bytes it
// has and against the memory there is.
Image decode_npy(Bytes file);  // u8, u16, u32, f32, f64; H x W and H x W x C; C and Fortran order
Image decode_png(Bytes file, PngFacts* facts = nullptr);  // u8 or u16; a palette becomes RGB or RGBA
Image decode_pnm(Bytes file);   // P5 and P6; u8, or u16 when the largest value is above 255
Image decode_jpeg(Bytes file);  // u8, grey or RGB (also of CMYK); turned as its EXIF says
// BMP, TGA, PSD (u8 or u16), GIF, PIC; f32 when is_hdr.
Image decode_with_stb(Bytes file, bool is_hdr);

// What files claim of their pixels.
struct Claim {
    Shape shape;
    Sample sample;
};
// From a file's first bytes, without its pixels. Throw DecodeError where these are damaged, or not enough. The channels of a
// PNG may be one more, an alpha that only later bytes tell of.
Claim claim_of_png(Bytes head);
Claim claim_of_pnm(Bytes head);
Claim claim_of_jpeg(Bytes head);  // not yet turned
Claim claim_with_stb(Bytes head, bool is_hdr);

// A .npy in two steps, so that its samples need not lie in memory twice.
struct NpyHeader {
    Claim claim;
    bool fortran_order = false;
    std::size_t start = 0;  // of the samples
};
// `head`: the first bytes of a file of `file_size`. Throws DecodeError as decode_npy().
NpyHeader read_npy_header(Bytes head, std::uint64_t file_size);
// `next` puts the next bytes into memory; the first is that at `start`.
Image read_npy_samples(const NpyHeader& header, const std::function<void(void*, std::size_t)>& next);

// As EXIF counts them, 1 to 8; 1 where the file does not say. Any bytes are taken.
int jpeg_orientation(Bytes file);
// The picture as it is to be seen.
Image turned(Image image, int orientation);

std::string npy_header(const Shape& shape, Sample sample);  // the rows follow, packed
// u8 or u16; `label` and `encoding` as of save_image().
std::vector<std::uint8_t> encode_png(ConstImageView image, const std::string& label = {},
                                     const std::optional<Encoding>& encoding = std::nullopt);
// From the curve of an ICC colour profile; nothing: it has none, or none that Encoding knows.
std::optional<Encoding> encoding_of_profile(Bytes profile);
std::string png_label(Bytes file);                            // empty: it has none, or is no PNG
std::vector<std::uint8_t> encode_jpeg(ConstImageView image);  // u8; alpha is dropped
std::vector<std::uint8_t> encode_hdr(
    ConstImageView image);  // f32; alpha is dropped, samples are clipped to [0, largest_hdr]

// Throws DecodeError when a picture of `shape` does not fit: a row into the int that counts its samples, the
// picture into memory (`bytes` are needed to decode it), or into the file of `file_size`, of which a byte stands for at
// most `pixels_per_byte` pixels of any picture of its format.
void check_claim(const Shape& shape, std::uint64_t bytes, std::uint64_t file_size,
                 std::uint64_t pixels_per_byte);

}  // namespace sweep
