// PGM and PPM, binary (P5, P6): a header of ASCII words with # comments, then the samples, big-endian when
// they have two bytes. stb does not serve here, because its versions differ in what they make of 16 bits and
// of largest values other than 255.
#include <algorithm>

#include "files/format.h"

namespace sweep {
namespace {

bool is_text(Bytes file) {
    return begins(file, "P2") || begins(file, "P3");
}

class HeaderReader {
  public:
    explicit HeaderReader(Bytes file) : file_(file) {}

    // Skips space and comments, and reads a decimal number.
    std::uint64_t number() {
        while (at_ < file_.size() && (is_space(file_[at_]) || file_[at_] == '#'))
            if (file_[at_++] == '#')
                while (at_ < file_.size() && file_[at_] != '\n') ++at_;
        std::uint64_t value = 0;
        const std::size_t start = at_;
        for (; at_ < file_.size() && file_[at_] >= '0' && file_[at_] <= '9'; ++at_)
            if (value < 0x80000000u) value = value * 10 + (file_[at_] - '0');
        if (at_ == file_.size()) throw DecodeError("truncated inside its header");
        if (at_ == start) throw DecodeError("its PGM or PPM header is damaged");
        return value;
    }
    // The offset of the samples, one space after the last number.
    std::size_t samples() {
        if (!is_space(file_[at_])) throw DecodeError("its PGM or PPM header is damaged");
        return at_ + 1;
    }

  private:
    static bool is_space(std::uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
    Bytes file_;
    std::size_t at_ = 2;
};

struct PnmHeader {
    Claim claim;
    std::uint32_t largest;  // the largest value of a sample
    std::size_t start;      // the offset of the samples
};

PnmHeader header_of(Bytes file) {
    if (is_text(file))
        throw DecodeError(
            "it is a PGM or PPM written as text: convert it to a binary one (P5, P6) or a .png");
    HeaderReader header(file);
    const std::uint64_t width = header.number(), height = header.number(), largest = header.number();
    const std::size_t start = header.samples();
    if (width > 0x7fffffff || height > 0x7fffffff) throw DecodeError("it claims to be too large");
    if (width == 0 || height == 0) throw DecodeError("it is empty: its width or height is 0");
    if (largest < 1 || largest > 65535) throw DecodeError("its largest value is not in 1 to 65535");
    return {{{int(width), int(height), file[1] == '6' ? 3 : 1}, largest > 255 ? Sample::u16 : Sample::u8},
            std::uint32_t(largest),
            start};
}

Claim claim_of(Bytes head) {
    return header_of(head).claim;
}

// To u8, or u16 where the largest value is above 255.
Image decode(Bytes file, FileFacts&) {
    const auto [claim, top, start] = header_of(file);
    const auto [shape, sample] = claim;
    check_claim(shape, shape.samples() * size_of(sample), file.size(), 1);
    if (const std::uint64_t needed = start + shape.samples() * size_of(sample); file.size() < needed)
        throw DecodeError("truncated after " + std::to_string(file.size()) + " of " + std::to_string(needed) +
                          " bytes");

    Image image(shape, sample);
    const std::uint8_t* from = file.data() + start;
    const auto full = std::uint32_t(sample == Sample::u8 ? 255 : 65535);
    auto scaled = [top = top, full](std::uint32_t value) {
        return (std::min(value, top) * full + top / 2) / top;
    };
    for (std::size_t i = 0; i < shape.samples(); ++i)
        if (sample == Sample::u8)
            image.data<std::uint8_t>()[i] = std::uint8_t(scaled(from[i]));
        else
            image.data<std::uint16_t>()[i] =
                std::uint16_t(scaled(std::uint32_t(from[2 * i]) << 8 | from[2 * i + 1]));
    return image;
}

}  // namespace

extern const Format pnm_format;
const Format pnm_format{
    .name = "PGM, PPM",
    .endings = {".pgm", ".ppm", ".pnm"},
    .probe = [](Bytes head) { return begins(head, "P5") || begins(head, "P6") || is_text(head); },
    .claim_of = claim_of,
    .decode = decode,
};

}  // namespace sweep
