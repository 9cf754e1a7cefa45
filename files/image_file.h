// Image files, of the formats in the table of files/format.h. The extension of a name decides what is written; the
// first bytes of a file decide what it is read as.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/image.h"
#include "core/base/primaries.h"
#include "files/codecs.h"
#include "files/encoding.h"

namespace sweep {

struct Format;

// A file that was read. Pictures of 8 bits come as u8 and of 16 bits as u16, HDR and PFM as f32, EXR as f32
// or u32, and .npy and TIFF as what they hold (u8, u16, u32, f32 or f64; signed integers as floats). 1 to 4
// channels: grey, grey and alpha, RGB, RGBA.
struct FileImage {
    Image image;
    // As the file states it: the colour profile of a PNG, JPEG or TIFF, sRGB or gAMA of a PNG. Without a
    // statement: numbers for .npy, for PNG, PNM and TIFF of 16 bits and for any TIFF of more, light for HDR,
    // PFM and EXR, otherwise sRGB, also for a .psd of 16 bits, which picture editors write.
    Encoding encoding{};
    int pages = 1;  // of the file, which are pictures of their own
    // The channel of an EXR that is the distance of each pixel, such as Z, f32; empty: there is none.
    Image depth{};
    bool is_distance = false;  // the picture itself is such a channel, alone
    // From its linear RGB to that of sRGB, where that is not what it has; read_image() leaves the samples as they are.
    std::optional<ColourMatrix> to_srgb{};
    std::shared_ptr<const KeptFacts> kept{};  // null: there are none
    Alpha alpha = Alpha::none;                // of the last of 2 or 4 channels
    // One byte for each sample: 1 where the file has no number but NaN or its no-data value, and `image` has 0; empty:
    // the file has all numbers.
    Image missing{};
    std::string missing_note{};  // how many those are: "3 NaN samples"
    // Some of these are missing by what the file says apart from its samples: by the mask of a TIFF, or the no-data
    // index of a palette.
    bool has_mask = false;
    std::optional<double> no_data{};  // the number that stands in the file where it has none
    double infinite = 0;              // the magnitude that infinite samples were given; 0: there are none
    // The bits of a sample where they are fewer than those of its type, 9 to 15: white is 2^bits - 1; 0: they are all.
    int bits = 0;
    // The channels behind the first are bands, and no colours; of each what it is, as ExtraSamples has it. Empty:
    // colours.
    std::vector<std::uint16_t> bands{};
    int smaller = 0;  // copies of the page, or other pictures below it, that the file has beside it
    // One line, mostly empty: how many infinite samples became which number, or which statement of the file is not
    // followed.
    std::string note{};
    std::string note_of_zeros{};  // the same for those who take missing samples for 0, and how many they are
};

// Is called as soon as the first bytes have told the size of a picture, before it is decoded. It throws
// whatever it likes to refuse a picture. The shape may lack an alpha channel, and be that of a picture that
// is turned later.
using Acceptance = std::function<void(const Shape& shape, Sample sample)>;

// Reads a page of a file, the first being 1. Throws Error(unreadable_input) when the file is missing,
// truncated, empty, damaged, of an unsupported kind, of another size than it claims, without such a page, or
// larger than memory (before it allocates); of a choice that the file does not have, with a list of what it has.
FileImage read_image(const std::filesystem::path& path, const Acceptance& accept = {}, int page = 1,
                     const PictureChoice& choice = {});

// Samples of fewer bits, as `bits` goes on to say, become words, whose white is 65535, and among which there is no
// no-data value.
void widen_to_words(FileImage& file);

// The picture, its colours converted as to_srgb says, which is empty afterwards.
// Where one colour of a pixel is missing, all are.
void convert_to_srgb(FileImage& file);

// The libraries behind the formats, for those who want to know. An empty version: this build lacks it, and
// the formats are refused.
struct ImageLibrary {
    std::string formats, name, version;
};
std::vector<ImageLibrary> image_libraries();

// The image of read_image(), and its note_of_zeros.
Image load_image(const std::filesystem::path& path, std::string* note = nullptr);

// Writes a file: .png from u8 and u16, .jpg from u8, .hdr from f32 (clipped to [0, largest_hdr], NaN becomes
// 0), .exr from f32 and u32, .pfm from f32, .npy and .tif from anything but f16; .jpg, .hdr and .pfm drop
// alpha. The file appears whole or not at all, and replaces an older one only when it is whole. A .png carries
// `label`, UTF-8, as its text with the keyword "sweep"; .png, and .tif of u8 and u16, state `encoding` when it
// is given, and a .jpg states a profile. `kept`, of a file of the same format, is written again; null: nothing is.
// `finish` gets the bytes of the file before they are written. Throws Error(unwritable_output).
using Finish = std::function<void(std::vector<std::uint8_t>& file)>;
void save_image(const std::filesystem::path& path, ConstImageView image, const std::string& label = {},
                const std::optional<Encoding>& encoding = std::nullopt, const KeptFacts* kept = nullptr,
                const Finish& finish = {});

// The label of a .png, without decoding its pixels; empty when there is none, and for other formats. Throws
// Error(unreadable_input) as load_image() does.
std::string label_of(const std::filesystem::path& path);

// The largest sample of an .hdr file, whose exponents end below float's; the smallest is 0.
inline constexpr float largest_hdr = 1.6e38f;

// The format for a name, by its extension. Throws Error(unwritable_output), with a list of formats, for
// others.
const Format& output_format(const std::filesystem::path& path);

// Throws Error(unreadable_input) when it is plain already that `path` cannot be read: there is no such file,
// or load_image() does not take its extension; the message lists those that it takes. To be asked before long
// work.
void require_readable(const std::filesystem::path& path);
// Whether require_readable() throws nothing.
bool is_readable(const std::filesystem::path& path);

}  // namespace sweep
