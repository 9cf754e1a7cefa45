// TIFF, read through libtiff: grey, colour and palettes, in strips and in tiles, of 1 to 64 bits, and of many
// pages. https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf
//
// What libtiff decodes is taken as the file has it: integers stay integers. Kinds of colour that need more
// than that (YCbCr, CMYK, Lab) go through libtiff's own conversion to RGB of 8 bits.
#if SWEEP_HAS_TIFF
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include <tiffio.h>

#include "files/colour_profile.h"
#include "files/straight_alpha.h"
#include "files/tiff/codec.h"
#include "files/tiff/pages.h"
#include "files/tiff/reader.h"

namespace sweep {
namespace {

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
};

[[noreturn]] void refuse(const std::string& what) {
    throw DecodeError("a TIFF of " + what + ", which sweep does not read");
}

Sample sample_for(Number number, int bits) {
    if (number == Number::floating) {
        if (bits == 16 || bits == 32) return Sample::f32;
        if (bits == 64) return Sample::f64;
        refuse(std::to_string(bits) + "-bit floats");
    }
    if (bits == 32) return number == Number::signed_integer ? Sample::f64 : Sample::u32;
    if (bits < 1 || bits > 16) refuse(std::to_string(bits) + "-bit integers");
    if (number == Number::signed_integer) {
        if (bits != 8 && bits != 16) refuse(std::to_string(bits) + "-bit signed integers");
        return Sample::f32;
    }
    return bits <= 8 ? Sample::u8 : Sample::u16;
}

// The palette as bytes. Some programs write bytes where 16 bits belong, and others 256 times a byte instead of 257 times:
// the upper bits of an entry are right for both, and what libtiff takes.
std::vector<std::uint8_t> palette_of(const TiffReader& reader, int bits) {
    std::uint16_t* colours[3] = {};
    if (!TIFFGetField(reader.tiff(), TIFFTAG_COLORMAP, &colours[0], &colours[1], &colours[2]) ||
        !colours[0] || !colours[1] || !colours[2])
        throw DecodeError("damaged TIFF, it has no palette");
    const std::size_t count = std::size_t(1) << bits;
    const bool is_wide = std::any_of(colours, colours + 3, [&](const std::uint16_t* colour) {
        return std::any_of(colour, colour + count, [](std::uint16_t value) { return value > 255; });
    });
    std::vector<std::uint8_t> map;
    for (std::size_t i = 0; i < count; ++i)
        for (const std::uint16_t* colour : colours)
            map.push_back(std::uint8_t(is_wide ? colour[i] >> 8 : colour[i]));
    return map;
}

Layout layout_of(TiffReader& reader) {
    std::uint32_t width = 0, height = 0;
    TIFF* const tiff = reader.tiff();
    if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height))
        throw DecodeError("damaged TIFF, it states no size");
    if (width > 0x7fffffff || height > 0x7fffffff) throw DecodeError("it claims to be too large");

    const auto compression = reader.field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    if (!TIFFIsCODECConfigured(compression))
        refuse("compression " + std::to_string(compression) + ", which this libtiff lacks");
    const int channels = reader.field<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1);
    const auto format = reader.field<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    const auto photometric = reader.field<std::uint16_t>(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);

    Layout layout;
    layout.bits = reader.field<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
    layout.separate =
        reader.field<std::uint16_t>(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) == PLANARCONFIG_SEPARATE;
    layout.shape = {int(width), int(height), channels};
    switch (format) {
        case SAMPLEFORMAT_UINT:
        case SAMPLEFORMAT_VOID:
            break;
        case SAMPLEFORMAT_INT:
            layout.number = Number::signed_integer;
            break;
        case SAMPLEFORMAT_IEEEFP:
            layout.number = Number::floating;
            break;
        default:
            refuse("complex numbers");
    }
    switch (photometric) {
        case PHOTOMETRIC_MINISWHITE:
            layout.is_white_zero = layout.number != Number::floating;
            break;
        case PHOTOMETRIC_MINISBLACK:
            break;
        case PHOTOMETRIC_RGB:
            if (channels < 3)
                throw DecodeError("damaged TIFF, RGB of " + std::to_string(channels) + " channels");
            break;
        case PHOTOMETRIC_PALETTE:
            if (channels != 1 || layout.bits > 8 || layout.number != Number::unsigned_integer)
                refuse("a palette of " + std::to_string(layout.bits) + " bits and " +
                       std::to_string(channels) + " channels");
            layout.map = palette_of(reader, layout.bits);
            layout.shape.channels = 3;
            break;
        case PHOTOMETRIC_YCBCR:
            if (compression == COMPRESSION_JPEG && !layout.separate && channels == 3) {
                TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
                break;
            }
            [[fallthrough]];
        case PHOTOMETRIC_SEPARATED:
        case PHOTOMETRIC_CIELAB: {
            if (layout.bits != 8)
                refuse(std::string(photometric == PHOTOMETRIC_SEPARATED ? "CMYK"
                                   : photometric == PHOTOMETRIC_CIELAB  ? "CIE L*a*b*"
                                                                        : "YCbCr") +
                       " of " + std::to_string(layout.bits) + " bits");
            char reason[1024] = "";
            if (!TIFFRGBAImageOK(tiff, reason)) throw DecodeError(std::string("a TIFF, ") + reason);
            layout.through_rgba = true;
            layout.shape.channels = 3;
            return layout;
        }
        default:
            refuse(photometric == PHOTOMETRIC_CFA ? "a camera's raw samples"
                                                  : "colour of kind " + std::to_string(photometric));
    }
    if (channels < 1 || channels > 4)
        throw DecodeError("it has " + std::to_string(channels) + " channels, and sweep reads 1 to 4");
    layout.sample = sample_for(layout.number, layout.bits);
    return layout;
}

