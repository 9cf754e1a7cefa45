// What the samples of a TIFF are, as its tags say.
#if SWEEP_HAS_TIFF
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "files/metadata/no_data.h"
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

// The palette as bytes. Some programs write bytes where 16 bits belong, and others 256 times a byte instead of 257
// times: the upper bits of an entry are right for both, and what libtiff takes.
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

std::optional<double> no_data_of(const TiffReader& reader, const Layout& layout) {
    constexpr std::uint32_t gdal_no_data = 42113;
    std::uint32_t count = 0;
    const char* text = nullptr;
    if (!TIFFGetField(reader.tiff(), gdal_no_data, &count, &text) || !text) return {};
    const auto number = no_data_number({text, strnlen(text, count)});
    if (!number) return {};
    return no_data_in_picture(*number, {layout.bits, layout.number == Number::signed_integer,
                                        layout.number == Number::floating, layout.is_white_zero});
}

std::vector<std::uint16_t> bands_of(const TiffReader& reader, int count) {
    std::uint16_t known = 0, *kinds = nullptr;
    std::vector<std::uint16_t> bands(std::size_t(count), std::uint16_t(EXTRASAMPLE_UNSPECIFIED));
    if (TIFFGetField(reader.tiff(), TIFFTAG_EXTRASAMPLES, &known, &kinds) && kinds)
        std::copy_n(kinds, std::min<int>(known, count), bands.begin());
    return bands;
}

}  // namespace

Alpha alpha_of(const TiffReader& reader) {
    std::uint16_t count = 0, *kinds = nullptr;
    if (!TIFFGetField(reader.tiff(), TIFFTAG_EXTRASAMPLES, &count, &kinds) || count != 1) return Alpha::none;
    return kinds[0] == EXTRASAMPLE_ASSOCALPHA   ? Alpha::associated
           : kinds[0] == EXTRASAMPLE_UNASSALPHA ? Alpha::straight
                                                : Alpha::none;
}

Layout layout_of(TiffReader& reader, const TiffPage& page) {
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
        case PHOTOMETRIC_MASK:
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
            layout.shape.channels = 3;
            const auto ink_set = reader.field<std::uint16_t>(TIFFTAG_INKSET, INKSET_CMYK);
            if (photometric == PHOTOMETRIC_SEPARATED && channels == 4 && ink_set == INKSET_CMYK)
                layout.ink = ink_profile_of(reader, page);
            if (layout.ink) return layout;
            char reason[1024] = "";
            if (!TIFFRGBAImageOK(tiff, reason)) throw DecodeError(std::string("a TIFF, ") + reason);
            layout.through_rgba = true;
            return layout;
        }
        default:
            refuse(photometric == PHOTOMETRIC_CFA ? "a camera's raw samples"
                                                  : "colour of kind " + std::to_string(photometric));
    }
    if (channels < 1 || channels > 4)
        throw DecodeError("it has " + std::to_string(channels) + " channels, and sweep reads 1 to 4");
    layout.sample = sample_for(layout.number, layout.bits);
    layout.no_data = no_data_of(reader, layout);
    if (channels > 2 && photometric != PHOTOMETRIC_RGB && photometric != PHOTOMETRIC_YCBCR)
        layout.bands = bands_of(reader, channels - 1);
    return layout;
}

}  // namespace sweep
#endif
