// TIFF, read through libtiff: grey, colour and palettes, in strips and in tiles, of 1 to 64 bits, and of many
// pages. https://www.itu.int/itudoc/itu-t/com16/tiff-fx/docs/tiff6.pdf
//
// What libtiff decodes is taken as the file has it: integers stay integers. Kinds of colour that need more
// than that (YCbCr, CMYK, Lab) go through libtiff's own conversion to RGB of 8 bits.
#if SWEEP_HAS_TIFF
#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "files/colour_profile.h"
#include "files/pixels.h"
#include "files/straight_alpha.h"
#include "files/tiff/codec.h"
#include "files/tiff/pages.h"
#include "files/tiff/samples.h"

namespace sweep {
namespace {

// Only pictures have colours: floats and integers of 32 bits are numbers.
void follow_colours(const TiffReader& reader, const Layout& layout, const PagePlace& place,
                    FileFacts& facts) {
    if (layout.sample != Sample::u8 && layout.sample != Sample::u16) return;
    if (layout.ink) {
        facts.encoding = Encoding{Curve::srgb, 1, true};
        return;
    }
    auto profile = profile_of(reader, place.folder, layout.shape.channels);
    std::uint64_t camera = 0;
    if (!profile && TIFFGetField(reader.tiff(), TIFFTAG_EXIFIFD, &camera) == 1 &&
        says_adobe_rgb(reader.file(), camera))
        profile = adobe_rgb(layout.shape.channels);
    if (!profile) return;
    facts.encoding = profile->encoding;
    facts.remark = profile->remark;
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

// Throws where a strip or a tile is not wholly in the file. Returns whether some are left out.
bool check_extent(const TiffReader& reader, const PagePlace& place) {
    TIFF* const tiff = reader.tiff();
    const std::uint32_t count = TIFFIsTiled(tiff) ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
    bool leaves_out = false;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t at = TIFFGetStrileOffset(tiff, i), bytes = TIFFGetStrileByteCount(tiff, i);
        // Where the list of places is too short, libtiff makes the others 0.
        if (at == 0 && bytes == 0 && i < place.folder.blocks) {
            leaves_out = true;
            continue;
        }
        if (bytes == 0)
            throw DecodeError("damaged TIFF, it lacks " +
                              std::string(TIFFIsTiled(tiff) ? "tile " : "strip ") + std::to_string(i));
        if (at > reader.file_size() || bytes > reader.file_size() - at) throw ends_early(reader.file_size());
    }
    return leaves_out;
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

// Throws DecodeError where the reader's picture cannot be what it claims, or takes more than the memory with `more`
// bytes beside it.
void check_picture(const TiffReader& reader, const Layout& layout, const PagePlace& place,
                   std::uint64_t more) {
    const auto compression = reader.field<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    const bool leaves_out = compression != COMPRESSION_OJPEG && check_extent(reader, place);
    if (leaves_out && layout.through_rgba)
        throw DecodeError("a TIFF of these colours that leaves blocks out, which sweep does not read");
    check_claim(layout.shape, more, reader.file_size(),
                leaves_out ? std::numeric_limits<std::uint64_t>::max() : pixels_per_byte(compression));
    reader.check();
}

Image read_samples(TiffReader& reader, const Layout& layout, const Grid& grid, const PagePlace& place) {
    Image image(layout.shape, layout.sample);
    read_rows(reader, layout, grid, place, 0, image.view());
    return image;
}

// Of a palette with an index for what is missing: the indices.
Layout as_indices(Layout layout) {
    layout.map.clear();
    layout.shape.channels = 1;
    return layout;
}

bool has_missing_index(const Layout& layout) {
    return !layout.map.empty() && layout.no_data;
}

// The mask of a page: 0 where there is no sample. Its channels are those of the page, or one for all. Empty: it is of
// another size.
Image read_mask(const FileReader& file, const PagePlace& page, const Shape& shape) {
    PagePlace place;
    place.folder.at = page.folder.mask;
    place.folder.blocks = std::numeric_limits<std::uint64_t>::max();
    TiffReader reader(file, place.folder.at);
    Layout layout = layout_of(reader, place.folder);
    layout.no_data.reset();
    const Shape& of_mask = layout.shape;
    if (of_mask.width != shape.width || of_mask.height != shape.height || layout.through_rgba ||
        (of_mask.channels != 1 && of_mask.channels != shape.channels))
        return {};
    const Grid grid = grid_of(reader, of_mask);
    check_picture(reader, layout, place,
                  grid.bytes + of_mask.samples() * (size_of(layout.sample) + shape.channels));
    return read_samples(reader, layout, grid, place);
}

// Notes the samples that a mask, or a palette, says are missing.
class MissingSamples {
  public:
    explicit MissingSamples(const Shape& shape) : shape_(shape) {}

    template <class T>
    void add(const Image& of, T nothing) {
        const T* from = of.data<T>();
        const auto channels = std::size_t(of.shape().channels), all = std::size_t(shape_.channels);
        for (std::size_t i = 0; i < shape_.pixels(); ++i)
            for (std::size_t c = 0; c < channels; ++c)
                if (from[i * channels + c] == nothing) mark(i * all + c, channels == 1 ? all : 1);
    }
    void add_mask(const Image& mask) {
        switch (mask.sample()) {
            case Sample::u8:
                return add<std::uint8_t>(mask, 0);
            case Sample::u16:
                return add<std::uint16_t>(mask, 0);
            case Sample::u32:
                return add<std::uint32_t>(mask, 0);
            case Sample::f64:
                return add<double>(mask, 0);
            default:
                return add<float>(mask, 0);
        }
    }
    Image take() { return std::move(missing_); }

  private:
    void mark(std::size_t first, std::size_t count) {
        if (missing_.empty()) {
            missing_ = Image(shape_, Sample::u8);
            std::fill_n(missing_.data<std::uint8_t>(), shape_.samples(), std::uint8_t(0));
        }
        std::fill_n(missing_.data<std::uint8_t>() + first, count, std::uint8_t(1));
    }

    const Shape shape_;
    Image missing_;
};

void add_remark(FileFacts& facts, const std::string& text) {
    facts.remark += (facts.remark.empty() ? "" : "; ") + text;
}

Image missing_of(const FileReader& file, TiffReader& reader, const Layout& layout, const PagePlace& place,
                 FileFacts& facts) {
    MissingSamples missing(layout.shape);
    if (has_missing_index(layout)) {
        const Layout indices = as_indices(layout);
        missing.add(read_samples(reader, indices, grid_of(reader, indices.shape), place),
                    std::uint8_t(*layout.no_data));
    }
    if (place.folder.mask == 0) return missing.take();
    try {
        const Image mask = read_mask(file, place, layout.shape);
        if (mask.empty())
            add_remark(facts, "its mask is of another size or kind, and is left out");
        else
            missing.add_mask(mask);
    } catch (const DecodeError& error) {
        throw DecodeError(std::string("its mask: ") + error.what());
    }
    return missing.take();
}

// Whether a sample has more than 8 bits, and fewer than a word.
bool is_narrow(const Layout& layout) {
    return layout.number == Number::unsigned_integer && layout.sample == Sample::u16 && layout.bits < 16;
}

void find_facts(const TiffReader& reader, const Layout& layout, const PagePlace& place, FileFacts& facts) {
    facts.pages = place.pages;
    follow_colours(reader, layout, place, facts);
    if (place.claimed > 0)
        add_remark(facts, "it claims " + std::to_string(place.claimed) + " images, and has " +
                              std::to_string(place.pages));
    facts.alpha = alpha_of(reader);
    // NaN is missing whatever is said of it.
    if (layout.map.empty() && !std::isnan(layout.no_data.value_or(0))) facts.no_data = layout.no_data;
    facts.bands = layout.bands;
    facts.smaller = place.folder.smaller;
    if (is_narrow(layout)) facts.bits = layout.bits;
}

// A picture with alpha or colours is no list of counts: it has words, whose white is 65535.
bool is_widened(const FileFacts& facts, const Shape& shape) {
    return facts.bits > 0 &&
           (facts.encoding || (shape.channels % 2 == 0 && facts.alpha.value_or(Alpha::none) != Alpha::none));
}

// Ink, as sRGB.
Image read_ink(TiffReader& reader, Layout layout, const Grid& grid, const PagePlace& place) {
    Image image(layout.shape, Sample::u8);
    layout.shape.channels = 4;
    const Image ink = read_samples(reader, layout, grid, place);
    for (int y = 0; y < layout.shape.height; ++y)
        layout.ink->to_srgb(ink.view().row<std::uint8_t>(y), image.view().row<std::uint8_t>(y),
                            layout.shape.width);
    return image;
}

class TiffRows : public RowSource {
  public:
    TiffRows(const FileReader& file, FileFacts& facts)
        : file_(file),
          place_(find_page(file_, 1)),
          reader_(file_, place_.folder.at),
          layout_(layout_of(reader_, place_.folder)) {
        find_facts(reader_, layout_, place_, facts);
        is_widened_ = is_widened(facts, layout_.shape);
        if (!has_rows()) return;
        grid_ = grid_of(reader_, layout_.shape);
        check_picture(reader_, layout_, place_, 0);
    }

    // Whether the rows of the picture are those of the only page, in their order, and not libtiff's; and all that is
    // to be known of their samples is in these.
    bool has_rows() const {
        return place_.pages == 1 && place_.folder.mask == 0 && !has_missing_index(layout_) && !is_widened_ &&
               !layout_.through_rgba && !layout_.ink &&
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
    const PagePlace place_;
    TiffReader reader_;
    const Layout layout_;
    bool is_widened_ = false;
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
    const PagePlace place = find_page(file, page);
    TiffReader reader(file, place.folder.at);
    const Layout layout = layout_of(reader, place.folder);
    find_facts(reader, layout, place, facts);
    check({layout.shape, layout.sample});
    const Grid grid = grid_of(reader, layout.shape);
    const auto orientation = reader.field<std::uint16_t>(TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    const bool is_turned = orientation > 1 && orientation <= 8;
    const std::uint64_t samples = layout.shape.samples() * size_of(layout.sample);
    check_picture(reader, layout, place,
                  grid.bytes + samples + (layout.through_rgba || layout.ink ? layout.shape.pixels() * 4 : 0) +
                      (is_turned ? samples : 0) + (has_missing_index(layout) ? layout.shape.pixels() : 0));
    Image image = layout.through_rgba
                      ? read_through_rgba(reader, layout.shape, is_turned ? orientation : std::uint16_t(1))
                  : layout.ink ? read_ink(reader, layout, grid, place)
                               : read_samples(reader, layout, grid, place);
    facts.missing = missing_of(file, reader, layout, place, facts);
    if (!facts.missing.empty()) facts.missing = turned(std::move(facts.missing), orientation);
    if (is_widened(facts, layout.shape)) {
        widen_to_words(image, facts.bits);
        if (facts.no_data) facts.no_data = widened_to_word(std::uint16_t(*facts.no_data), facts.bits);
        facts.bits = 0;
    }
    if (facts.alpha == Alpha::associated && (layout.sample == Sample::u8 || layout.sample == Sample::u16)) {
        layout.sample == Sample::u8 ? make_straight<std::uint8_t>(image)
                                    : make_straight<std::uint16_t>(image);
        facts.alpha = Alpha::straight;
    }
    return turned(std::move(image), orientation);
}

}  // namespace sweep
#endif
