#include "files/plain/npy_header.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sweep {
namespace {

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

NpyNumber number_from(const std::string& descr) {
    constexpr std::string_view known[] = {"b1", "i1", "i2", "i4", "i8", "u1",
                                          "u2", "u4", "u8", "f2", "f4", "f8"};
    const std::string_view type = std::string_view(descr).substr(1);
    const bool has_order = std::string_view("<>=|").find(descr[0]) != std::string_view::npos;
    if (has_order && std::find(std::begin(known), std::end(known), type) != std::end(known)) {
        const auto bytes = std::size_t(type[1] - '0');
        return {type[0], bytes, descr[0] == '>' && bytes > 1};
    }
    const std::string said = "its samples are of type '" + descr.substr(0, 20) + "', ";
    if (has_order && type.starts_with('c'))
        throw DecodeError(said + "complex numbers: sweep reads real ones, such as their real part");
    throw DecodeError(said + "and sweep reads bool, integers, and floats of 16, 32 and 64 bits");
}

// An array of one image, or of pages, images of one shape one after the other.
struct Pages {
    Shape shape;
    int count = 1;
    std::string axes{};  // as NpyHeader has them
};

// Three axes are those of an image, H x W x C, where the last is short, and otherwise those of a volume, whose slices
// are pages.
Pages pages_from(std::vector<std::uint64_t> extent) {
    constexpr std::size_t most_said = 8;
    constexpr std::uint64_t most_channels = 4, most = 0x7fffffff;
    std::string text;
    for (std::size_t i = 0; i < extent.size() && i < most_said; ++i)
        text += (i ? " x " : "") + std::to_string(extent[i]);
    if (extent.size() > most_said) text += " x ..";
    if (extent.empty() || extent.size() > 4)
        throw DecodeError("its shape is (" + text +
                          "): sweep reads W, H x W, H x W x C, and pages of these, Z x H x W x C");
    Pages pages;
    const bool has_pages = extent.size() == 4 || (extent.size() == 3 && extent[2] > most_channels);
    if (has_pages) {
        if (extent.front() == 0) throw DecodeError("it is empty: its shape is " + text);
        if (extent.front() > most) throw DecodeError("it claims to be " + text + ", which is too large");
        pages.count = int(extent.front());
        extent.erase(extent.begin());
    }
    if (extent.size() == 3 && (extent[2] < 1 || extent[2] > most_channels))
        throw DecodeError("it has " + std::to_string(extent[2]) + " channels: sweep reads 1 to 4, H x W x C");
    const std::uint64_t height = extent.size() == 1 ? 1 : extent[0],
                        width = extent.size() == 1 ? extent[0] : extent[1];
    if (height == 0 || width == 0) throw DecodeError("it is empty: its shape is " + text);
    if (height > most || width > most) throw DecodeError("it claims to be " + text + ", which is too large");
    pages.shape = {int(width), int(height), extent.size() == 3 ? int(extent[2]) : 1};
    if (!has_pages) pages.axes = extent.size() == 1 ? "W" : extent.size() == 2 ? "H x W" : "H x W x C";
    return pages;
}

// Reads the header from `head`, the first bytes of a file of `file_size`.
NpyHeader read_header(Bytes head, std::uint64_t file_size) {
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (!text.starts_with(npy_magic)) throw DecodeError("it is not a .npy file");
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
    const NpyNumber number = number_from(header.descr);
    auto [shape, pages, axes] = pages_from(*header.shape);
    if (pages > 1 && *header.fortran_order)
        throw DecodeError("it is a volume in the order of Fortran: save it with numpy.ascontiguousarray");
    // The product of at most 2^31 x 2^31 x 4 fits into 64 bits, but not that product times the size of a
    // sample, or the number of pages.
    const std::uint64_t there = (file_size - start) / number.bytes;
    if (shape.samples() > there / std::uint64_t(pages)) {
        if (shape.samples() > (std::uint64_t(1) << 48) / std::uint64_t(pages))
            throw DecodeError("it claims to be " + (pages > 1 ? std::to_string(pages) + " x " : "") +
                              std::to_string(shape.width) + " x " + std::to_string(shape.height) +
                              ", but is only " + std::to_string(file_size) + " bytes long");
        truncated(start + std::uint64_t(pages) * shape.samples() * number.bytes);
    }
    return {{shape, sample_for(number)}, number, *header.fortran_order,
            std::size_t(start),          pages,  std::move(axes)};
}

}  // namespace

Sample sample_for(const NpyNumber& number) {
    switch (number.kind) {
        case 'u':
            return number.bytes == 1   ? Sample::u8
                   : number.bytes == 2 ? Sample::u16
                   : number.bytes == 4 ? Sample::u32
                                       : Sample::f64;
        case 'i':
            return number.bytes <= 2 ? Sample::f32 : Sample::f64;
        default:
            return number.bytes <= 4 ? Sample::f32 : Sample::f64;
    }
}

NpyHeader npy_header_of(const FileReader& file) {
    constexpr std::uint64_t longest_header = 65536;
    std::vector<std::uint8_t> head(std::size_t(std::min(file.size, longest_header)));
    if (!file.read(0, head.data(), head.size())) throw DecodeError("its header cannot be read");
    return read_header(head, file.size);
}

}  // namespace sweep
