// JPEG, both ways, through libjpeg-turbo.
//
// libjpeg reports errors by a function that must not return. This one leaves by longjmp, which must not jump
// over a destructor: the functions that call libjpeg (`guarded`) hold nothing that has one. Where data are
// damaged or end early, libjpeg warns and fills the rest of the picture with grey; here that is an error.
#include <algorithm>
#include <csetjmp>
#include <cstdio>  // before jpeglib.h, which needs its FILE
#include <cstdlib>
#include <memory>

#include <jerror.h>
#include <jpeglib.h>

#include "files/colour_profile.h"
#include "files/format.h"
#include "files/jpeg/header.h"

namespace sweep {
namespace {

// A progressive JPEG needs at least one bit for each block of 8 x 8.
constexpr std::uint64_t pixels_per_byte = 1024;
// Each scan of a progressive JPEG goes over the whole picture, so that a few bytes a scan could keep a reader
// busy for hours. Encoders write about ten.
constexpr int most_scans = 500;

struct Errors {
    jpeg_error_mgr manager;  // must be first: libjpeg knows only this member
    std::jmp_buf target;
    bool truncated = false;
    char message[JMSG_LENGTH_MAX] = "";
};

[[noreturn]] void on_error(j_common_ptr info) {
    auto* errors = reinterpret_cast<Errors*>(info->err);
    info->err->format_message(info, errors->message);
    std::longjmp(errors->target, 1);
}

void on_message(j_common_ptr info, int level) {
    if (level >= 0) return;  // a trace, no warning
    switch (info->err->msg_code) {
        case JWRN_ADOBE_XFORM:
        case JWRN_BOGUS_PROGRESSION:
        case JWRN_EXTRANEOUS_DATA:
        case JWRN_JFIF_MAJOR:
            return;  // no pixel is lost
        default:
            on_error(info);
    }
}

jpeg_error_mgr* start(Errors& errors) {
    jpeg_std_error(&errors.manager);
    errors.manager.error_exit = on_error;
    errors.manager.emit_message = on_message;
    return &errors.manager;
}

// Calls f, which may call libjpeg and must hold nothing with a destructor. Returns false when libjpeg gave
// up.
template <class F>
bool guarded(Errors& errors, F f) {
    if (setjmp(errors.target)) return false;
    f();
    return true;
}

void begin_source(j_decompress_ptr) {}

boolean end_of_file(j_decompress_ptr info) {
    reinterpret_cast<Errors*>(info->err)->truncated = true;
    ERREXIT(info, JERR_INPUT_EOF);
    return FALSE;
}

void skip(j_decompress_ptr info, long count) {
    if (count <= 0) return;
    if (std::size_t(count) > info->src->bytes_in_buffer) end_of_file(info);
    info->src->next_input_byte += count;
    info->src->bytes_in_buffer -= std::size_t(count);
}

void end_source(j_decompress_ptr) {}

void check_scans(j_common_ptr info) {
    if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > most_scans)
        ERREXIT(info, JERR_BAD_PROGRESSION);
}

struct Reader {
    explicit Reader(Bytes bytes) : file(bytes) {
        info.err = start(errors);
        call([&] { jpeg_create_decompress(&info); });
        source.next_input_byte = file.data();
        source.bytes_in_buffer = file.size();
        source.init_source = begin_source;
        source.fill_input_buffer = end_of_file;
        source.skip_input_data = skip;
        source.resync_to_restart = jpeg_resync_to_restart;
        source.term_source = end_source;
        info.src = &source;
        progress.progress_monitor = check_scans;
        info.progress = &progress;
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { jpeg_destroy_decompress(&info); }

    template <class F>
    void call(F f) {
        if (guarded(errors, f)) return;
        throw errors.truncated ? ends_early(file.size())
                               : DecodeError(std::string("damaged JPEG, ") + errors.message);
    }

    const Bytes file;
    Errors errors;
    jpeg_source_mgr source{};
    jpeg_progress_mgr progress{};
    jpeg_decompress_struct info{};
};

// Reads the part before the pixels.
Claim read_header(Reader& reader) {
    auto& info = reader.info;
    reader.call([&] { jpeg_read_header(&info, TRUE); });
    switch (info.jpeg_color_space) {
        case JCS_GRAYSCALE:
            info.out_color_space = JCS_GRAYSCALE;
            break;
        case JCS_RGB:
        case JCS_YCbCr:
            info.out_color_space = JCS_RGB;
            break;
        case JCS_CMYK:
        case JCS_YCCK:
            info.out_color_space = JCS_CMYK;
            break;
        default:
            throw DecodeError("a JPEG of " + std::to_string(info.num_components) +
                              " components, and sweep reads 1, 3 and 4");
    }
    const int channels = info.out_color_space == JCS_GRAYSCALE ? 1 : 3;
    return {{int(info.image_width), int(info.image_height), channels}, Sample::u8};
}

// What the file says of its colours, in its profile or else in EXIF. Returns the profile by which ink becomes sRGB;
// null: there is none.
std::unique_ptr<const InkProfile> follow_colours(const JpegHeader& header, const ExifFacts& exif, bool is_ink,
                                                 bool is_inverted, int channels, FileFacts& facts) {
    const Bytes profile = header.profile;
    if (header.has_bad_profile) {
        facts.remark = "its colour profile is damaged: taken as sRGB";
    } else if (is_ink && is_ink_profile(profile)) {
        auto [ink, remark] = meaning_of_ink(profile, is_inverted);
        facts.encoding = Encoding{Curve::srgb, 1, ink != nullptr};
        facts.remark = std::move(remark);
        return std::move(ink);
    } else if (!profile.empty() || exif.is_adobe_rgb) {
        auto [encoding, remark] =
            profile.empty() ? adobe_rgb(channels) : meaning_of_profile(profile, channels);
        facts.encoding = std::move(encoding);
        facts.remark = std::move(remark);
    }
    return nullptr;
}

// From ink, of which 0 is none, to light. Adobe's programs write ink inverted, and leave a marker that says
// so.
void to_rgb(const std::uint8_t* cmyk, bool is_inverted, int width, std::uint8_t* rgb) {
    auto light = [&](std::uint8_t ink) { return is_inverted ? ink : 255 - ink; };
    for (int x = 0; x < width; ++x)
        for (int c = 0; c < 3; ++c)
            rgb[3 * x + c] = std::uint8_t((light(cmyk[4 * x + c]) * light(cmyk[4 * x + 3]) + 127) / 255);
}

struct Writer {
    Writer() {
        info.err = start(errors);
        call([&] { jpeg_create_compress(&info); });
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() {
        jpeg_destroy_compress(&info);
        std::free(out);
    }

    template <class F>
    void call(F f) {
        if (!guarded(errors, f))
            throw std::runtime_error(std::string("libjpeg cannot write it: ") + errors.message);
    }

    Errors errors;
    jpeg_compress_struct info{};
    unsigned char* out = nullptr;
    unsigned long size = 0;
};

std::string version() {
#ifdef LIBJPEG_TURBO_VERSION
#define SWEEP_TEXT_OF(x) #x
#define SWEEP_TEXT(x) SWEEP_TEXT_OF(x)
    return "turbo " SWEEP_TEXT(LIBJPEG_TURBO_VERSION);
#else
    return std::to_string(JPEG_LIB_VERSION);
#endif
}

Claim claim_of(Bytes head) {
    Reader reader(head);
    return read_header(reader);
}

// To u8, grey or RGB (from CMYK too); turned as its EXIF says.
Image decode(Bytes file, FileFacts& facts) {
    Reader reader(file);
    const Claim claim = read_header(reader);
    // libjpeg's coefficients, 2 bytes of up to 4 components, the picture, and the picture turned.
    check_claim(claim.shape, claim.shape.pixels() * 16, file.size(), pixels_per_byte);
    auto& info = reader.info;
    const bool is_ink = info.out_color_space == JCS_CMYK, is_inverted = info.saw_Adobe_marker;
    const JpegHeader header = jpeg_header_of(file);
    const ExifFacts exif = exif_facts(header.exif);
    const auto ink_profile = follow_colours(header, exif, is_ink, is_inverted, claim.shape.channels, facts);
    if (const std::string left_out = left_out_of(header); !left_out.empty())
        facts.remark += (facts.remark.empty() ? "" : "; ") + left_out;
    Image image(claim.shape, Sample::u8);
    std::vector<std::uint8_t> ink(is_ink ? 4 * std::size_t(claim.shape.width) : 0);
    const ImageView view = image.view();
    reader.call([&] {
        jpeg_start_decompress(&info);
        while (info.output_scanline < info.output_height) {
            std::uint8_t* const to = view.row<std::uint8_t>(int(info.output_scanline));
            JSAMPROW row = is_ink ? ink.data() : to;
            jpeg_read_scanlines(&info, &row, 1);
            if (ink_profile)
                ink_profile->to_srgb(ink.data(), to, view.shape.width);
            else if (is_ink)
                to_rgb(ink.data(), is_inverted, view.shape.width, to);
        }
        jpeg_finish_decompress(&info);
    });
    return turned(std::move(image), exif.orientation);
}

// `coarseness` of colours: 1 is as sharp as light, 2 half as sharp.
std::vector<std::uint8_t> bytes_of_jpeg(ConstImageView image, int quality, int coarseness,
                                        const std::vector<std::uint8_t>* profile) {
    if (image.sample != Sample::u8) throw std::logic_error("a JPEG has 8-bit samples");
    const int width = image.shape.width, height = image.shape.height, channels = image.shape.channels;
    if (width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION)
        throw std::runtime_error("a JPEG is at most " + std::to_string(JPEG_MAX_DIMENSION) +
                                 " pixels wide and high: write .png");
    const int colours = channels < 3 ? 1 : 3;
    std::vector<std::uint8_t> without_alpha(std::size_t(width) * std::size_t(colours));
    Writer writer;
    auto& info = writer.info;
    writer.call([&] {
        jpeg_mem_dest(&info, &writer.out, &writer.size);
        info.image_width = JDIMENSION(width);
        info.image_height = JDIMENSION(height);
        info.input_components = colours;
        info.in_color_space = colours == 1 ? JCS_GRAYSCALE : JCS_RGB;
        jpeg_set_defaults(&info);
        jpeg_set_quality(&info, quality, TRUE);
        info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = colours == 1 ? 1 : coarseness;
        jpeg_start_compress(&info, TRUE);
        if (profile) jpeg_write_icc_profile(&info, profile->data(), unsigned(profile->size()));
        for (int y = 0; y < height; ++y) {
            const auto* from = image.row<std::uint8_t>(y);
            for (int x = 0; x < width; ++x)
                for (int c = 0; c < colours; ++c)
                    without_alpha[std::size_t(x * colours + c)] = from[x * channels + c];
            JSAMPROW row = without_alpha.data();
            jpeg_write_scanlines(&info, &row, 1);
        }
        jpeg_finish_compress(&info);
    });
    return {writer.out, writer.out + writer.size};
}

// A profile is stated, and no other encoding. Colours are as sharp as light.
EncodedFile encode(ConstImageView image, const std::string&, const std::optional<Encoding>& encoding) {
    constexpr int quality = 95;
    return {bytes_of_jpeg(image, quality, 1,
                          encoding && encoding->profile ? &encoding->profile->bytes() : nullptr)};
}

}  // namespace

std::vector<std::uint8_t> small_jpeg(ConstImageView image, int quality) {
    return bytes_of_jpeg(image, quality, 2, nullptr);
}

extern const Format jpeg_format;
const Format jpeg_format{
    .name = "JPEG",
    .endings = {".jpg", ".jpeg"},
    .probe = [](Bytes head) { return begins(head, "\xff\xd8"); },
    .claim_of = claim_of,
    .decode = decode,
    .encode = encode,
    .keeps = {.picture_bits = 8, .alpha = false},
    .library = "libjpeg",
    .version = version,
};

}  // namespace sweep