// Only pictures have colours: floats and integers of 32 bits are numbers.
void follow_profile(const TiffReader& reader, const Layout& layout, FileFacts& facts) {
    std::uint32_t size = 0;
    const void* bytes = nullptr;
    if (layout.sample != Sample::u8 && layout.sample != Sample::u16) return;
    if (!TIFFGetField(reader.tiff(), TIFFTAG_ICCPROFILE, &size, &bytes) || !bytes) return;
    auto [encoding, remark] =
        meaning_of_profile({static_cast<const std::uint8_t*>(bytes), size}, layout.shape.channels);
    facts.encoding = std::move(encoding);
    facts.remark = std::move(remark);
}

// The kind of the first channel beside grey or the colours; a band of which the file says nothing is no alpha.
Alpha alpha_of(const TiffReader& reader) {
    std::uint16_t count = 0, *kinds = nullptr;
    if (!TIFFGetField(reader.tiff(), TIFFTAG_EXTRASAMPLES, &count, &kinds) || count != 1) return Alpha::none;
    return kinds[0] == EXTRASAMPLE_ASSOCALPHA   ? Alpha::associated
           : kinds[0] == EXTRASAMPLE_UNASSALPHA ? Alpha::straight
                                                : Alpha::none;
}

// GDAL_NODATA, a number in text, of samples that are numbers as the file has them.
std::optional<double> no_data_of(const TiffReader& reader, const Layout& layout) {
    constexpr std::uint32_t gdal_no_data = 42113;
    std::uint32_t count = 0;
    const char* text = nullptr;
    if (!layout.map.empty() || layout.through_rgba || layout.is_white_zero || layout.bits < 8) return {};
    if (!TIFFGetField(reader.tiff(), gdal_no_data, &count, &text) || !text) return {};
    const char *begin = text, *const end = text + strnlen(text, count);
    while (begin < end && *begin == ' ') ++begin;
    double value = 0;
    if (std::from_chars(begin, end, value).ec != std::errc()) return {};
    // Beyond its type no sample can be it.
    const double most = layout.sample == Sample::u8    ? 0xff
                        : layout.sample == Sample::u16 ? 0xffff
                        : layout.sample == Sample::u32 ? 0xffffffffu
                                                       : std::numeric_limits<double>::infinity();
    if (std::isnan(value) || (std::isfinite(most) && (value < 0 || value > most))) return {};
    return value;
}

