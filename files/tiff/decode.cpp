// TIFF, read through libtiff: grey, colour and palettes, in strips and in tiles, of 1 to 64 bits, and of many
// pages. https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf
//
// What libtiff decodes is taken as the file has it: integers stay integers. Kinds of colour that need more
// than that (YCbCr, CMYK, Lab) go through libtiff's own conversion to RGB of 8 bits.
#if SWEEP_HAS_TIFF
#include <algorithm>
#include <charconv>
#include <climits>
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
#include "files/tiff/samples.h"

namespace sweep {
namespace {

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

Image read_samples(TiffReader& reader, const Layout& layout, const Grid& grid, const PagePlace& place) {
    Image image(layout.shape, layout.sample);
    read_rows(reader, layout, grid, place, 0, image.view());
    return image;
}

void find_facts(const TiffReader& reader, const Layout& layout, const PagePlace& place, FileFacts& facts) {
    facts.pages = place.pages;
    follow_profile(reader, layout, facts);
    if (place.claimed > 0)
        facts.remark += (facts.remark.empty() ? "" : "; ") + std::string("it claims ") +
                        std::to_string(place.claimed) + " images, and has " + std::to_string(place.pages);
    facts.alpha = alpha_of(reader);
    facts.no_data = no_data_of(reader, layout);
}

class TiffRows : public RowSource {
  public:
    TiffRows(const FileReader& file, FileFacts& facts)
        : file_(file), reader_(file_), place_(go_to_page(reader_, 1)), layout_(layout_of(reader_)) {
        find_facts(reader_, layout_, place_, facts);
        if (!has_rows()) return;
        grid_ = grid_of(reader_, layout_.shape);
        const auto compression = reader_.field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
        check_claim(layout_.shape, 0, file_.size, pixels_per_byte(compression));
        check_extent(reader_);
        reader_.check();
    }

    // Whether the rows of the picture are those of the only page, in their order, and not libtiff's.
    bool has_rows() const {
        return place_.pages == 1 && !layout_.through_rgba &&
               reader_.field<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT) <= 1;
    }
    Claim claim() const override { return {layout_.shape, layout_.sample}; }
    int rows_together() const override {
        return has_plain_rows(reader_, layout_) ? 1 : int(std::min<std::uint32_t>(grid_.height, INT_MAX));
    }
    std::uint64_t bytes() const override { return has_plain_rows(reader_, layout_) ? 0 : grid_.bytes; }
    void read(int first, ImageView rows) override { read_rows(reader_, layout_, grid_, place_, first, rows); }

  private:
    const FileReader file_;
    TiffReader reader_;
    const PagePlace place_;
    const Layout layout_;
    Grid grid_{};
};

}  // namespace

std::unique_ptr<RowSource> open_tiff_rows(const FileReader& file, FileFacts& facts) {
    auto rows = std::make_unique<TiffRows>(file, facts);
    if (!rows->has_rows()) return nullptr;
    return rows;
}

std::string tiff_version() {
    const std::string text = TIFFGetVersion();  // "LIBTIFF, Version 4.5.0", and lines about its authors
    const std::size_t digit = text.find_first_of("0123456789");
    return digit == std::string::npos ? "unknown" : text.substr(digit, text.find('\n') - digit);
}

Image decode_tiff(const FileReader& file, int page, const ClaimCheck& check, FileFacts& facts) {
    TiffReader reader(file);
    const PagePlace place = go_to_page(reader, page);
    const Layout layout = layout_of(reader);
    find_facts(reader, layout, place, facts);
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
