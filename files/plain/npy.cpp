// NumPy's .npy: a header (files/plain/npy_header.h), and the samples.
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "files/format.h"
#include "files/metadata/metadata.h"
#include "files/plain/npy_header.h"

namespace sweep {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are copied as they lie in the file");

// Reads the samples in the order in which they lie in the file.
class SampleReader {
  public:
    SampleReader(const FileReader& file, std::uint64_t at, const NpyNumber& number)
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
    NpyNumber number_;
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

// To u8, u16, u32, f32 or f64, from W, H x W and H x W x C in the order of C or Fortran,
// and a page of these in that of C.
Image decode(const FileReader& file, int page, const ClaimCheck& check, FileFacts& facts) {
    facts.encoding = Encoding{};
    const NpyHeader header = npy_header_of(file);
    if (page > header.pages)
        throw DecodeError("it has " + std::to_string(header.pages) + (header.pages > 1 ? " pages" : " page") +
                          ", and no page " + std::to_string(page));
    facts.pages = header.pages;
    check(header.claim);
    SampleReader next(file, header.start + std::uint64_t(page - 1) * header.bytes_of_page(), header.number);
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
    const std::size_t before = npy_magic.size() + 4;
    header.append(63 - (before + header.size()) % 64, ' ');
    header += '\n';
    std::string all(npy_magic);
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

void write_bytes(std::FILE* to, const void* from, std::size_t bytes) {
    if (std::fwrite(from, 1, bytes, to) != bytes) throw std::runtime_error(std::strerror(errno));
}

// Rows lie one after the other in the order of C.
class NpyRows : public RowSource {
  public:
    NpyRows(const FileReader& file, const NpyHeader& header) : file_(file), header_(header) {}
    Claim claim() const override { return header_.claim; }
    void read(int first, ImageView rows) override {
        const std::size_t samples = std::size_t(rows.shape.width) * std::size_t(rows.shape.channels);
        SampleReader next(file_, header_.start + std::uint64_t(first) * samples * header_.number.bytes,
                          header_.number);
        for (int y = 0; y < rows.shape.height; ++y) next(rows.row<std::uint8_t>(y), samples);
        if (next.rounded() > 0) throw DecodeError("some of its integers have more digits than float64");
    }

  private:
    const FileReader file_;
    const NpyHeader header_;
};

std::unique_ptr<RowSource> open_rows(const FileReader& file, FileFacts& facts) {
    facts.encoding = Encoding{};
    const NpyHeader header = npy_header_of(file);
    facts.pages = header.pages;
    if (header.fortran_order || header.pages > 1) return nullptr;
    const Shape& shape = header.claim.shape;
    check_claim(shape, 0, shape.samples() * header.number.bytes, 1);
    return std::make_unique<NpyRows>(file, header);
}

class NpyRowWriter : public RowWriter {
  public:
    NpyRowWriter(std::FILE* to, const Shape& shape, Sample sample) : to_(to) {
        const std::string header = header_for(shape, sample);
        write_bytes(to_, header.data(), header.size());
    }
    void add(ConstImageView rows) override {
        for (int y = 0; y < rows.shape.height; ++y)
            write_bytes(to_, rows.row<std::uint8_t>(y), rows.shape.row_bytes(rows.sample));
    }
    std::string finish(const Metadata& metadata, const Described&) override { return words_of(metadata); }

  private:
    std::FILE* to_;
};

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
            write_bytes(to_, header.data(), header.size());
        } else if (image.shape != shape_ || image.sample != sample_) {
            throw std::runtime_error("page " + std::to_string(page_) +
                                     " has another size or type than the first, and an array has one: write "
                                     ".tif, or take one with --page");
        }
        for (int y = 0; y < shape_.height; ++y)
            write_bytes(to_, image.row<std::uint8_t>(y), shape_.row_bytes(sample_));
        return words_of(metadata);
    }
    void finish() override {}

  private:
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
    .probe = [](Bytes head) { return begins(head, npy_magic); },
    .ending_decides = true,
    .decode_parts = decode,
    .has_pages = true,
    .count_pages = [](const FileReader& file) { return npy_header_of(file).pages; },
    .axes_of_one = [](const FileReader& file) { return npy_header_of(file).axes; },
    .open_rows = open_rows,
    .encode = encode,
    .open_stack = [](std::FILE* to, int pages, std::uint64_t) -> std::unique_ptr<StackWriter> {
        return std::make_unique<NpyStack>(to, pages);
    },
    .write_rows = [](std::FILE* to, const Shape& shape, Sample sample, const std::optional<Encoding>&,
                     const KeptFacts*) -> std::unique_ptr<RowWriter> {
        return std::make_unique<NpyRowWriter>(to, shape, sample);
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