// How many pixels one byte can stand for: Deflate makes at most 1032 bytes of one, LZW at most 4096, and a
// byte holds at most 8 pixels. The other compressions have no such limit.
std::uint64_t pixels_per_byte(std::uint16_t compression) {
    switch (compression) {
        case COMPRESSION_NONE:
            return 8;
        case COMPRESSION_PACKBITS:
            return 64 * 8;
        case COMPRESSION_LZW:
        case COMPRESSION_DEFLATE:
        case COMPRESSION_ADOBE_DEFLATE:
            return 4096 * 8;
        default:
            return std::numeric_limits<std::uint64_t>::max();
    }
}

// Throws where a strip or a tile is not wholly in the file.
void check_extent(const TiffReader& reader) {
    TIFF* const tiff = reader.tiff();
    const std::uint32_t count = TIFFIsTiled(tiff) ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t at = TIFFGetStrileOffset(tiff, i), bytes = TIFFGetStrileByteCount(tiff, i);
        if (bytes == 0)
            throw DecodeError("damaged TIFF, it lacks " +
                              std::string(TIFFIsTiled(tiff) ? "tile " : "strip ") + std::to_string(i));
        if (at > reader.file_size() || bytes > reader.file_size() - at) throw ends_early(reader.file_size());
    }
}

template <class T>
T loaded(const std::uint8_t* row, std::size_t i) {
    T value;
    std::memcpy(&value, row + i * sizeof(T), sizeof(T));
    return value;
}

// Bits in the order of the file, the first being the highest.
std::uint32_t packed(const std::uint8_t* row, std::size_t i, int bits) {
    std::uint32_t value = 0;
    for (std::size_t at = i * std::size_t(bits), end = at + std::size_t(bits); at < end; ++at)
        value = value << 1 | (row[at / 8] >> (7 - at % 8) & 1u);
    return value;
}

// Takes `count` samples of a decoded row, from sample `first` on, each `step` samples of the image apart.
class RowReader {
  public:
    explicit RowReader(const Layout& layout) : layout_(layout) {}

    void operator()(const std::uint8_t* row, std::size_t first, std::size_t count, std::uint8_t* to,
                    std::size_t step) const {
        const int bits = layout_.bits;
        const std::uint32_t top = bits >= 32 ? 0xffffffffu : (1u << bits) - 1;
        const auto seen = [&](std::uint32_t x) { return layout_.is_white_zero ? top - x : x; };
        const auto seen_signed = [&](std::int64_t x) { return layout_.is_white_zero ? -1 - x : x; };
        const auto each = [&](auto sample, auto get) {
            using T = decltype(sample);
            for (std::size_t i = 0; i < count; ++i) {
                const T value = T(get(first + i));
                std::memcpy(to + i * step * sizeof(T), &value, sizeof(T));
            }
        };
        if (!layout_.map.empty()) {
            for (std::size_t i = 0; i < count; ++i)
                std::memcpy(to + 3 * i, &layout_.map[3 * packed(row, first + i, bits)], 3);
            return;
        }
        switch (layout_.number) {
            case Number::unsigned_integer:
                if (bits == 8)
                    each(std::uint8_t(), [&](std::size_t i) { return seen(row[i]); });
                else if (bits < 8)
                    each(std::uint8_t(),
                         [&](std::size_t i) { return (seen(packed(row, i, bits)) * 255 + top / 2) / top; });
                else if (bits == 16)
                    each(std::uint16_t(), [&](std::size_t i) { return seen(loaded<std::uint16_t>(row, i)); });
                else if (bits == 32)
                    each(std::uint32_t(), [&](std::size_t i) { return seen(loaded<std::uint32_t>(row, i)); });
                else
                    each(std::uint16_t(), [&](std::size_t i) { return seen(packed(row, i, bits)); });
                return;
            case Number::signed_integer:
                if (bits == 8)
                    each(float(), [&](std::size_t i) { return seen_signed(loaded<std::int8_t>(row, i)); });
                else if (bits == 16)
                    each(float(), [&](std::size_t i) { return seen_signed(loaded<std::int16_t>(row, i)); });
                else
                    each(double(), [&](std::size_t i) { return seen_signed(loaded<std::int32_t>(row, i)); });
                return;
            case Number::floating:
                if (bits == 16)
                    each(float(), [&](std::size_t i) { return half_number(loaded<std::uint16_t>(row, i)); });
                else if (bits == 32)
                    each(float(), [&](std::size_t i) { return loaded<float>(row, i); });
                else
                    each(double(), [&](std::size_t i) { return loaded<double>(row, i); });
        }
    }

