#include "files/image_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "files/codecs.h"
#include "files/input_file.h"

namespace sweep {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

constexpr std::array readable{".png", ".jpg", ".jpeg", ".tif", ".tiff", ".exr", ".hdr", ".pfm",
                              ".bmp", ".tga", ".psd",  ".gif", ".pgm",  ".ppm", ".pnm", ".npy"};

// Why a format is not read or written, by the name of the file; empty: it is.
std::string reason_against(const std::string& extension) {
    if ((extension == ".tif" || extension == ".tiff") && tiff_version().empty())
        return "this build has no libtiff, and so no TIFF";
    if (extension == ".exr" && exr_version().empty()) return "this build has no OpenEXR, and so no EXR";
    if (extension == ".pic") return "PIC is not read, since no decoder of it is safe: convert it to .png";
    return {};
}

std::string extension_of(const fs::path& path) {
    std::string extension = path.extension().string();
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return extension;
}

enum class Format { npy, png, pnm, pfm, jpeg, hdr, stb, tiff, exr };

constexpr std::string_view png_magic = "\x89PNG\r\n\x1a\n";

Format format_of(Bytes head, const std::string& extension) {
    if (extension == ".npy" || begins(head, "\x93NUMPY")) return Format::npy;
    if (begins(head, png_magic)) return Format::png;
    if (begins(head, "P5") || begins(head, "P6")) return Format::pnm;
    if (begins(head, "PF") || begins(head, "Pf")) return Format::pfm;
    if (begins(head, "\x76\x2f\x31\x01")) return Format::exr;
    if (begins(head, "#?RADIANCE") || begins(head, "#?RGBE")) return Format::hdr;
    if (begins(head, "\xff\xd8")) return Format::jpeg;
    for (const std::string_view magic : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv})
        if (begins(head, magic)) return Format::tiff;
    if (begins(head, "GIF8") || begins(head, "BM") || begins(head, "8BPS")) return Format::stb;
    if (begins(head, "\x53\x80\xf6\x34")) throw DecodeError(reason_against(".pic"));
    if (extension == ".tga") return Format::stb;  // TGA has no magic number
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (png_magic.starts_with(text.substr(0, png_magic.size()))) throw ends_early(head);
    if (begins(head, "P2") || begins(head, "P3"))
        throw DecodeError(
            "it is a PGM or PPM written as text: convert it to a binary one (P5, P6) or a .png");
    throw DecodeError("its first bytes are not those of a picture that sweep reads");
}

// The claim of a file; nothing where more bytes are needed, or where the decoder can say better what is
// wrong.
std::optional<Claim> claim_of(Format format, Bytes bytes) {
    try {
        switch (format) {
            case Format::png:
                return claim_of_png(bytes);
            case Format::pnm:
                return claim_of_pnm(bytes);
            case Format::jpeg:
                return claim_of_jpeg(bytes);
            case Format::hdr:
                return claim_with_stb(bytes, true);
            case Format::stb:
                return claim_with_stb(bytes, false);
            case Format::pfm:
                return claim_of_pfm(bytes);
            case Format::npy:
            case Format::tiff:
            case Format::exr:
                break;
        }
    } catch (const DecodeError&) {
    }
    return std::nullopt;
}

const Encoding srgb{Curve::srgb, 1, false};

// What pictures of a format that has bytes, words and perhaps more mean, unless they say otherwise.
Encoding usual_encoding(Sample sample) {
    return sample == Sample::u8 ? srgb : Encoding{};
}

FileImage with_facts(Image image, FileFacts facts) {
    const Encoding encoding = facts.encoding.value_or(usual_encoding(image.sample()));
    return {std::move(image), encoding, facts.pages, std::move(facts.depth), std::move(facts.remark)};
}

FileImage with_jpeg(Bytes file) {
    FileFacts facts;
    Image image = decode_jpeg(file, &facts);
    return with_facts(std::move(image), std::move(facts));
}

FileImage decode(Format format, Bytes file) {
    const Encoding light{Curve::light, 1, false};
    FileFacts facts;
    switch (format) {
        case Format::png: {
            Image image = decode_png(file, &facts);
            return with_facts(std::move(image), std::move(facts));
        }
        case Format::pnm:
            return with_facts(decode_pnm(file), {});
        case Format::jpeg:
            return with_jpeg(file);
        case Format::pfm:
            return {.image = decode_pfm(file), .encoding = light};
        case Format::hdr:
            return {.image = decode_with_stb(file, true), .encoding = light};
        case Format::stb:
            return {.image = decode_with_stb(file, false), .encoding = srgb};
        case Format::npy:
        case Format::tiff:
        case Format::exr:
            break;
    }
    return {.image = decode_npy(file)};
}

