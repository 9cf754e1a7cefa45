// PNG, both ways, through libpng. Unlike stb it writes 16 bits, and it checks checksums when it reads.
//
// libpng reports errors by longjmp, which must not jump over a destructor: the functions that call libpng
// (`guarded`) hold nothing that has one.
#include <algorithm>
#include <bit>
#include <cmath>
#include <csetjmp>
#include <cstring>

#include <png.h>

#include "files/colour_profile.h"
#include "files/format.h"

namespace sweep {
namespace {

// Deflate makes at most 1032 bytes of one, and a byte holds at most 8 pixels.
constexpr std::uint64_t pixels_per_byte = 1032 * 8;

constexpr std::string_view magic = "\x89PNG\r\n\x1a\n";

constexpr char label_keyword[] = "sweep";

struct Stream {
    Bytes in;  // for reading
    std::size_t at = 0;
    bool truncated = false;
    std::vector<std::uint8_t> out;  // for writing
    char message[200] = "";
};

void on_error(png_structp png, png_const_charp message) {
    auto* stream = static_cast<Stream*>(png_get_error_ptr(png));
    std::strncpy(stream->message, message, sizeof stream->message - 1);
    png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void read(png_structp png, png_bytep to, std::size_t count) {
    auto* stream = static_cast<Stream*>(png_get_io_ptr(png));
    if (count > stream->in.size() - stream->at) {
        stream->truncated = true;
        png_error(png, "truncated");
    }
    std::memcpy(to, stream->in.data() + stream->at, count);
    stream->at += count;
}

void write(png_structp png, png_bytep from, std::size_t count) {
    auto* stream = static_cast<Stream*>(png_get_io_ptr(png));
    bool done = true;
    try {
        stream->out.insert(stream->out.end(), from, from + count);
    } catch (const std::bad_alloc&) {  // which must not pass through libpng's frames
        done = false;
    }
    if (!done) png_error(png, "out of memory");
}

void flush(png_structp) {}

// Calls f, which may call libpng and must hold nothing with a destructor. Returns false when libpng gave up.
template <class F>
bool guarded(png_structp png, F f) {
    if (setjmp(png_jmpbuf(png))) return false;
    f();
    return true;
}

struct Reader {
    Stream stream;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &stream, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    Reader() {
        if (!info) throw std::bad_alloc();
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }

    template <class F>
    void call(F f) {
        if (guarded(png, f)) return;
        throw stream.truncated ? ends_early(stream.in.size())
                               : DecodeError(std::string("damaged PNG, ") + stream.message);
    }
};

// Throws DecodeError when a chunk claims more bytes than follow; chunks from the first one called `last` on
// are not checked. libpng allocates the memory that a chunk claims before it reads the chunk.
void check_chunks(Bytes file, const char* last) {
    constexpr std::size_t frame = 12;  // length, name and checksum
    for (std::size_t at = 8; at + 8 <= file.size();) {
        const std::uint32_t length = png_get_uint_32(&file[at]);
        if (std::memcmp(&file[at + 4], last, 4) == 0) return;
        if (file.size() - at < frame + length) throw ends_early(file.size());
        at += frame + length;
    }
}

struct Writer {
    Stream stream;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &stream, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    Writer() {
        if (!info) throw std::bad_alloc();
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { png_destroy_write_struct(&png, &info); }
};

// The content of the first chunk of this name before the pixels, as it lies in the file: libpng may not know the
// chunk, and forgets all that is said of colours where a part of it makes no sense. Empty: there is none.
Bytes chunk_before_pixels(Bytes file, const char* name) {
    for (std::size_t at = 8; at + 12 <= file.size();) {
        const std::uint32_t length = png_get_uint_32(&file[at]);
        const auto is = [&](const char* other) { return std::memcmp(&file[at + 4], other, 4) == 0; };
        if (is("IDAT") || file.size() - at - 12 < length) return {};
        if (is(name)) return file.subspan(at + 8, length);
        at += 12 + std::size_t(length);
    }
    return {};
}

// The number of cHRM and gAMA, in units of 1 / 100000.
double fraction_at(Bytes chunk, std::size_t at) {
    return png_get_uint_32(&chunk[at]) / 100000.0;
}

// What gAMA and cHRM say together, of RGB or of grey, which has no primaries. Where nothing is said of the curve,
// bytes have that of sRGB, and words are numbers.
FileFacts facts_of_numbers(Bytes gamma, Bytes chromaticities, bool is_colour, bool is_wide) {
    std::optional<Encoding> stated;
    if (gamma.size() == 4) {
        const double exponent = fraction_at(gamma, 0);
        stated = encoding_of_gamma(exponent);
        if (!stated) return {std::nullopt, "its gAMA of " + std::to_string(exponent) + " is not believed"};
    }
    if (!is_colour || chromaticities.size() != 32) return {stated, {}};
    const auto point = [&](std::size_t at) {
        return Primaries::Point{fraction_at(chromaticities, at), fraction_at(chromaticities, at + 4)};
    };
    const Primaries of{point(8), point(16), point(24), point(0)};
    const auto is_near = [](const Primaries::Point& a, const Primaries::Point& b) {
        constexpr double tolerance = 0.0015;  // some programs round them
        return std::abs(a.x - b.x) < tolerance && std::abs(a.y - b.y) < tolerance;
    };
    const Primaries& srgb = primaries::srgb;
    if (is_near(of.red, srgb.red) && is_near(of.green, srgb.green) && is_near(of.blue, srgb.blue) &&
        is_near(of.white, srgb.white))
        return {stated, {}};
    if (!are_primaries(of)) return {stated, "its cHRM is not believed: no colours have such primaries"};
    if (!stated && is_wide) return {stated, "its cHRM is not followed, because it has no gAMA"};
    // Beside primaries that are not those of sRGB, gAMA is a power.
    const Encoding curve = !stated || stated->curve == Curve::numbers
                               ? stated.value_or(Encoding{Curve::srgb, 1, true})
                               : Encoding{Curve::power, 1 / fraction_at(gamma, 0), true};
    ProfileMeaning meaning = meaning_of_primaries(of, curve, stated ? "gAMA and cHRM" : "cHRM");
    return {std::move(meaning.encoding), std::move(meaning.remark)};
}

// The statements before the pixels. Of several statements the first of these counts, as the PNG specification
// says.
FileFacts facts_of(Reader& reader, const ExifFacts& exif) {
    png_structp png = reader.png;
    png_infop info = reader.info;
    const Bytes file = reader.stream.in;
    const bool is_colour = png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR;
    std::string not_followed;
    if (const Bytes codes = chunk_before_pixels(file, "cICP"); codes.size() == 4) {
        CodedMeaning meaning = meaning_of_cicp(codes.first<4>(), is_colour ? 3 : 1);
        if (meaning.encoding) return {std::move(meaning.encoding), {}};
        not_followed = std::move(meaning.remark);
    }
    png_charp name = nullptr;
    png_bytep profile = nullptr;
    png_uint_32 size = 0;
    int ignored = 0;
    bool has_profile = false;
    reader.call([&] { has_profile = png_get_iCCP(png, info, &name, &ignored, &profile, &size) != 0; });
    if (has_profile) {
        auto [encoding, remark] = meaning_of_profile({profile, size}, is_colour ? 3 : 1, name);
        return {std::move(encoding), std::move(remark)};
    }
    if (!chunk_before_pixels(file, "sRGB").empty()) return {Encoding{Curve::srgb, 1, true}, not_followed};
    const Bytes gamma = chunk_before_pixels(file, "gAMA"), chromaticities = chunk_before_pixels(file, "cHRM");
    FileFacts facts = facts_of_numbers(gamma, chromaticities, is_colour, png_get_bit_depth(png, info) == 16);
    // A gamma of 2.2 alone is that of Adobe RGB, too.
    const bool may_be_adobe =
        !facts.encoding || (chromaticities.empty() && facts.encoding->curve == Curve::srgb);
    if (exif.is_adobe_rgb && may_be_adobe) {
        ProfileMeaning meaning = adobe_rgb(is_colour ? 3 : 1);
        return {std::move(meaning.encoding), std::move(meaning.remark)};
    }
    if (facts.remark.empty()) facts.remark = std::move(not_followed);
    return facts;
}

std::string version() {
    return png_get_libpng_ver(nullptr);
}

// The first chunk follows the signature: its length, its name, then width, height, bits and colour type.
Claim claim_of(Bytes head) {
    if (head.size() < 26) throw DecodeError("truncated inside its header");
    const auto number = [&](std::size_t at) {
        return std::uint32_t(head[at]) << 24 | std::uint32_t(head[at + 1]) << 16 |
               std::uint32_t(head[at + 2]) << 8 | head[at + 3];
    };
    const std::uint32_t width = number(16), height = number(20);
    const std::uint8_t bits = head[24], colour_type = head[25];
    if (std::memcmp(head.data() + 12, "IHDR", 4) != 0 || width > 0x7fffffff || height > 0x7fffffff)
        throw DecodeError("damaged PNG, its header");
    const int colours = colour_type & (PNG_COLOR_MASK_COLOR | PNG_COLOR_MASK_PALETTE) ? 3 : 1,
              alpha = colour_type & PNG_COLOR_MASK_ALPHA ? 1 : 0;
    return {{int(width), int(height), colours + alpha}, bits == 16 ? Sample::u16 : Sample::u8};
}

// To u8 or u16; a palette becomes RGB or RGBA; turned as its EXIF says.
Image decode(Bytes file, FileFacts& facts) {
    check_chunks(file, "IEND");
    Reader reader;
    png_structp png = reader.png;
    png_infop info = reader.info;
    reader.stream.in = file;
    // Which libpng would hold, and inflate.
    constexpr png_byte texts[] = "tEXt\0zTXt\0iTXt";
    constexpr int kinds = 3;
    reader.call([&] {
        png_set_read_fn(png, &reader.stream, read);
        png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
        png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, texts, kinds);
        png_read_info(png, info);
    });
    // Checked here, because libpng allocates a row as soon as it is told how to convert it.
    const Shape claimed{int(png_get_image_width(png, info)), int(png_get_image_height(png, info)), 4};
    check_claim(claimed, claimed.pixels(), file.size(), pixels_per_byte);
    const ExifFacts exif = png_exif(file);
    facts = facts_of(reader, exif);
    int rounds = 1;  // how often the rows are read, for interlaced pictures
    reader.call([&] {
        png_set_expand(png);  // palette to RGB, fewer than 8 bits to 8, a transparent colour to alpha
        if (std::endian::native == std::endian::little) png_set_swap(png);
        rounds = png_set_interlace_handling(png);
        png_read_update_info(png, info);
    });
    const Shape shape{int(png_get_image_width(png, info)), int(png_get_image_height(png, info)),
                      png_get_channels(png, info)};
    const Sample sample = png_get_bit_depth(png, info) == 16 ? Sample::u16 : Sample::u8;
    const int orientation = exif.orientation;
    check_claim(shape, shape.samples() * size_of(sample) * (orientation == 1 ? 1 : 2), file.size(),
                pixels_per_byte);

    Image image(shape, sample);
    const ImageView view = image.view();
    reader.call([&] {
        for (int round = 0; round < rounds; ++round)
            for (int y = 0; y < shape.height; ++y) png_read_row(png, view.row<png_byte>(y), nullptr);
        png_read_end(png, nullptr);
    });
    return turned(std::move(image), orientation);
}

std::string label_of(Bytes file) {
    if (!begins(file, magic)) return {};
    check_chunks(file, "IDAT");
    Reader reader;
    png_structp png = reader.png;
    png_infop info = reader.info;
    reader.stream.in = file;
    png_textp texts = nullptr;
    int count = 0;
    reader.call([&] {
        png_set_read_fn(png, &reader.stream, read);
        png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
        png_read_info(png, info);  // the part before the pixels
        png_get_text(png, info, &texts, &count);
    });
    for (int i = 0; i < count; ++i)
        if (std::strcmp(texts[i].key, label_keyword) == 0) return texts[i].text;
    return {};
}

EncodedFile encode(ConstImageView image, const std::string& label, const std::optional<Encoding>& encoding) {
    constexpr int colour_types[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB,
                                    PNG_COLOR_TYPE_RGB_ALPHA};
    if (image.sample != Sample::u8 && image.sample != Sample::u16)
        throw std::logic_error("a PNG has 8-bit or 16-bit samples");
    Writer writer;
    png_structp png = writer.png;
    png_infop info = writer.info;
    const bool wide = image.sample == Sample::u16;
    const bool is_coded = encoding && encoding->curve == Curve::profile && encoding->profile->is_coded();
    // libpng copies the text, but its pointers are not to const.
    png_text text{};
    text.compression = PNG_ITXT_COMPRESSION_NONE;
    text.key = const_cast<char*>(label_keyword);
    text.text = const_cast<char*>(label.c_str());
    const bool done = guarded(png, [&] {
        png_set_write_fn(png, &writer.stream, write, flush);
        png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
        png_set_compression_level(png, 4);
        png_set_IHDR(png, info, png_uint_32(image.shape.width), png_uint_32(image.shape.height),
                     wide ? 16 : 8, colour_types[image.shape.channels - 1], PNG_INTERLACE_NONE,
                     PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
        // A coded one is written below, since libpng may not know its chunk.
        if (encoding && !is_coded && encoding->curve == Curve::profile)
            png_set_iCCP(png, info, "ICC profile", PNG_COMPRESSION_TYPE_BASE,
                         encoding->profile->bytes().data(), png_uint_32(encoding->profile->bytes().size()));
        else if (encoding && encoding->curve == Curve::srgb)
            png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
        else if (encoding && !is_coded)
            png_set_gAMA(png, info, encoding->curve == Curve::power ? 1 / encoding->exponent : 1);
        if (*text.text) png_set_text(png, info, &text, 1);
        png_write_info_before_PLTE(png, info);
        if (is_coded)
            png_write_chunk(png, reinterpret_cast<png_const_bytep>("cICP"), encoding->profile->bytes().data(),
                            encoding->profile->bytes().size());
        png_write_info(png, info);
        if (wide && std::endian::native == std::endian::little) png_set_swap(png);
        for (int y = 0; y < image.shape.height; ++y) png_write_row(png, image.row<png_byte>(y));
        png_write_end(png, nullptr);
    });
    if (!done) throw std::runtime_error(std::string("libpng: ") + writer.stream.message);
    return {std::move(writer.stream.out)};
}

}  // namespace

extern const Format png_format;
const Format png_format{
    .name = "PNG",
    .endings = {".png"},
    // A file that ends within them is a truncated PNG.
    .probe = [](Bytes head) { return begins(head, magic.substr(0, head.size())); },
    .claim_of = claim_of,
    .decode = decode,
    .label_of = label_of,
    .encode = encode,
    .keeps = {.picture_bits = 16, .encoding = true, .codes = true},
    .alpha = Alpha::straight,
    .library = "libpng",
    .version = version,
};

}  // namespace sweep