  private:
    const Layout& layout_;
};

// Strips are tiles as wide as the picture.
struct Grid {
    std::uint32_t width, height;  // of a tile, in pixels
    std::uint64_t row_bytes, bytes;
};

Grid grid_of(const TiffReader& reader, const Shape& shape) {
    TIFF* const tiff = reader.tiff();
    Grid grid{};
    if (TIFFIsTiled(tiff)) {
        grid.width = reader.field<std::uint32_t>(TIFFTAG_TILEWIDTH, 0);
        grid.height = reader.field<std::uint32_t>(TIFFTAG_TILELENGTH, 0);
        grid.row_bytes = TIFFTileRowSize64(tiff);
        grid.bytes = TIFFTileSize64(tiff);
    } else {
        grid.width = std::uint32_t(shape.width);
        grid.height = std::min(reader.field<std::uint32_t>(TIFFTAG_ROWSPERSTRIP, 0xffffffffu),
                               std::uint32_t(shape.height));
        grid.row_bytes = TIFFScanlineSize64(tiff);
        grid.bytes = TIFFStripSize64(tiff);
    }
    reader.check();
    if (grid.width == 0 || grid.height == 0 || grid.row_bytes == 0 ||
        grid.bytes / grid.height < grid.row_bytes)
        throw DecodeError("damaged TIFF, the size of its strips or tiles");
    return grid;
}

Image read_samples(TiffReader& reader, const Layout& layout, const Grid& grid, const PagePlace& place) {
    TIFF* const tiff = reader.tiff();
    const Shape shape = layout.shape;
    Image image(shape, layout.sample);
    const std::unique_ptr<std::uint8_t[]> block(new std::uint8_t[grid.bytes]);
    const RowReader read_row(layout);
    const std::size_t sample = size_of(layout.sample), channels = std::size_t(shape.channels);
    const int planes = layout.separate ? shape.channels : 1;
    // How many samples of a pixel follow each other in a decoded row.
    const std::size_t together = layout.separate || !layout.map.empty() ? 1 : channels;
    if (grid.row_bytes * 8 < grid.width * together * std::uint64_t(layout.bits))
        throw DecodeError("damaged TIFF, the length of its rows");
    const auto width = std::uint32_t(shape.width), height = std::uint32_t(shape.height);
    for (int plane = 0; plane < planes; ++plane)
        for (std::uint32_t y0 = 0; y0 < height; y0 += std::min(grid.height, height - y0))
            for (std::uint32_t x0 = 0; x0 < width; x0 += std::min(grid.width, width - x0)) {
                const std::uint32_t rows = std::min(grid.height, height - y0),
                                    columns = std::min(grid.width, width - x0);
                const bool is_tiled = TIFFIsTiled(tiff);
                const auto wanted = tmsize_t(is_tiled ? grid.bytes : grid.row_bytes * rows);
                const tmsize_t got =
                    place.begins > 0 ? read_plain(reader, place.begins + y0 * grid.row_bytes, layout.bits,
                                                  block.get(), wanted)
                    : is_tiled
                        ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x0, y0, 0, std::uint16_t(plane)),
                                              block.get(), wanted)
                        : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y0, std::uint16_t(plane)),
                                               block.get(), wanted);
                if (got != wanted) reader.fail();
                reader.check();
                for (std::uint32_t y = 0; y < rows; ++y) {
                    auto* to = image.view().row<std::uint8_t>(int(y0 + y)) + x0 * channels * sample;
                    const std::uint8_t* from = block.get() + y * grid.row_bytes;
                    if (layout.separate)
                        read_row(from, 0, columns, to + std::size_t(plane) * sample, channels);
                    else
                        read_row(from, 0, columns * together, to, 1);
                }
            }
    return image;
}

