// Radiance HDR, both ways: lines of text, a line with the size and the corner where the picture begins, and lines of
// pixels, whose three mantissas of 8 bits share an exponent. https://radsite.lbl.gov/radiance/refer/filefmts.pdf
//
// It is written by stb, whose reader does not serve here: it knows one of the eight corners and directions, and
// neither exposures, CIE XYZ nor the older kind of runs.
#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <cmath>
#include <cstring>
#include <string_view>

#include "files/format.h"
#include "files/image_file.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

namespace sweep {
namespace {

struct HdrHeader {
    int length = 0, lines = 0;  // pixels in a line of the file, and lines
    int orientation = 1;        // which of EXIF's turns makes the picture of it
    bool is_xyz = false;
    double exposure = 1;    // the samples are radiance times that
    std::size_t start = 0;  // the offset of the pixels

    Shape shape() const { return orientation < 5 ? Shape{length, lines, 3} : Shape{lines, length, 3}; }
};

[[noreturn]] void fail(const std::string& what) {
    throw DecodeError("damaged HDR, " + what);
}

// The number at the beginning of a text, behind spaces; the text goes on behind it.
template <class T>
T number_of(std::string_view& text, const char* what) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) fail(what);
    text.remove_prefix(std::size_t(end - text.data()));
    return value;
}

// "-Y 480 +X 640": 480 lines from the top down, of 640 pixels from left to right.
void read_size(std::string_view text, HdrHeader& header) {
    constexpr const char* what = "the line with its size";
    std::string axes;
    int* const numbers[] = {&header.lines, &header.length};
    for (int* const number : numbers) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.size() < 2) fail(what);
        axes += text.substr(0, 2);
        text.remove_prefix(2);
        *number = number_of<int>(text, what);
    }
    // Each is the orientation of EXIF less 1.
    constexpr std::string_view orders[] = {"-Y+X", "-Y-X", "+Y-X", "+Y+X", "+X-Y", "-X-Y", "-X+Y", "+X+Y"};
    const auto* const order = std::find(std::begin(orders), std::end(orders), axes);
    if (order == std::end(orders) || header.lines < 0 || header.length < 0) fail(what);
    header.orientation = int(order - std::begin(orders)) + 1;
    if (header.lines == 0 || header.length == 0) throw DecodeError("it is empty: its width or height is 0");
}

HdrHeader header_of(Bytes file) {
    std::string_view rest(reinterpret_cast<const char*>(file.data()), file.size());
    const auto next_line = [&] {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) throw ends_early(file.size());
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    };
    const auto value_in = [](std::string_view& line, std::string_view key) {
        if (!line.starts_with(key)) return false;
        line.remove_prefix(key.size());
        return true;
    };
    HdrHeader header;
    for (std::string_view line = next_line(); !line.empty(); line = next_line())
        if (value_in(line, "EXPOSURE=")) {
            header.exposure *= number_of<double>(line, "its EXPOSURE");
            if (!(header.exposure >= 1e-30 && header.exposure <= 1e30)) fail("its EXPOSURE");
        } else if (value_in(line, "FORMAT=")) {
            header.is_xyz = line.find("32-bit_rle_xyze") != std::string_view::npos;
            if (!header.is_xyz && line.find("32-bit_rle_rgbe") == std::string_view::npos)
                throw DecodeError("an HDR of the format '" + std::string(line.substr(0, 20)) +
                                  "', which sweep does not read");
        }
    read_size(next_line(), header);
    header.start = file.size() - rest.size();
    return header;
}

using Pixel = std::array<std::uint8_t, 4>;  // three mantissas and an exponent

// Reads the lines of pixels one after the other.
class LineReader {
  public:
    LineReader(Bytes file, std::size_t at) : file_(file), at_(at) {}

    void operator()(std::vector<Pixel>& line) {
        constexpr std::size_t shortest = 8, longest = 0x7fff;
        const Pixel first = pixel();
        if (first[0] == 2 && first[1] == 2 && first[2] < 128 && line.size() >= shortest &&
            line.size() <= longest) {
            if ((std::size_t(first[2]) << 8 | first[3]) != line.size()) fail("the length of a line");
            for (std::size_t part = 0; part < 4; ++part) read_part(line, part);
        } else {
            read_pixels(line, first);
        }
    }

  private:
    std::uint8_t next() {
        if (at_ >= file_.size()) throw ends_early(file_.size());
        return file_[at_++];
    }
    Pixel pixel() {
        Pixel pixel;
        for (std::uint8_t& part : pixel) part = next();
        return pixel;
    }

    // One of the four bytes of all pixels, in runs of up to 127 equal ones and 128 others.
    void read_part(std::vector<Pixel>& line, std::size_t part) {
        for (std::size_t x = 0; x < line.size();) {
            const std::uint8_t code = next();
            const bool is_run = code > 128;
            const std::size_t count = is_run ? code - 128u : code;
            if (count == 0 || count > line.size() - x) fail("the length of a run");
            std::uint8_t value = 0;
            for (std::size_t k = 0; k < count; ++k) {
                if (!is_run || k == 0) value = next();
                line[x++][part] = value;
            }
        }
    }