// The room for text and profiles beside the samples of a file.
constexpr std::uint64_t most_beside_samples = std::uint64_t(64) << 20;

// The bytes that belong to a picture: no format takes twice the bytes of the samples. A PSD is read whole,
// because its layers come before the picture that they make.
std::uint64_t most_bytes(const Claim& claim, const InputFile& file) {
    if (begins(file.head(), "8BPS")) return file.size();
    return most_beside_samples + 2 * std::uint64_t(claim.shape.samples()) * size_of(claim.sample);
}

FileImage decode(InputFile& file, const std::string& extension, const Acceptance& accept, int page) {
    const Format format = format_of(file.head(), extension);
    FileFacts facts;
    const auto check = [&](const Claim& claim) {
        if (accept) accept(claim.shape, claim.sample);
    };
    if (format == Format::tiff) {
        Image image = decode_tiff(file.reader(), page, check, &facts);
        return with_facts(std::move(image), std::move(facts));
    }
    if (page > 1) throw DecodeError("it has 1 page, and no page " + std::to_string(page));
    if (format == Format::exr) {
        Image image = decode_exr(file.reader(), check, &facts);
        return with_facts(std::move(image), std::move(facts));
    }
    if (format == Format::npy) {
        const NpyHeader header = read_npy_header(file.head(), file.size());
        if (accept) accept(header.claim.shape, header.claim.sample);
        file.go_to(header.start);
        return {.image =
                    read_npy_samples(header, [&](void* to, std::size_t count) { file.next(to, count); })};
    }
    std::optional<Claim> claim = claim_of(format, file.head());
    if (!claim) {
        // In a JPEG thumbnails and profiles may come first.
        const Bytes begin = file.first(most_beside_samples);
        claim = claim_of(format, begin);
        if (!claim) return decode(format, begin);  // which throws, and says what is wrong
    }
    if (accept) accept(claim->shape, claim->sample);
    return decode(format, file.first(most_bytes(*claim, file)));
}

// Replaces samples that are not finite by 0; returns how many, in words, or nothing.
template <class T>
std::string replace_not_finite(Image& image) {
    std::size_t nan = 0, infinite = 0;
    T* x = image.data<T>();
    for (std::size_t i = 0; i < image.shape().samples(); ++i)
        if (!std::isfinite(x[i])) {
            ++(std::isnan(x[i]) ? nan : infinite);
            x[i] = 0;
        }
    if (nan + infinite == 0) return {};
    return std::to_string(nan) + " NaN and " + std::to_string(infinite) + " infinite samples became 0";
}

}  // namespace

FileReader reader_of(Bytes file) {
    return {file.size(), [file](std::uint64_t at, void* to, std::size_t count) {
                if (at > file.size() || count > file.size() - at) return false;
                if (count > 0) std::memcpy(to, file.data() + at, count);
                return true;
            }};
}

bool begins(Bytes file, std::string_view magic) {
    return std::string_view(reinterpret_cast<const char*>(file.data()), file.size()).starts_with(magic);
}

void check_claim(const Shape& shape, std::uint64_t bytes, std::uint64_t file_size,
                 std::uint64_t pixels_per_byte) {
    const std::string size = std::to_string(shape.width) + " x " + std::to_string(shape.height);
    if (shape.width < 1 || shape.height < 1) throw DecodeError("it is empty: its width or height is 0");
    if (std::uint64_t(shape.width) * std::uint64_t(shape.channels) > INT_MAX)
        throw DecodeError("it claims to be " + size + ", which is too wide: a row may have " +
                          std::to_string(INT_MAX) + " samples");
    if (shape.pixels() / pixels_per_byte > file_size)
        throw DecodeError("it claims to be " + size + ", but is only " + std::to_string(file_size) +
                          " bytes long: truncated or lying");
    if (const std::uint64_t there = available_memory(); bytes > there)
        throw DecodeError("a picture of " + size + " needs " + memory_text(bytes) + " of memory, " +
                          memory_text(there) + " are available");
}

FileImage read_image(const fs::path& path, const Acceptance& accept, int page) {
    require_readable(path);
    try {
        InputFile file(path);
        FileImage read = decode(file, extension_of(path), accept, page);
        std::string replaced;
        if (read.image.sample() == Sample::f32) replaced = replace_not_finite<float>(read.image);
        if (read.image.sample() == Sample::f64) replaced = replace_not_finite<double>(read.image);
        if (!replaced.empty()) read.note = replaced;
        if (!read.note.empty()) read.note = printable("'" + path.string() + "': " + read.note);
        return read;
    } catch (const DecodeError& error) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': " + error.what());
    } catch (const std::bad_alloc&) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': out of memory");
    }
}

