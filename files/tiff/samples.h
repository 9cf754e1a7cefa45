// The samples of a TIFF: how they lie in its strips or tiles, and what they are.
// Only .cpp files of this folder include it.
#pragma once
#if SWEEP_HAS_TIFF
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/image.h"
#include "files/colour_profile.h"
#include "files/encoding.h"
#include "files/tiff/pages.h"
#include "files/tiff/reader.h"

namespace sweep {

// The kinds of numbers that a sample can be.
enum class Number { unsigned_integer, signed_integer, floating };

struct Layout {
    Shape shape;
    Sample sample = Sample::u8;
    Number number = Number::unsigned_integer;
    int bits = 8;
    bool is_white_zero = false;     // integers grow from white to black
    bool through_rgba = false;      // libtiff converts to RGB of 8 bits
    bool separate = false;          // each channel has planes of its own
    std::vector<std::uint8_t> map;  // RGB of each index; empty: there is no palette
    // By which four samples a pixel become the shape's three; mostly null.
    std::shared_ptr<const InkProfile> ink{};
    // The number among the picture's samples, or those of a palette's indices, that stands where there is none.
    std::optional<double> no_data;
    // Of a picture of one channel and more, grey and bands: what each of these is, as ExtraSamples has it.
    std::vector<std::uint16_t> bands;
};

// What the ICC profile of a page means to a picture of so many channels; nothing: the file has none. It is read once
// for the pages that share it, where the reader remembers it.
std::optional<ProfileMeaning> profile_of(const TiffReader& reader, const TiffPage& page, int channels);
// The same of ink, of which 0 is none; null: it has no profile that is followed.
std::shared_ptr<const InkProfile> ink_profile_of(const TiffReader& reader, const TiffPage& page);
// What the reader's folder says, which is that of a page or of its mask. Throws DecodeError.
Layout layout_of(TiffReader& reader, const TiffPage& page);
// The kind of the first channel beside grey or the colours; a band of which the file says nothing is no alpha.
Alpha alpha_of(const TiffReader& reader);

// Strips are tiles as wide as the picture.
struct Grid {
    std::uint32_t width, height;  // of a tile, in pixels
    std::uint64_t row_bytes, bytes;
};

Grid grid_of(const TiffReader& reader, const Shape& shape);

// Whether rows lie in strips as they are, so that each can be read alone.
bool has_plain_rows(const TiffReader& reader, const Layout& layout);

// Whether the file leaves a strip or a tile out, whose samples are its no-data value or 0.
bool is_left_out(const TiffReader& reader, std::uint32_t block);

// Reads the rows from `first` on: as many as `to` has, which has the shape's width and channels and layout.sample.
// Throws DecodeError.
void read_rows(TiffReader& reader, const Layout& layout, const Grid& grid, const PagePlace& place, int first,
               ImageView to);

}  // namespace sweep
#endif