Image read_through_rgba(TiffReader& reader, const Shape& shape, std::uint16_t orientation) {
    const std::unique_ptr<std::uint32_t[]> raster(new std::uint32_t[shape.pixels()]);
    // Asked for as it lies, the picture is not turned by libtiff, which turns by half alone.
    if (!TIFFReadRGBAImageOriented(reader.tiff(), std::uint32_t(shape.width), std::uint32_t(shape.height),
                                   raster.get(), orientation, 1))
        reader.fail();
    reader.check();
    Image image(shape, Sample::u8);
    auto* to = image.data<std::uint8_t>();
    for (std::size_t i = 0; i < shape.pixels(); ++i, to += 3) {
        to[0] = std::uint8_t(TIFFGetR(raster[i]));
        to[1] = std::uint8_t(TIFFGetG(raster[i]));
        to[2] = std::uint8_t(TIFFGetB(raster[i]));
    }
    return image;
}

}  // namespace

std::string tiff_version() {
    const std::string text = TIFFGetVersion();  // "LIBTIFF, Version 4.5.0", and lines about its authors
    const std::size_t digit = text.find_first_of("0123456789");
    return digit == std::string::npos ? "unknown" : text.substr(digit, text.find('\n') - digit);
}

Image decode_tiff(const FileReader& file, int page, const ClaimCheck& check, FileFacts& facts) {
    TiffReader reader(file);
    const PagePlace place = go_to_page(reader, page);
    const Layout layout = layout_of(reader);
    facts.pages = place.pages;
    follow_profile(reader, layout, facts);
    if (place.claimed > 0)
        facts.remark += (facts.remark.empty() ? "" : "; ") + std::string("it claims ") +
                        std::to_string(place.claimed) + " images, and has " + std::to_string(place.pages);
    facts.alpha = alpha_of(reader);
    facts.no_data = no_data_of(reader, layout);
    check({layout.shape, layout.sample});
    const Grid grid = grid_of(reader, layout.shape);
    const auto compression = reader.field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    const auto orientation = reader.field<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    const bool is_turned = orientation > 1 && orientation <= 8;
    const std::uint64_t samples = layout.shape.samples() * size_of(layout.sample);
    check_claim(layout.shape,
                grid.bytes + samples + (layout.through_rgba ? layout.shape.pixels() * 4 : 0) +
                    (is_turned ? samples : 0),
                file.size, pixels_per_byte(compression));
    if (compression != COMPRESSION_OJPEG) check_extent(reader);
    reader.check();
    Image image = layout.through_rgba
                      ? read_through_rgba(reader, layout.shape, is_turned ? orientation : std::uint16_t(1))
                      : read_samples(reader, layout, grid, place);
    if (facts.alpha == Alpha::associated && (layout.sample == Sample::u8 || layout.sample == Sample::u16)) {
        layout.sample == Sample::u8 ? make_straight<std::uint8_t>(image)
                                    : make_straight<std::uint16_t>(image);
        facts.alpha = Alpha::straight;
    }
    return turned(std::move(image), orientation);
}

}  // namespace sweep
#endif
