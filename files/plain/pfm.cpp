// PFM, both ways: three words of text, then floats, the lowest row first. "PF" has three channels and "Pf"
// one; the third word is negative when the floats are little-endian.
// http://www.pauldebevec.com/Research/HDR/PFM/
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "files/format.h"

namespace sweep {
namespace {

struct PfmHeader {
    Shape shape;
    bool is_little;
    std::size_t start;  // the offset of the samples
};

bool is_space(std::uint8_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

PfmHeader header_of(Bytes file) {
    std::size_t at = 2;
    const auto word = [&]() -> std::string {
        while (at < file.size() && is_space(file[at])) ++at;
        std::string text;
        constexpr std::size_t longest = 40;
        while (at < file.size() && !is_space(file[at]) && text.size() < longest) text += char(file[at++]);
        if (at >= file.size()) throw DecodeError("truncated inside its header");
        if (!is_space(file[at])) throw DecodeError("its PFM header is damaged");
        return text;
    };
    const auto number = [&](auto value) {
        const std::string text = word();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error == std::errc::result_out_of_range) throw DecodeError("it claims to be too large");
        if (error != std::errc() || end != text.data() + text.size())
            throw DecodeError("its PFM header is damaged");
        return value;
    };
    const int width = number(0), height = number(0);
    if (width < 0 || height < 0) throw DecodeError("its PFM header is damaged");
    if (width == 0 || height == 0) throw DecodeError("it is empty: its width or height is 0");
    const double scale = number(0.0);
    return {{width, height, file[1] == 'F' ? 3 : 1}, scale < 0, at + 1};
}

float swapped(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>(bits >> 24 | (bits >> 8 & 0xff00) | (bits << 8 & 0xff0000) | bits << 24);
}

constexpr bool is_little_here = std::endian::native == std::endian::little;

Claim claim_of(Bytes head) {
    return {header_of(head).shape, Sample::f32};
}

Image decode(Bytes file, FileFacts& facts) {
    facts.encoding = Encoding{Curve::light, 1, false};
    const PfmHeader header = header_of(file);
    const Shape shape = header.shape;
    const std::uint64_t bytes = std::uint64_t(shape.samples()) * sizeof(float);
    check_claim(shape, bytes, file.size(), 1);
    if (const std::uint64_t needed = header.start + bytes; file.size() < needed)
        throw DecodeError("truncated after " + std::to_string(file.size()) + " of " + std::to_string(needed) +
                          " bytes");
    Image image(shape, Sample::f32);
    const std::size_t row = shape.row_bytes(Sample::f32);
    for (int y = 0; y < shape.height; ++y) {
        float* const to = image.view().row<float>(y);
        std::memcpy(to, file.data() + header.start + std::size_t(shape.height - 1 - y) * row, row);
        if (header.is_little != is_little_here) std::transform(to, to + row / sizeof(float), to, swapped);
    }
    return image;
}

EncodedFile encode(ConstImageView image, const std::string&, const std::optional<Encoding>&) {
    if (image.sample != Sample::f32) throw std::logic_error("a PFM has float32 samples");
    const Shape shape = image.shape;
    const int colours = shape.channels < 3 ? 1 : 3;
    const std::string header = std::string(colours == 3 ? "PF\n" : "Pf\n") + std::to_string(shape.width) +
                               " " + std::to_string(shape.height) + (is_little_here ? "\n-1.0\n" : "\n1.0\n");
    const std::size_t pixel = std::size_t(colours) * sizeof(float);
    std::vector<std::uint8_t> out(header.size() + shape.pixels() * pixel);
    std::memcpy(out.data(), header.data(), header.size());
    std::uint8_t* to = out.data() + header.size();
    for (int y = shape.height - 1; y >= 0; --y)
        for (int x = 0; x < shape.width; ++x, to += pixel)
            std::memcpy(to, image.row<float>(y) + std::ptrdiff_t(x) * shape.channels, pixel);
    return {std::move(out)};
}

}  // namespace

extern const Format pfm_format;
const Format pfm_format{
    .name = "PFM",
    .endings = {".pfm"},
    .probe = [](Bytes head) { return begins(head, "PF") || begins(head, "Pf"); },
    .claim_of = claim_of,
    .decode = decode,
    .encode = encode,
    .keeps = {.numbers = true,
              .alpha = false,
              .least = std::numeric_limits<float>::lowest(),
              .most = std::numeric_limits<float>::max()},
};

}  // namespace sweep
