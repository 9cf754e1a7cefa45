// Image files. Reads PNG, JPEG, BMP, TGA, PSD, GIF (its first frame), Radiance HDR, PIC, PGM, PPM and NumPy's
// .npy; writes PNG, JPEG, HDR and .npy. The name's extension says what is wanted, the file's first bytes what
// it is.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/encoding.h"
#include "core/image.h"

namespace sweep {

// 8-bit pictures come as u8 and 16-bit ones as u16, with the samples of the file; HDR as f32; .npy as what it holds: u8,
// u16, u32, f32 or f64. 1 to 4 channels: grey, grey and alpha, RGB, RGBA.
struct FileImage {
    Image image;
    // PNG: as it says (iCCP, sRGB, gAMA). What says nothing is numbers where it has 16 bits or is a .npy, light where it is
    // HDR, and otherwise sRGB; .psd, which picture editors write, is sRGB at 16 bits, too.
    Encoding encoding;
    // In one line, and mostly empty: how many NaN and infinite samples became 0, and what else the file says that is not
    // followed.
    std::string note;
};

// Asked as soon as the first bytes have told a picture's size, and before anything is made of it: refuses, by throwing what
// it wants, a picture that the caller could not use. The shape may lack an alpha channel, and be that of a picture that is
// turned later.
using Acceptance = std::function<void(const Shape& shape, Sample sample)>;

// Throws Error(unreadable_input): missing, truncated, lying about its size, larger than memory (before
// allocating), empty, damaged or of an unsupported kind.
FileImage read_image(const std::filesystem::path& path, const Acceptance& accept = {});

// The samples alone, and the note.
Image load_image(const std::filesystem::path& path, std::string* note = nullptr);

// .png takes u8 and u16, .jpg u8, .hdr f32 (clipped to what it can hold, NaN becomes 0), .npy everything;
// .jpg and .hdr drop alpha. The file appears whole or not at all, and one that was there before is replaced
// only by a whole one. `label`, UTF-8, travels in a .png beside the pixels, as its text with the keyword "sweep", and so does
// `encoding`, which a .png says of its samples where it is given; other formats drop both. Throws Error(unwritable_output).
void save_image(const std::filesystem::path& path, ConstImageView image, const std::string& label = {},
                const std::optional<Encoding>& encoding = std::nullopt);

// The label of a .png, without decoding its pixels; empty when it has none, and for other formats.
// Throws Error(unreadable_input) as load_image() does.
std::string label_of(const std::filesystem::path& path);

enum class OutputFormat { png, jpeg, hdr, npy };

// .hdr holds samples from 0 to this: it has no sign, and its exponents end below float's.
inline constexpr float largest_hdr = 1.6e38f;

// By extension. Throws Error(unwritable_output) for others; lists those that can be written.
OutputFormat output_format(const std::filesystem::path& path);

// Throws Error(unreadable_input) when it is plain already that `path` cannot be read: no such file, or not one of
// the extensions that load_image() takes, which it lists. Asked before long work.
void require_readable(const std::filesystem::path& path);

}  // namespace sweep
