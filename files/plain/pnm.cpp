// PBM, PGM and PPM, as text (P1 to P3) and binary (P4 to P6): a header of ASCII words with # comments, then the
// samples, big-endian when they have two bytes. https://netpbm.sourceforge.net/doc/pnm.html
#include <algorithm>

#include "files/format.h"

namespace sweep {
namespace {

class NumberReader {
  public:
    NumberReader(Bytes file, std::size_t at) : file_(file), at_(at) {}

    // Skips space and comments, and reads a decimal number.
    std::uint64_t number() {
        skip_space();
        std::uint64_t value = 0;
        const std::size_t start = at_;
        for (; at_ < file_.size() && file_[at_] >= '0' && file_[at_] <= '9'; ++at_)
            if (value < 0x80000000u) value = value * 10 + (file_[at_] - '0');
        if (at_ == start) throw DecodeError("its numbers are damaged");
        return value;
    }
    // The same of one digit, 0 or 1, which needs no space behind it.
    bool bit() {
        skip_space();
        if (file_[at_] != '0' && file_[at_] != '1') throw DecodeError("its numbers are damaged");
        return file_[at_++] == '1';
    }
    // The offset of what follows the last number and one space.
    std::size_t behind() const {
        if (at_ == file_.size()) throw DecodeError("truncated inside its header");
        if (!is_space(file_[at_])) throw DecodeError("its numbers are damaged");
        return at_ + 1;
    }

  private:
    static bool is_space(std::uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    void skip_space() {
        while (at_ < file_.size() && (is_space(file_[at_]) || file_[at_] == '#'))
            if (file_[at_++] == '#')
                while (at_ < file_.size() && file_[at_] != '\n') ++at_;
        if (at_ == file_.size()) throw ends_early(file_.size());
    }
    Bytes file_;
    std::size_t at_;
};

struct PnmHeader {
    Claim claim;
    bool is_text;
    bool has_bits;          // 1 is black
    std::uint32_t largest;  // the largest value of a sample
    std::size_t start;      // the offset of the samples
};

PnmHeader header_of(Bytes file) {
    constexpr std::size_t magic = 2;
    if (file.size() <= magic) throw ends_early(file.size());
    const char kind = char(file[1]);
    const bool has_bits = kind == '1' || kind == '4', has_colours = kind == '3' || kind == '6',
               is_text = kind <= '3';
    NumberReader header(file, magic);
    const std::uint64_t width = header.number(), height = header.number(),
                        largest = has_bits ? 1 : header.number();
    const std::size_t start = header.behind();
    if (width > 0x7fffffff || height > 0x7fffffff) throw DecodeError("it claims to be too large");
    if (width == 0 || height == 0) throw DecodeError("it is empty: its width or height is 0");
    if (largest < 1 || largest > 65535) throw DecodeError("its largest value is not in 1 to 65535");
    const Shape shape{int(width), int(height), has_colours ? 3 : 1};
    // A number of a text may have any number of bytes before it.
    return {{shape, largest > 255 ? Sample::u16 : Sample::u8, is_text},
            is_text,
            has_bits,
            std::uint32_t(largest),
            start};
}

Claim claim_of(Bytes head) {
    return header_of(head).claim;
}

// To u8, or u16 where the largest value is above 255.
Image decode(Bytes file, FileFacts&) {
    const PnmHeader header = header_of(file);
    const Shape shape = header.claim.shape;
    const Sample sample = header.claim.sample;
    const bool is_packed = header.has_bits && !header.is_text;
    check_claim(shape, shape.samples() * size_of(sample), file.size(), is_packed ? 8 : 1);
    const std::size_t row_bytes = is_packed ? (std::size_t(shape.width) + 7) / 8 : shape.row_bytes(sample);
    if (const std::uint64_t needed = header.start + std::uint64_t(shape.height) * row_bytes;
        !header.is_text && file.size() < needed)
        throw DecodeError("truncated after " + std::to_string(file.size()) + " of " + std::to_string(needed) +
                          " bytes");

    Image image(shape, sample);
    NumberReader text(file, header.start);
    const std::uint32_t full = sample == Sample::u8 ? 255 : 65535, top = header.largest;
    const std::size_t samples_of_row = std::size_t(shape.width) * std::size_t(shape.channels);
    // Sample i of a row of bytes, which a text does not have.
    const auto value = [&](const std::uint8_t* row, std::size_t i) -> std::uint32_t {
        if (header.has_bits) return (header.is_text ? text.bit() : row[i / 8] >> (7 - i % 8) & 1u) ^ 1u;
        if (header.is_text) return std::uint32_t(std::min<std::uint64_t>(text.number(), top));
        return sample == Sample::u8 ? row[i] : std::uint32_t(row[2 * i]) << 8 | row[2 * i + 1];
    };
    for (int y = 0; y < shape.height; ++y) {
        const std::uint8_t* row = header.is_text ? nullptr : &file[header.start + std::size_t(y) * row_bytes];
        for (std::size_t i = 0; i < samples_of_row; ++i) {
            const std::uint32_t scaled = (std::min(value(row, i), top) * full + top / 2) / top;
            if (sample == Sample::u8)
                image.view().row<std::uint8_t>(y)[i] = std::uint8_t(scaled);
            else
                image.view().row<std::uint16_t>(y)[i] = std::uint16_t(scaled);
        }
    }
    return image;
}

}  // namespace

extern const Format pnm_format;
const Format pnm_format{
    .name = "PBM, PGM, PPM",
    .endings = {".pgm", ".ppm", ".pnm", ".pbm"},
    .probe =
        [](Bytes head) { return head.size() >= 2 && head[0] == 'P' && head[1] >= '1' && head[1] <= '6'; },
    .claim_of = claim_of,
    .decode = decode,
};

}  // namespace sweep
