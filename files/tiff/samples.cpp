#include "files/tiff/samples.h"

#if SWEEP_HAS_TIFF
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "files/codecs.h"

namespace sweep {
namespace {

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

// A pixel of what the file leaves out.
std::vector<std::uint8_t> pixel_left_out(const Layout& layout) {
    const std::size_t size = size_of(layout.sample), channels = std::size_t(layout.shape.channels);
    std::vector<std::uint8_t> pixel(size * channels), zeros(sizeof(double) * channels);
    if (!layout.map.empty()) {
        constexpr double white = 255;
        const double top = std::ldexp(1.0, layout.bits) - 1;
        const auto index = std::size_t(std::lround(layout.no_data.value_or(0) * top / white));
        std::copy_n(&layout.map[3 * index], 3, pixel.begin());
        return pixel;
    }
    const RowReader read_row(layout);
    const auto all = [&](auto number) {
        for (std::size_t c = 0; c < channels; ++c) std::memcpy(&pixel[c * size], &number, size);
    };
    if (!layout.no_data)
        read_row(zeros.data(), 0, channels, pixel.data(), 1);
    else if (layout.sample == Sample::u8)
        all(std::uint8_t(*layout.no_data));
    else if (layout.sample == Sample::u16)
        all(std::uint16_t(*layout.no_data));
    else if (layout.sample == Sample::u32)
        all(std::uint32_t(*layout.no_data));
    else if (layout.sample == Sample::f64)
        all(*layout.no_data);
    else
        all(nearest_number<float>(*layout.no_data));
    return pixel;
}

}  // namespace

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

bool has_plain_rows(const TiffReader& reader, const Layout& layout) {
    const auto is = [&](std::uint32_t tag, std::uint16_t value) {
        return reader.field<std::uint16_t>(tag, value) == value;
    };
    return !layout.through_rgba && !TIFFIsTiled(reader.tiff()) && layout.bits % 8 == 0 &&
           is(TIFFTAG_COMPRESSION, COMPRESSION_NONE) && is(TIFFTAG_FILLORDER, FILLORDER_MSB2LSB);
}

bool is_left_out(const TiffReader& reader, std::uint32_t block) {
    return TIFFGetStrileOffset(reader.tiff(), block) == 0 &&
           TIFFGetStrileByteCount(reader.tiff(), block) == 0;
}

void read_rows(TiffReader& reader, const Layout& layout, const Grid& grid, const PagePlace& place, int first,
               ImageView to) {
    constexpr std::uint64_t bytes_at_once = 256 * 1024;
    TIFF* const tiff = reader.tiff();
    const Shape shape = layout.shape;
    const RowReader read_row(layout);
    const std::size_t sample = size_of(layout.sample), channels = std::size_t(shape.channels);
    const int planes = layout.separate ? shape.channels : 1;
    // How many samples of a pixel follow each other in a decoded row.
    const std::size_t together = layout.separate || !layout.map.empty() ? 1 : channels;
    if (grid.row_bytes * 8 < grid.width * together * std::uint64_t(layout.bits))
        throw DecodeError("damaged TIFF, the length of its rows");
    const bool is_tiled = TIFFIsTiled(tiff), is_plain = place.begins > 0 || has_plain_rows(reader, layout);
    const auto width = std::uint32_t(shape.width), height = std::uint32_t(shape.height),
               begin = std::uint32_t(first), end = begin + std::uint32_t(to.shape.height),
               plain_rows = std::uint32_t(std::max<std::uint64_t>(1, bytes_at_once / grid.row_bytes));
    const std::unique_ptr<std::uint8_t[]> block(
        new std::uint8_t[is_plain ? plain_rows * grid.row_bytes : grid.bytes]);
    const std::vector<std::uint8_t> left_out = pixel_left_out(layout);
    // The samples of a plane, or of all channels, in a row.
    const auto leave_out = [&](std::uint8_t* row, std::uint32_t columns, int plane) {
        const std::size_t at = layout.separate ? std::size_t(plane) * sample : 0,
                          bytes = layout.separate ? sample : left_out.size();
        for (std::uint32_t x = 0; x < columns; ++x)
            std::memcpy(row + x * left_out.size() + at, &left_out[at], bytes);
    };
    // Of a strip or tile from row y0 on, which is read from `from` on.
    const auto read_block = [&](std::uint32_t y0, std::uint32_t from, std::uint32_t rows, std::uint32_t x0,
                                std::uint16_t plane) {
        if (is_plain) {
            const std::uint64_t bytes = rows * grid.row_bytes,
                                at = place.begins > 0
                                         ? place.begins + from * grid.row_bytes
                                         : TIFFGetStrileOffset(tiff, TIFFComputeStrip(tiff, y0, plane)) +
                                               (from - y0) * grid.row_bytes;
            if (read_plain(reader, at, layout.bits, block.get(), tmsize_t(bytes)) != tmsize_t(bytes))
                throw ends_early(reader.file_size());
            return;
        }
        const auto wanted = tmsize_t(is_tiled ? grid.bytes : grid.row_bytes * rows);
        const tmsize_t got =
            is_tiled ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x0, y0, 0, plane), block.get(), wanted)
                     : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y0, plane), block.get(), wanted);
        if (got != wanted) reader.fail();
    };
    for (int plane = 0; plane < planes; ++plane)
        for (std::uint32_t y0 = begin - begin % grid.height; y0 < end; y0 += std::min(grid.height, end - y0))
            for (std::uint32_t x0 = 0; x0 < width; x0 += std::min(grid.width, width - x0)) {
                const std::uint32_t in_block = std::min(grid.height, height - y0),
                                    columns = std::min(grid.width, width - x0),
                                    last = std::min(y0 + in_block, end);
                const auto at_plane = std::uint16_t(plane);
                if (place.begins == 0 &&
                    is_left_out(reader, is_tiled ? TIFFComputeTile(tiff, x0, y0, 0, at_plane)
                                                 : TIFFComputeStrip(tiff, y0, at_plane))) {
                    for (std::uint32_t y = std::max(y0, begin); y < last; ++y)
                        leave_out(to.row<std::uint8_t>(int(y - begin)) + x0 * channels * sample, columns,
                                  plane);
                    continue;
                }
                for (std::uint32_t y1 = is_plain ? std::max(y0, begin) : y0; y1 < last;) {
                    const std::uint32_t rows = is_plain ? std::min(plain_rows, last - y1) : in_block;
                    read_block(y0, y1, rows, x0, at_plane);
                    reader.check();
                    for (std::uint32_t y = std::max(y1, begin); y < std::min(y1 + rows, end); ++y) {
                        auto* row = to.row<std::uint8_t>(int(y - begin)) + x0 * channels * sample;
                        const std::uint8_t* from = block.get() + (y - y1) * grid.row_bytes;
                        if (layout.separate)
                            read_row(from, 0, columns, row + std::size_t(plane) * sample, channels);
                        else
                            read_row(from, 0, columns * together, row, 1);
                    }
                    y1 += rows;
                }
            }
}

}  // namespace sweep
#endif
