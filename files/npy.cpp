// NumPy's .npy: a magic number, a version, the length of the header, the header, which is a Python dictionary
// with the keys descr, fortran_order and shape, and the samples.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "files/format.h"

namespace sweep {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are copied as they lie in the file");

constexpr std::string_view magic = "\x93NUMPY";

struct Header {
    std::string descr;
    std::optional<bool> fortran_order;
    std::optional<std::vector<std::uint64_t>> shape;
};

// Reads the dictionary, and no more of Python than the format allows.
class HeaderParser {
  public:
    explicit HeaderParser(std::string_view text) : rest_(text) {}

    Header parse() {
        Header header;
        expect('{');
        while (!accept('}')) {
            const std::string key = quoted();
            expect(':');
            if (key == "descr")
                header.descr = quoted();
            else if (key == "fortran_order")
                header.fortran_order = boolean();
            else if (key == "shape")
                header.shape = tuple();
            else
                fail();
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        if (header.descr.empty() || !header.fortran_order || !header.shape) fail();
        return header;
    }

  private:
    [[noreturn]] static void fail() { throw DecodeError("its .npy header is damaged"); }

    void skip_space() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\n')) rest_.remove_prefix(1);
    }
    bool accept(char c) {
        skip_space();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!accept(c)) fail();
    }
    std::string quoted() {
        const char quote = accept('\'') ? '\'' : '"';
        if (quote == '"' && !accept('"')) {
            if (accept('[')) throw DecodeError("its samples are records: sweep reads plain numbers");
            fail();
        }
        const std::size_t end = rest_.find(quote);
        if (end == std::string_view::npos) fail();
        std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return text;
    }
    bool boolean() {
        skip_space();
        for (const auto& [word, value] : {std::pair{"True", true}, std::pair{"False", false}})
            if (rest_.starts_with(word)) {
                rest_.remove_prefix(std::strlen(word));
                return value;
            }
        fail();
    }
    std::vector<std::uint64_t> tuple() {
        std::vector<std::uint64_t> numbers;
        expect('(');
        while (!accept(')')) {
            skip_space();
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
            if (error != std::errc()) fail();
            rest_.remove_prefix(std::size_t(end - rest_.data()));
            numbers.push_back(number);
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return numbers;
    }

    std::string_view rest_;
};

Sample sample_from(const std::string& descr) {
    if (descr == "|u1" || descr == "<u1" || descr == "=u1") return Sample::u8;
    if (descr == "<u2") return Sample::u16;
    if (descr == "<u4") return Sample::u32;
    if (descr == "<f4") return Sample::f32;
    if (descr == "<f8") return Sample::f64;
    throw DecodeError("its samples are of type '" + descr.substr(0, 20) +
                      "': sweep reads little-endian float32, float64, uint8, uint16 and uint32");
}

Shape shape_from(const std::vector<std::uint64_t>& extent) {
    constexpr std::size_t most_said = 8;
    std::string text;
    for (std::size_t i = 0; i < extent.size() && i < most_said; ++i)
        text += (i ? " x " : "") + std::to_string(extent[i]);
    if (extent.size() > most_said) text += " x ..";
    if (extent.size() != 2 && extent.size() != 3)
        throw DecodeError("its shape is (" + text + "): sweep reads H x W and H x W x C");
    if (extent.size() == 3 && (extent[2] < 1 || extent[2] > 4))
        throw DecodeError("it has " + std::to_string(extent[2]) + " channels: sweep reads 1 to 4, H x W x C");
    if (extent[0] == 0 || extent[1] == 0) throw DecodeError("it is empty: its shape is " + text);
    if (extent[0] > 0x7fffffff || extent[1] > 0x7fffffff)
        throw DecodeError("it claims to be " + text + ", which is too large");
    return {int(extent[1]), int(extent[0]), extent.size() == 3 ? int(extent[2]) : 1};
}

struct NpyHeader {
    Claim claim;
    bool fortran_order = false;
    std::size_t start = 0;  // the offset of the samples
};

// Writes the next bytes of the file to memory, beginning with the first sample.
using Next = std::function<void(void*, std::size_t)>;

// Reads samples in Fortran's order, columns first, as MATLAB writes them; some columns at a time.
template <class T>
void read_columns(const Next& next, Image& image) {
    const auto [width, height, channels] = image.shape();
    const std::size_t columns = std::size_t(width) * std::size_t(channels), rows = std::size_t(height),
                      at_once = std::min(columns, std::max<std::size_t>(1, 65536 / rows));
    std::vector<T> samples(at_once * rows);
    for (std::size_t first = 0; first < columns; first += at_once) {
        const std::size_t count = std::min(at_once, columns - first);
        next(samples.data(), count * rows * sizeof(T));
        for (std::size_t k = 0; k < count; ++k) {
            const std::size_t c = (first + k) / std::size_t(width), x = (first + k) % std::size_t(width);
            for (int y = 0; y < height; ++y)
                image.view().row<T>(y)[x * std::size_t(channels) + c] = samples[k * rows + std::size_t(y)];
        }
    }
}

// Reads the header from `head`, the first bytes of a file of `file_size`.
NpyHeader read_header(Bytes head, std::uint64_t file_size) {
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (!text.starts_with(magic)) throw DecodeError("it is not a .npy file");
    auto truncated = [&](std::uint64_t expected) {
        throw DecodeError("truncated after " + std::to_string(file_size) + " of " + std::to_string(expected) +
                          " bytes");
    };
    if (head.size() < 12) truncated(12);
    const int version = head[6];
    if (version < 1 || version > 3)
        throw DecodeError("its .npy version is " + std::to_string(version) + ": sweep reads 1 to 3");
    std::uint64_t length = head[8] | std::uint64_t(head[9]) << 8;
    if (version > 1) length |= std::uint64_t(head[10]) << 16 | std::uint64_t(head[11]) << 24;
    const std::uint64_t start = (version == 1 ? 10 : 12) + length;
    if (file_size < start) truncated(start);
    if (head.size() < start)
        throw DecodeError("its .npy header has " + std::to_string(length) +
                          " bytes, which is none of an image");

    const Header header = HeaderParser(text.substr(version == 1 ? 10 : 12, length)).parse();
    const Sample sample = sample_from(header.descr);
    const Shape shape = shape_from(*header.shape);
    // The product of at most 2^31 x 2^31 x 4 fits into 64 bits, but not that product times the size of a
    // sample.
    const std::uint64_t there = (file_size - start) / size_of(sample);
    if (shape.samples() > there) {
        if (shape.samples() > std::uint64_t(1) << 48)
            throw DecodeError("it claims to be " + std::to_string(shape.width) + " x " +
                              std::to_string(shape.height) + ", but is only " + std::to_string(file_size) +
                              " bytes long");
        truncated(start + shape.samples() * size_of(sample));
    }
    return {{shape, sample}, *header.fortran_order, std::size_t(start)};
}

Image read_samples(const NpyHeader& header, const Next& next) {
    const auto [shape, sample] = header.claim;
    const std::uint64_t bytes = shape.samples() * size_of(sample);
    check_claim(shape, bytes, bytes, 1);
    Image image(shape, sample);
    if (!header.fortran_order)
        next(image.view().data, image.bytes());
    else
        switch (size_of(sample)) {
            case 1:
                read_columns<std::uint8_t>(next, image);
                break;
            case 2:
                read_columns<std::uint16_t>(next, image);
                break;
            case 4:
                read_columns<std::uint32_t>(next, image);
                break;
            default:
                read_columns<double>(next, image);
        }
    return image;
}

// To u8, u16, u32, f32 or f64, from H x W and H x W x C in the order of C or Fortran.
Image decode(const FileReader& file, int, const ClaimCheck& check, FileFacts& facts) {
    constexpr std::uint64_t longest_header = 65536;
    facts.encoding = Encoding{};
    std::vector<std::uint8_t> head(std::size_t(std::min(file.size, longest_header)));
    std::uint64_t at = 0;
    const auto next = [&](void* to, std::size_t count) {
        if (!file.read(at, to, count))
            throw DecodeError("reading stopped after " + std::to_string(at) + " of " +
                              std::to_string(file.size) + " bytes");
        at += count;
    };
    next(head.data(), head.size());
    const NpyHeader header = read_header(head, file.size);
    check(header.claim);
    at = header.start;
    return read_samples(header, next);
}

// The packed rows follow it.
std::string header_for(const Shape& shape, Sample sample) {
    const char* descr = "<f4";
    if (sample == Sample::u8) descr = "|u1";
    if (sample == Sample::u16) descr = "<u2";
    if (sample == Sample::u32) descr = "<u4";
    if (sample == Sample::f64) descr = "<f8";
    std::string header = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (" +
                         std::to_string(shape.height) + ", " + std::to_string(shape.width) +
                         (shape.channels > 1 ? ", " + std::to_string(shape.channels) : "") + "), }";
    // The samples begin at a multiple of 64 bytes, as the format asks.
    const std::size_t before = magic.size() + 4;
    header.append(63 - (before + header.size()) % 64, ' ');
    header += '\n';
    std::string all(magic);
    all += {'\x01', '\x00', char(header.size() & 0xff), char(header.size() >> 8)};
    return all + header;
}

EncodedFile encode(ConstImageView image, const std::string&, const std::optional<Encoding>&) {
    const std::string header = header_for(image.shape, image.sample);
    EncodedFile file{{header.begin(), header.end()}};
    const std::size_t row = image.shape.row_bytes(image.sample);
    if (image.stride == std::ptrdiff_t(row))
        file.rest = {image.row<std::uint8_t>(0), row * std::size_t(image.shape.height)};
    else
        for (int y = 0; y < image.shape.height; ++y)
            file.made.insert(file.made.end(), image.row<std::uint8_t>(y), image.row<std::uint8_t>(y) + row);
    return file;
}

}  // namespace

extern const Format npy_format;
const Format npy_format{
    .name = ".npy",
    .endings = {".npy"},
    .probe = [](Bytes head) { return begins(head, magic); },
    .ending_decides = true,
    .decode_parts = decode,
    .encode = encode,
    .writes_in_place = true,
    .keeps = {.numbers = true, .any_samples = true},
};

}  // namespace sweep