std::vector<ImageLibrary> image_libraries() {
    return {{"PNG", "libpng", png_version()},
            {"JPEG", "libjpeg", jpeg_version()},
            {"TIFF", "libtiff", tiff_version()},
            {"EXR", "OpenEXR", exr_version()},
            {"colour profiles", "Little CMS", lcms_version()},
            {"BMP TGA PSD GIF HDR", "stb_image", "compiled in"}};
}

Image load_image(const fs::path& path, std::string* note) {
    FileImage read = read_image(path);
    if (note) *note = std::move(read.note);
    return std::move(read.image);
}

void require_readable(const fs::path& path) {
    auto refuse = [&](const std::string& why) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': " + why);
    };
    const std::string extension = extension_of(path);
    if (const std::string reason = reason_against(extension); !reason.empty()) refuse(reason);
    if (std::find(readable.begin(), readable.end(), extension) == readable.end()) {
        std::string list;
        for (const char* name : readable) list += std::string(" ") + name;
        refuse((extension.empty() ? "its name has no extension" : "unknown extension '" + extension + "'") +
               ": use one of" + list);
    }
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) refuse("there is no such file");
    if (!fs::exists(status)) refuse(error.message());
    if (fs::is_directory(status)) refuse("it is a folder");
    if (!fs::is_regular_file(status)) refuse("it is not a regular file");
}

bool is_readable(const std::filesystem::path& path) {
    try {
        require_readable(path);
        return true;
    } catch (const Error&) {
        return false;
    }
}

OutputFormat output_format(const fs::path& path) {
    const auto refuse = [&](const std::string& why) {
        throw Error(ExitCode::unwritable_output, "cannot write '" + path.string() + "': " + why);
    };
    const std::string extension = extension_of(path);
    if (extension != ".pic")
        if (const std::string reason = reason_against(extension); !reason.empty()) refuse(reason);
    if (extension == ".png") return OutputFormat::png;
    if (extension == ".jpg" || extension == ".jpeg") return OutputFormat::jpeg;
    if (extension == ".tif" || extension == ".tiff") return OutputFormat::tiff;
    if (extension == ".exr") return OutputFormat::exr;
    if (extension == ".pfm") return OutputFormat::pfm;
    if (extension == ".hdr") return OutputFormat::hdr;
    if (extension == ".npy") return OutputFormat::npy;
    refuse((extension.empty() ? "its name has no extension" : "unknown extension '" + extension + "'") +
           ": use one of .png .jpg .tif .exr .hdr .pfm .npy");
    return OutputFormat::npy;
}

std::string label_of(const fs::path& path) {
    require_readable(path);
    if (extension_of(path) != ".png") return {};
    try {
        InputFile file(path);
        try {
            return png_label(file.head());  // which mostly has it
        } catch (const DecodeError&) {
            if (file.is_whole()) throw;
        }
        return png_label(file.first(most_beside_samples));
    } catch (const DecodeError& error) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': " + error.what());
    }
}

void save_image(const fs::path& path, ConstImageView image, const std::string& label,
                const std::optional<Encoding>& encoding) {
    const OutputFormat format = output_format(path);
    require_writable(path);
    try {
        switch (format) {
            case OutputFormat::png:
                return write_file(path, {encode_png(image, label, encoding)});
            case OutputFormat::jpeg:
                return write_file(path, {encode_jpeg(image, encoding)});
            case OutputFormat::tiff:
                return write_file(path, {encode_tiff(image, encoding)});
            case OutputFormat::exr:
                return write_file(path, {encode_exr(image)});
            case OutputFormat::pfm:
                return write_file(path, {encode_pfm(image)});
            case OutputFormat::hdr:
                return write_file(path, {encode_hdr(image)});
            case OutputFormat::npy:
                break;
        }
        const std::string header = npy_header(image.shape, image.sample);
        const std::size_t row =
            image.shape.samples() / std::size_t(image.shape.height) * size_of(image.sample);
        if (image.stride == std::ptrdiff_t(row))
            return write_file(path,
                              {bytes_of(header), {image.row<std::uint8_t>(0), row * image.shape.height}});
        std::vector<std::uint8_t> packed;
        for (int y = 0; y < image.shape.height; ++y)
            packed.insert(packed.end(), image.row<std::uint8_t>(y), image.row<std::uint8_t>(y) + row);
        write_file(path, {bytes_of(header), packed});
    } catch (const std::logic_error&) {
        throw;
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(ExitCode::unwritable_output, "cannot write '" + path.string() + "': " + error.what());
    }
}

}  // namespace sweep
