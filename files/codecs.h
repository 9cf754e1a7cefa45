// The file formats, each from and to bytes in memory, or from a file of which any part can be read. They are
// for files/image_file.cpp and the tests; all other code calls load_image() and save_image().
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/image.h"
#include "files/encoding.h"
#include "files/output_file.h"

namespace sweep {

// Why bytes are not a picture, in words. The name of the file is missing, because decoders do not know it.
struct DecodeError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

bool begins(Bytes file, std::string_view magic);

// The error of a file that ends after these bytes and should not.
inline DecodeError ends_early(Bytes file) {
    return DecodeError("truncated: it ends after " + std::to_string(file.size()) + " bytes");
}

// What a file says beside its samples.
struct FileFacts {
    std::optional<Encoding> encoding{};  // nothing: the file states none, or none that sweep knows
    std::string remark{};                // a statement that is not followed, in words; mostly empty
    int pages = 1;
    Image depth{};  // the distance of each pixel, one channel of f32, of the picture's size; mostly empty
};

// A file of which any part can be read.
struct FileReader {
    std::uint64_t size = 0;
    // Reads the bytes from `at` on; false when there are not so many. Throws nothing.
    std::function<bool(std::uint64_t at, void* to, std::size_t count)> read;
};
FileReader reader_of(Bytes file);

// The decoders. They throw DecodeError. Before they allocate anything they check the size that a file claims
// against the bytes that it has and against the memory that there is.
Image decode_npy(Bytes file);  // u8, u16, u32, f32, f64; H x W and H x W x C; C and Fortran order
Image decode_png(Bytes file, FileFacts* facts = nullptr);  // u8 or u16; a palette becomes RGB or RGBA
Image decode_pnm(Bytes file);  // P5 and P6; u8, or u16 when the largest value is above 255
Image decode_pfm(Bytes file);  // PF and Pf; f32, whatever its scale says
// u8, grey or RGB (from CMYK too); turned as its EXIF says.
Image decode_jpeg(Bytes file, FileFacts* facts = nullptr);
// BMP, TGA, PSD (u8 or u16) and GIF; f32 when is_hdr.
Image decode_with_stb(Bytes file, bool is_hdr);

// The size and sample type that a file claims for its picture.
struct Claim {
    Shape shape;
    Sample sample;
};
// Is called with the claim before anything is taken for the samples; throws whatever it likes.
using ClaimCheck = std::function<void(const Claim&)>;

// A page of a TIFF, the first being 1: unsigned integers as u8, u16 and u32, signed ones of 32 bits and
// float64 as f64, other signed ones and floats as f32. Numbers are the file's own, but fewer than 8 bits are
// scaled to bytes, and a palette becomes RGB. Grey from white to black is reversed where it consists of
// unsigned integers; the picture is turned as its orientation says.
Image decode_tiff(const FileReader& file, int page = 1, const ClaimCheck& check = {},
                  FileFacts* facts = nullptr);
// The claim in a file's first bytes, without its pixels. Throw DecodeError where these bytes are damaged or
// too few. A PNG may turn out to have one channel more: an alpha of which only later bytes tell.
Claim claim_of_png(Bytes head);
Claim claim_of_pnm(Bytes head);
Claim claim_of_pfm(Bytes head);
Claim claim_of_jpeg(Bytes head);  // before it is turned
Claim claim_with_stb(Bytes head, bool is_hdr);

// A .npy file is read in two steps, so that its samples need not lie in memory twice.
struct NpyHeader {
    Claim claim;
    bool fortran_order = false;
    std::size_t start = 0;  // the offset of the samples
};
// Reads the header from `head`, the first bytes of a file of `file_size`. Throws DecodeError as decode_npy()
// does.
NpyHeader read_npy_header(Bytes head, std::uint64_t file_size);
// Reads the samples. `next` writes the next bytes of the file to memory, beginning with the byte at `start`.
Image read_npy_samples(const NpyHeader& header, const std::function<void(void*, std::size_t)>& next);

// The orientation of a JPEG as EXIF numbers it, 1 to 8; 1 where the file states none. Takes any bytes.
int jpeg_orientation(Bytes file);
// The picture as it is meant to be seen.
Image turned(Image image, int orientation);

// An EXR: the data window of its first layer that has R, G and B, or Y, with A where there is one; or its
// only channel. u32 when all of these are unsigned integers, otherwise f32. The channel Z becomes
// facts->depth.
Image decode_exr(const FileReader& file, const ClaimCheck& check = {}, FileFacts* facts = nullptr);

std::string npy_header(const Shape& shape, Sample sample);  // the packed rows follow it
// From u8 or u16; `label` and `encoding` as in save_image().
std::vector<std::uint8_t> encode_png(ConstImageView image, const std::string& label = {},
                                     const std::optional<Encoding>& encoding = std::nullopt);
std::string png_label(Bytes file);  // empty: it has no label, or is no PNG
// From u8; alpha is dropped. A profile is stated, and no other encoding.
std::vector<std::uint8_t> encode_jpeg(ConstImageView image,
                                      const std::optional<Encoding>& encoding = std::nullopt);
// From all but f16. Integers state their encoding by a profile, but words that are numbers need none.
std::vector<std::uint8_t> encode_tiff(ConstImageView image,
                                      const std::optional<Encoding>& encoding = std::nullopt);
std::vector<std::uint8_t> encode_exr(ConstImageView image);  // from f32 and u32
std::vector<std::uint8_t> encode_pfm(ConstImageView image);  // from f32; alpha is dropped
std::vector<std::uint8_t> encode_hdr(
    ConstImageView image);  // from f32; alpha is dropped, samples are clipped to [0, largest_hdr]

// The versions of the libraries; empty: this build has none.
std::string png_version();
std::string jpeg_version();
std::string tiff_version();
std::string exr_version();
std::string lcms_version();

// Throws DecodeError when a claim cannot be true or cannot be met: a row must fit into the int that counts
// its samples, `bytes`, which decoding needs, into memory, and the pixels into a file of `file_size`, of
// which one byte stands for at most `pixels_per_byte` pixels in any picture of its format.
void check_claim(const Shape& shape, std::uint64_t bytes, std::uint64_t file_size,
                 std::uint64_t pixels_per_byte);

}  // namespace sweep
