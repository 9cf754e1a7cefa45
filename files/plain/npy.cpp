// NumPy's .npy: a magic number, a version, the length of the header, the header, which is a Python dictionary
// with the keys descr, fortran_order and shape, and the samples.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "files/format.h"
#include "files/metadata/metadata.h"

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

// A number as it lies in the file. `kind` is NumPy's letter: b of a bool, i of an integer, u of an unsigned one, f of
// a float.
struct Number {
    char kind = 'f';
    std::size_t bytes = 4;
    bool is_big_endian = false;
};

Number number_from(const std::string& descr) {
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

// Signed integers have no sample of their own: they become floats that hold each of them, as far as there are such.
Sample sample_for(const Number& number) {
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

Shape shape_from(const std::vector<std::uint64_t>& extent) {
    constexpr std::size_t most_said = 8;
    std::string text;
    for (std::size_t i = 0; i < extent.size() && i < most_said; ++i)
        text += (i ? " x " : "") + std::to_string(extent[i]);
    if (extent.size() > most_said) text += " x ..";
    if (extent.size() < 1 || extent.size() > 3)
        throw DecodeError("its shape is (" + text + "): sweep reads W, H x W and H x W x C");
    if (extent.size() == 3 && (extent[2] < 1 || extent[2] > 4))
        throw DecodeError("it has " + std::to_string(extent[2]) + " channels: sweep reads 1 to 4, H x W x C");
    const std::uint64_t height = extent.size() == 1 ? 1 : extent[0],
                        width = extent.size() == 1 ? extent[0] : extent[1];
    if (height == 0 || width == 0) throw DecodeError("it is empty: its shape is " + text);
    if (height > 0x7fffffff || width > 0x7fffffff)
        throw DecodeError("it claims to be " + text + ", which is too large");
    return {int(width), int(height), extent.size() == 3 ? int(extent[2]) : 1};
}

struct NpyHeader {
    Claim claim;
    Number number;
    bool fortran_order = false;
    std::size_t start = 0;  // the offset of the samples
};

// Reads the samples in the order in which they lie in the file.
class SampleReader {
  public:
    SampleReader(const FileReader& file, std::uint64_t at, const Number& number)
        : file_(file), at_(at), number_(number) {}

    // Writes the next `count` samples to memory.
    void operator()(void* to, std::size_t count) {
        const bool is_sample =
            number_.kind == 'u' ? number_.bytes <= 4 : number_.kind == 'f' && number_.bytes >= 4;
        if (is_sample && !number_.is_big_endian) return read(to, count * number_.bytes);
        constexpr std::size_t most_at_once = 65536;
        const std::size_t size = size_of(sample_for(number_));
        std::vector<std::uint8_t> numbers(std::min(count, most_at_once) * number_.bytes);
        for (std::size_t first = 0; first < count; first += most_at_once) {
            const std::size_t some = std::min(count - first, most_at_once);
            read(numbers.data(), some * number_.bytes);
            if (number_.is_big_endian)
                for (auto at = numbers.begin(); at != numbers.end(); at += std::ptrdiff_t(number_.bytes))
                    std::reverse(at, at + std::ptrdiff_t(number_.bytes));
            convert(numbers.data(), some, static_cast<std::uint8_t*>(to) + first * size);
        }
    }

    // How many integers so far had more digits than float64.
    std::size_t rounded() const { return rounded_; }

  private:
    void read(void* to, std::size_t bytes) {
        if (!file_.read(at_, to, bytes))
            throw DecodeError("reading stopped after " + std::to_string(at_) + " of " +
                              std::to_string(file_.size) + " bytes");
        at_ += bytes;
    }

    void convert(const std::uint8_t* from, std::size_t count, std::uint8_t* to) {
        const bool is_integer = number_.kind == 'i', is_float = number_.kind == 'f';
        const auto counted = [this](auto x) { return to_float64(x); };
        switch (number_.bytes) {
            case 1:
                if (is_integer) return each<std::int8_t, float>(from, count, to);
                return each<std::uint8_t, float>(from, count, to, [](std::uint8_t x) { return x != 0; });
            case 2:
                if (is_float) return each<std::uint16_t, float>(from, count, to, half_number);
                if (is_integer) return each<std::int16_t, float>(from, count, to);
                return each<std::uint16_t, std::uint16_t>(from, count, to);
            case 4:
                if (is_float) return each<float, float>(from, count, to);
                if (is_integer) return each<std::int32_t, double>(from, count, to);
                return each<std::uint32_t, std::uint32_t>(from, count, to);
            default:
                if (is_float) return each<double, double>(from, count, to);
                if (is_integer) return each<std::int64_t, double>(from, count, to, counted);
                return each<std::uint64_t, double>(from, count, to, counted);
        }
    }

    template <class From, class To, class F = std::identity>
    static void each(const std::uint8_t* from, std::size_t count, std::uint8_t* to, F&& value_of = {}) {
        for (std::size_t i = 0; i < count; ++i) {
            From number;
            std::memcpy(&number, from + i * sizeof(From), sizeof(From));
            const To sample = To(value_of(number));
            std::memcpy(to + i * sizeof(To), &sample, sizeof(To));
        }
    }

    // Counts what float64 does not hold. The largest integers round to one more than their type holds.
    template <class Integer>
    double to_float64(Integer x) {
        const auto value = double(x);
        const double above = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
        if (value >= above || Integer(value) != x) ++rounded_;
        return value;
    }

    const FileReader& file_;
    std::uint64_t at_;
    Number number_;
    std::size_t rounded_ = 0;
};

// Reads samples in Fortran's order, columns first, as MATLAB writes them; some columns at a time.
template <class T>
void read_columns(SampleReader& next, Image& image) {
    const auto [width, height, channels] = image.shape();
    const std::size_t columns = std::size_t(width) * std::size_t(channels), rows = std::size_t(height),
                      at_once = std::min(columns, std::max<std::size_t>(1, 65536 / rows));
    std::vector<T> samples(at_once * rows);
    for (std::size_t first = 0; first < columns; first += at_once) {
        const std::size_t count = std::min(at_once, columns - first);
        next(samples.data(), count * rows);
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
    const Number number = number_from(header.descr);
    const Shape shape = shape_from(*header.shape);
    // The product of at most 2^31 x 2^31 x 4 fits into 64 bits, but not that product times the size of a
    // sample.
    const std::uint64_t there = (file_size - start) / number.bytes;
    if (shape.samples() > there) {
        if (shape.samples() > std::uint64_t(1) << 48)
            throw DecodeError("it claims to be " + std::to_string(shape.width) + " x " +
                              std::to_string(shape.height) + ", but is only " + std::to_string(file_size) +
                              " bytes long");
        truncated(start + shape.samples() * number.bytes);
    }
    return {{shape, sample_for(number)}, number, *header.fortran_order, std::size_t(start)};
}

Image read_samples(const NpyHeader& header, SampleReader& next) {
    const Shape shape = header.claim.shape;
    const Sample sample = header.claim.sample;
    check_claim(shape, shape.samples() * size_of(sample), shape.samples() * header.number.bytes, 1);
    Image image(shape, sample);
    if (!header.fortran_order)
        next(image.view().data, shape.samples());
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

// To u8, u16, u32, f32 or f64, from W, H x W and H x W x C in the order of C or Fortran.
Image decode(const FileReader& file, int, const ClaimCheck& check, FileFacts& facts) {
    constexpr std::uint64_t longest_header = 65536;
    facts.encoding = Encoding{};
    std::vector<std::uint8_t> head(std::size_t(std::min(file.size, longest_header)));
    if (!file.read(0, head.data(), head.size())) throw DecodeError("its header cannot be read");
    const NpyHeader header = read_header(head, file.size);
    check(header.claim);
    SampleReader next(file, header.start, header.number);
    Image image = read_samples(header, next);
    if (next.rounded() > 0)
        facts.remark = std::to_string(next.rounded()) + " of its integers have more digits than float64, " +
                       "and are rounded to it";
    return image;
}

// The packed rows follow it.
// `pages`: how many images of the shape follow each other, along an axis of their own; 0: one, without such an axis.
std::string header_for(const Shape& shape, Sample sample, int pages = 0) {
    const char* descr = "<f4";
    if (sample == Sample::u8) descr = "|u1";
    if (sample == Sample::u16) descr = "<u2";
    if (sample == Sample::u32) descr = "<u4";
    if (sample == Sample::f64) descr = "<f8";
    std::string header = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (" +
                         (pages > 0 ? std::to_string(pages) + ", " : "") + std::to_string(shape.height) +
                         ", " + std::to_string(shape.width) +
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

// Pages of one shape and type as an array with an axis more.
class NpyStack : public StackWriter {
  public:
    NpyStack(std::FILE* to, int pages) : to_(to), pages_(pages) {}

    std::string add(ConstImageView image, const std::optional<Encoding>&, const Metadata& metadata,
                    const Described&) override {
        if (++page_ == 1) {
            shape_ = image.shape;
            sample_ = image.sample;
            const std::string header = header_for(shape_, sample_, pages_);
            write(header.data(), header.size());
        } else if (image.shape != shape_ || image.sample != sample_) {
            throw std::runtime_error("page " + std::to_string(page_) +
                                     " has another size or type than the first, and an array has one: write "
                                     ".tif, or take one with --page");
        }
        for (int y = 0; y < shape_.height; ++y) write(image.row<std::uint8_t>(y), shape_.row_bytes(sample_));
        return words_of(metadata);
    }
    void finish() override {}

  private:
    void write(const void* from, std::size_t bytes) {
        if (std::fwrite(from, 1, bytes, to_) != bytes) throw std::runtime_error(std::strerror(errno));
    }

    std::FILE* to_;
    int pages_, page_ = 0;
    Shape shape_;
    Sample sample_ = Sample::f32;
};

}  // namespace

extern const Format npy_format, npz_format;
const Format npy_format{
    .name = ".npy",
    .endings = {".npy"},
    .probe = [](Bytes head) { return begins(head, magic); },
    .ending_decides = true,
    .decode_parts = decode,
    .encode = encode,
    .open_stack = [](std::FILE* to, int pages, std::uint64_t) -> std::unique_ptr<StackWriter> {
        return std::make_unique<NpyStack>(to, pages);
    },
    .writes_in_place = true,
    .keeps = {.numbers = true, .any_samples = true, .bands = true},
};
const Format npz_format{
    .name = ".npz",
    .endings = {".npz"},
    .why_not = "a .npz is an archive of arrays: save one of them as .npy",
};

}  // namespace sweep