    // Whole pixels. The older kind of run has mantissas of 1 and says how often the pixel before it comes again;
    // runs that follow each other are digits of that number, the lowest first.
    void read_pixels(std::vector<Pixel>& line, Pixel read) {
        std::size_t x = 0;
        for (int shift = 0;; read = pixel()) {
            if (read[0] == 1 && read[1] == 1 && read[2] == 1) {
                const std::size_t count = shift > 24 ? line.size() : std::size_t(read[3]) << shift;
                if (x == 0 || count > line.size() - x) fail("the length of a run");
                std::fill_n(line.begin() + std::ptrdiff_t(x), count, line[x - 1]);
                x += count;
                shift += 8;
            } else {
                line[x++] = read;
                shift = 0;
            }
            if (x == line.size()) return;
        }
    }

    Bytes file_;
    std::size_t at_;
};

// From CIE XYZ to linear light with the primaries and the white of sRGB (IEC 61966-2-1).
void to_srgb(float* colours) {
    constexpr double matrix[3][3] = {{3.2404542, -1.5371385, -0.4985314},
                                     {-0.9692660, 1.8760108, 0.0415560},
                                     {0.0556434, -0.2040259, 1.0572252}};
    const double x = colours[0], y = colours[1], z = colours[2];
    for (int c = 0; c < 3; ++c) colours[c] = float(matrix[c][0] * x + matrix[c][1] * y + matrix[c][2] * z);
}

Claim claim_of(Bytes head) {
    return {header_of(head).shape(), Sample::f32};
}

Image decode(Bytes file, FileFacts& facts) {
    facts.encoding = Encoding{Curve::light, 1, false};
    const HdrHeader header = header_of(file);
    const Shape shape{header.length, header.lines, 3};
    // The older runs have no limit; this one lets lines of 65536 equal pixels pass.
    constexpr std::uint64_t pixels_per_byte = 4096;
    check_claim(shape, std::uint64_t(shape.samples()) * sizeof(float) * (header.orientation == 1 ? 1 : 2),
                file.size(), pixels_per_byte);
    Image image(shape, Sample::f32);
    std::vector<Pixel> line(std::size_t(shape.width));
    LineReader read_line(file, header.start);
    for (int y = 0; y < shape.height; ++y) {
        read_line(line);
        float* to = image.view().row<float>(y);
        for (const Pixel& pixel : line) {
            const double unit = pixel[3] == 0 ? 0 : std::ldexp(1 / header.exposure, pixel[3] - (128 + 8));
            for (std::size_t c = 0; c < 3; ++c) to[c] = float(pixel[c] * unit);
            if (header.is_xyz) to_srgb(to);
            to += 3;
        }
    }
    return turned(std::move(image), header.orientation);
}

void append(void* user, void* data, int size) {
    auto& out = *static_cast<std::vector<std::uint8_t>*>(user);
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    out.insert(out.end(), bytes, bytes + size);
}

// stb counts the samples that it writes in int.
void require_countable(const Shape& shape) {
    if (shape.samples() > std::size_t(INT_MAX))
        throw std::runtime_error("it has " + std::to_string(shape.samples()) +
                                 " samples, and this format is written up to " + std::to_string(INT_MAX) +
                                 ": write .png or .npy");
}

// stb cuts the digits off that a pixel's common exponent leaves no room for. With half of the last one added,
// they are rounded.
void add_half_digit(float* colours, int count) {
    const float most = *std::max_element(colours, colours + count);
    if (most < 1e-32f) return;  // stb writes 0
    int exponent = 0;
    std::frexp(most, &exponent);
    float half = std::ldexp(1.0f, exponent - 9);
    if (most + half >= std::ldexp(1.0f, exponent)) half *= 2;
    for (int k = 0; k < count; ++k) colours[k] += half;
}

// Samples are clipped to [0, largest_hdr]; NaN becomes 0.
EncodedFile encode(ConstImageView image, const std::string&, const std::optional<Encoding>&) {
    if (image.sample != Sample::f32) throw std::logic_error("an HDR file has float32 samples");
    require_countable(image.shape);
    Image clamped(image.shape, Sample::f32);
    for (int y = 0; y < image.shape.height; ++y)
        std::transform(image.row<float>(y), image.row<float>(y) + image.shape.width * image.shape.channels,
                       clamped.view().row<float>(y),
                       [](float x) { return std::isnan(x) ? 0 : std::clamp(x, 0.0f, largest_hdr); });
    const int channels = image.shape.channels, colours = channels < 3 ? 1 : 3;
    for (std::size_t i = 0; i < image.shape.samples(); i += std::size_t(channels))
        add_half_digit(clamped.data<float>() + i, colours);
    std::vector<std::uint8_t> out;
    if (!stbi_write_hdr_to_func(append, &out, image.shape.width, image.shape.height, image.shape.channels,
                                clamped.data<float>()))
        throw std::runtime_error("stb cannot write this picture as HDR");
    return {std::move(out)};
}

}  // namespace

extern const Format hdr_format;
const Format hdr_format{
    .name = "HDR",
    .endings = {".hdr"},
    .probe = [](Bytes head) { return begins(head, "#?RADIANCE") || begins(head, "#?RGBE"); },
    .claim_of = claim_of,
    .decode = decode,
    .encode = encode,
    // What rounding to a picture of 16 bits would take below 0 is not worth a word.
    .keeps = {.numbers = true, .alpha = false, .least = -0.5 / 65535, .most = largest_hdr},
    .library = "stb",
    .version = [] { return std::string("compiled in"); },
};

}  // namespace sweep
