// BMP, read: palettes of 1 to 8 bits, as they are or in runs, and colours of 16, 24 and 32 bits, with the headers
// of Windows and OS/2. stb does not serve here: it takes a byte that is not used for alpha, and refuses runs, headers
// of OS/2 and palettes beside colours.
// https://learn.microsoft.com/en-us/windows/win32/gdi/bitmap-storage
#include <algorithm>
#include <array>
#include <bit>

#include "files/format.h"

namespace sweep {
namespace {

enum Compression : std::uint32_t { rgb, rle8, rle4, bit_fields, jpeg, png, alpha_bit_fields };

struct BmpHeader {
    Shape shape;
    int bits = 0;
    std::uint32_t compression = rgb;
    bool is_top_down = false;
    std::size_t start = 0;                             // the offset of the pixels
    std::vector<std::array<std::uint8_t, 3>> colours;  // of up to 8 bits
    std::array<std::uint32_t, 4> masks{};              // of more: red, green, blue and alpha

    bool is_run_length_coded() const { return compression == rle8 || compression == rle4; }
};

[[noreturn]] void refuse(const std::string& what) {
    throw DecodeError("a BMP of " + what + ", which sweep does not read");
}

// Reads little-endian numbers.
struct Numbers {
    Bytes file;
    std::uint32_t operator()(std::size_t at, int bytes) const {
        if (at > file.size() || file.size() - at < std::size_t(bytes)) throw ends_early(file.size());
        std::uint32_t value = 0;
        for (int i = bytes; i-- > 0;) value = value << 8 | file[at + std::size_t(i)];
        return value;
    }
};

constexpr std::size_t file_header = 14;

// They follow a header of 40 bytes, and are a part of longer ones.
void read_masks(const Numbers& number, bool has_mask_of_alpha, BmpHeader& header) {
    const bool has_fields = header.compression != rgb;
    if (has_fields || has_mask_of_alpha) {
        const bool has_alpha = has_mask_of_alpha || header.compression == alpha_bit_fields;
        for (std::size_t i = 0; i < (has_alpha ? 4u : 3u); ++i)
            header.masks[i] = number(file_header + 40 + 4 * i, 4);
    }
    if (!has_fields) {
        header.masks[0] = header.bits == 16 ? 0x7c00 : 0xff0000;
        header.masks[1] = header.bits == 16 ? 0x3e0 : 0xff00;
        header.masks[2] = header.bits == 16 ? 0x1f : 0xff;
        if (header.bits != 32) header.masks[3] = 0;
    }
    for (const std::uint32_t mask : header.masks)
        if (mask != 0 && !std::has_single_bit(std::uint64_t(mask >> std::countr_zero(mask)) + 1))
            throw DecodeError("damaged BMP, its masks of colours");
    if (header.masks[3] != 0) header.shape.channels = 4;
}

void read_colours(const Numbers& number, std::size_t size_of_header, std::uint32_t said, BmpHeader& header) {
    const std::size_t begin = file_header + size_of_header, entry = size_of_header == 12 ? 3 : 4,
                      most = std::size_t(1) << header.bits;
    const std::size_t count = std::min({said == 0 ? most : said, most, (header.start - begin) / entry});
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t colour = number(begin + i * entry, 3);
        header.colours.push_back(
            {std::uint8_t(colour >> 16), std::uint8_t(colour >> 8), std::uint8_t(colour)});
    }
}

BmpHeader header_of(Bytes file) {
    const Numbers number{file};
    BmpHeader header;
    header.start = number(10, 4);
    const std::size_t size = number(file_header, 4);
    const bool is_core = size == 12,
               is_windows = size == 40 || size == 52 || size == 56 || size == 108 || size == 124;
    if (!is_core && !is_windows && (size < 16 || size > 64))
        refuse("a header of " + std::to_string(size) + " bytes");
    // A header of OS/2 may end after any of its numbers, and the others are 0 then.
    const auto field = [&](std::size_t at, int bytes) {
        return at + std::size_t(bytes) <= size ? number(file_header + at, bytes) : 0u;
    };
    const std::int64_t width = is_core ? std::int64_t(field(4, 2)) : std::int32_t(field(4, 4)),
                       height = is_core ? std::int64_t(field(6, 2)) : std::int32_t(field(8, 4));
    header.bits = int(field(is_core ? 10 : 14, 2));
    if (!is_core) header.compression = field(16, 4);
    header.is_top_down = height < 0;
    if (width < 0) throw DecodeError("damaged BMP, its width");
    if (width == 0 || height == 0) throw DecodeError("it is empty: its width or height is 0");
    if (height < -0x7fffffff) throw DecodeError("it claims to be too large");
    header.shape = {int(width), int(header.is_top_down ? -height : height), 3};

    constexpr int depths[] = {1, 2, 4, 8, 16, 24, 32};
    if (std::find(std::begin(depths), std::end(depths), header.bits) == std::end(depths))
        refuse(std::to_string(header.bits) + " bits a pixel");
    const std::uint32_t compression = header.compression;
    if (is_windows && (compression == jpeg || compression == png))
        refuse(compression == jpeg ? "a JPEG inside" : "a PNG inside");
    const bool has_fields = is_windows && (compression == bit_fields || compression == alpha_bit_fields);
    if (compression != rgb && !(compression == rle8 && header.bits == 8) &&
        !(compression == rle4 && header.bits == 4) &&
        !(has_fields && (header.bits == 16 || header.bits == 32)))
        refuse("compression " + std::to_string(compression) + " of " + std::to_string(header.bits) +
               (is_windows ? " bits" : " bits, as OS/2 has it"));
    if (header.start < file_header + size) throw DecodeError("damaged BMP, the place of its pixels");
    if (header.bits <= 8)
        read_colours(number, size, field(32, 4), header);
    else
        read_masks(number, is_windows && size >= 56, header);
    return header;
}

Claim claim_of(Bytes head) {
    return {header_of(head).shape, Sample::u8};
}

// Indices that are equal or not, in runs; rows follow each other in the order of the file. What the runs leave out
// has the first colour, and what goes beyond the end of a row is left out, since some programs fill bytes with it.
std::vector<std::uint8_t> indices_of_runs(Bytes file, const BmpHeader& header) {
    const auto width = std::size_t(header.shape.width), height = std::size_t(header.shape.height);
    std::vector<std::uint8_t> indices(width * height);
    std::size_t at = header.start, x = 0, y = 0;
    const auto next = [&] {
        if (at >= file.size()) throw ends_early(file.size());
        return file[at++];
    };
    const auto put = [&](std::uint8_t byte, std::size_t k) {
        const int index = header.bits == 8 ? byte : k % 2 == 0 ? byte >> 4 : byte & 15;
        if (x < width && y < height) indices[y * width + x] = std::uint8_t(index);
        ++x;
    };
    while (y + 1 < height || (y < height && x < width)) {
        const std::uint8_t count = next(), code = next();
        if (count > 0) {
            for (std::size_t k = 0; k < count; ++k) put(code, k);
        } else if (code == 0) {  // the end of a row
            x = 0;
            ++y;
        } else if (code == 1) {  // the end of the picture
            break;
        } else if (code == 2) {  // a step to the right and to later rows
            x += next();
            y += next();
        } else {  // that many indices, in a whole number of 16-bit words
            const std::size_t first = at, per_byte = header.bits == 8 ? 1 : 2;
            std::uint8_t byte = 0;
            for (std::size_t k = 0; k < code; ++k) {
                if (k % per_byte == 0) byte = next();
                put(byte, k);
            }
            if ((at - first) % 2 == 1) next();
        }
    }
    return indices;
}

// The part of a pixel under a mask, as a byte.
std::uint8_t scaled(std::uint32_t pixel, std::uint32_t mask) {
    if (mask == 0) return 0;
    const int shift = std::countr_zero(mask);
    const std::uint64_t top = mask >> shift, value = (pixel & mask) >> shift;
    return std::uint8_t(top == 255 ? value : (value * 255 + top / 2) / top);
}

Image decode(Bytes file, FileFacts& facts) {
    facts.encoding = Encoding{Curve::srgb, 1, false};
    const BmpHeader header = header_of(file);
    const Shape shape = header.shape;
    const auto width = std::size_t(shape.width), bits = std::size_t(header.bits);
    const bool has_runs = header.is_run_length_coded();
    // A run of two bytes has up to 255 pixels, and steps leave out more: other formats have up to as many.
    check_claim(shape, shape.samples() + (has_runs ? shape.pixels() : 0), file.size(), has_runs ? 1024 : 8);
    const std::size_t row_bytes = (width * bits + 31) / 32 * 4;
    if (const std::uint64_t needed =
            header.start + (std::uint64_t(shape.height) - 1) * row_bytes + (width * bits + 7) / 8;
        !has_runs && file.size() < needed)
        throw DecodeError("truncated after " + std::to_string(file.size()) + " of " + std::to_string(needed) +
                          " bytes");

    const std::vector<std::uint8_t> runs =
        has_runs ? indices_of_runs(file, header) : std::vector<std::uint8_t>();
    Image image(shape, Sample::u8);
    const Numbers number{file};
    for (int y = 0; y < shape.height; ++y) {
        auto* to = image.view().row<std::uint8_t>(header.is_top_down ? y : shape.height - 1 - y);
        const std::size_t row = header.start + std::size_t(y) * row_bytes;
        for (std::size_t x = 0; x < width; ++x, to += shape.channels)
            if (bits <= 8) {
                const std::size_t index =
                    has_runs ? runs[std::size_t(y) * width + x]
                             : file[row + x * bits / 8] >> (8 - bits - x * bits % 8) & ((1u << bits) - 1);
                if (index >= header.colours.size())
                    throw DecodeError("damaged BMP, a colour that its palette lacks");
                std::copy_n(header.colours[index].data(), 3, to);
            } else {
                const std::uint32_t pixel = number(row + x * bits / 8, int(bits / 8));
                for (std::size_t c = 0; c < std::size_t(shape.channels); ++c)
                    to[c] = scaled(pixel, header.masks[c]);
            }
    }
    return image;
}

}  // namespace

extern const Format bmp_format;
const Format bmp_format{
    .name = "BMP",
    .endings = {".bmp"},
    .probe = [](Bytes head) { return begins(head, "BM"); },
    .claim_of = claim_of,
    .decode = decode,
    .alpha = Alpha::straight,
};

}  // namespace sweep
