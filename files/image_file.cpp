#include "files/image_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "files/colour_profile.h"
#include "files/format.h"
#include "files/input_file.h"
#include "files/pixels.h"
#include "files/standard_names.h"

namespace sweep {
namespace {

namespace fs = std::filesystem;

// What pictures of a format that has bytes, words and perhaps more mean, unless they say otherwise.
Encoding usual_encoding(Sample sample) {
    return sample == Sample::u8 ? Encoding{Curve::srgb, 1, false} : Encoding{};
}

std::string number_text(double number) {
    char text[32];
    return {text, std::to_chars(std::begin(text), std::end(text), number).ptr};
}

// Gives infinite samples a magnitude, which it returns: that of the largest half, or of the largest finite sample
// where that is more. A filter spreads these without drowning the picture, as the largest float would.
template <class T>
T replace_infinite(std::span<T> samples) {
    T magnitude = 65504;
    for (const T x : samples)
        if (std::isfinite(x)) magnitude = std::max(magnitude, std::abs(x));
    for (T& x : samples)
        if (std::isinf(x)) x = std::copysign(magnitude, x);
    return magnitude;
}

// The number for samples that there are not, which only few digits may name: what is the largest float to these is
// every float that large.
template <class T>
class NoData {
  public:
    explicit NoData(const std::optional<double>& number) : is_there_(number.has_value()) {
        if (!number) return;
        number_ = nearest_number<T>(*number);
        if constexpr (std::is_floating_point_v<T>) {
            constexpr double of_five_digits = 1 - 1e-5;
            const double large = double(std::numeric_limits<T>::max()) * of_five_digits;
            if (std::isfinite(*number) && std::abs(*number) >= large)
                large_ = T(*number < 0 ? -large : large);
        }
    }
    bool is(T x) const {
        if (!is_there_) return false;
        if constexpr (std::is_floating_point_v<T>)
            if (large_ != 0 && std::isfinite(x) && (large_ < 0 ? x <= large_ : x >= large_)) return true;
        return x == number_;
    }

  private:
    bool is_there_;
    T number_{};
    T large_{};  // 0: it is smaller
};

// Notes the samples for which the file has no number, and replaces them by 0, and infinite ones by a finite number:
// those are too bright for the file, and 0 would make them black.
template <class T>
void find_missing(FileImage& read, const FileFacts& facts) {
    const std::size_t count = read.image.shape().samples();
    T* x = read.image.data<T>();
    std::size_t nan = 0, named = 0, masked = 0, infinite = 0;
    const NoData<T> no_data(facts.no_data);
    if (std::is_integral_v<T> && !facts.no_data && read.missing.empty()) return;
    const std::uint8_t* const mask = read.has_mask ? read.missing.data<std::uint8_t>() : nullptr;
    const auto missing = [&](std::size_t i) {
        if (read.missing.empty()) {
            read.missing = Image(read.image.shape(), Sample::u8);
            std::fill_n(read.missing.data<std::uint8_t>(), count, std::uint8_t(0));
        }
        read.missing.data<std::uint8_t>()[i] = 1;
        x[i] = 0;
    };
    // Alpha is a number of its own, and missing where all colours of its pixel are.
    const std::size_t channels = read.alpha != Alpha::none ? std::size_t(read.image.shape().channels) : 0;
    const auto lacks_colours = [&](std::size_t alpha) {
        if (read.missing.empty()) return false;
        const std::uint8_t* const end = read.missing.data<std::uint8_t>() + alpha;
        return std::find(end - (channels - 1), end, 0) == end;
    };
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_alpha = channels > 0 && i % channels == channels - 1;
        if (mask && mask[i]) {
            ++masked;
            missing(i);
        } else if (is_alpha ? facts.no_data && lacks_colours(i) : no_data.is(x[i])) {
            ++named;
            missing(i);
        } else if constexpr (std::is_floating_point_v<T>) {
            infinite += std::isinf(x[i]);
            if (!std::isnan(x[i])) continue;
            ++nan;
            missing(i);
        }
    }
    for (const auto& [number, name] : {std::pair{nan, " NaN"}, {named, " no-data"}, {masked, " masked"}})
        if (number > 0)
            read.missing_note += (read.missing_note.empty() ? "" : " and ") + std::to_string(number) + name;
    if (!read.missing_note.empty()) read.missing_note += " samples";
    if constexpr (std::is_floating_point_v<T>) {
        if (infinite == 0) return;
        read.infinite = double(replace_infinite(std::span(x, count)));
        read.note += (read.note.empty() ? "" : "; ") + std::to_string(infinite) +
                     " infinite samples became " + number_text(read.infinite) + ", with their sign";
    }
}

void find_missing(FileImage& read, const FileFacts& facts) {
    switch (read.image.sample()) {
        case Sample::u8:
            return find_missing<std::uint8_t>(read, facts);
        case Sample::u16:
            return find_missing<std::uint16_t>(read, facts);
        case Sample::u32:
            return find_missing<std::uint32_t>(read, facts);
        case Sample::f64:
            return find_missing<double>(read, facts);
        default:
            return find_missing<float>(read, facts);
    }
}

}  // namespace

std::string extension_of(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    return extension;
}

const Format& format_of(Bytes head, const std::string& extension) {
    const Format* const named = format_with(extension);
    if (named && named->ending_decides) return *named;
    for (const Format* format : formats())
        if (format->probe && format->probe(head)) return *format;
    if (named && !named->probe) return *named;
    throw DecodeError("its first bytes are not those of a picture that sweep reads");
}

FileImage picture_of(Image image, FileFacts&& facts, const Format& format) {
    FileImage read{.image = std::move(image)};
    read.encoding = facts.encoding.value_or(usual_encoding(read.image.sample()));
    read.pages = facts.pages;
    read.depth = std::move(facts.depth);
    read.is_distance = facts.is_distance;
    read.to_srgb = facts.to_srgb;
    read.kept = std::move(facts.kept);
    if (read.image.shape().channels % 2 == 0) read.alpha = facts.alpha.value_or(format.alpha);
    read.note = std::move(facts.remark);
    read.no_data = facts.no_data;
    read.missing = std::move(facts.missing);
    read.has_mask = !read.missing.empty();
    read.bits = facts.bits;
    read.bands = std::move(facts.bands);
    read.smaller = facts.smaller;
    find_missing(read, facts);
    return read;
}

namespace {

// Nothing where more bytes are needed, or where the decoder can say better what is wrong.
std::optional<Claim> claim_of(const Format& format, Bytes bytes) {
    try {
        return format.claim_of(bytes);
    } catch (const DecodeError&) {
        return std::nullopt;
    }
}

// The room for text and profiles beside the samples of a file.
constexpr std::uint64_t most_beside_samples = std::uint64_t(64) << 20;

// Decodes a format that is read from the beginning of its file.
Image decode_beginning(const Format& format, InputFile& file, const ClaimCheck& check, FileFacts& facts) {
    std::optional<Claim> claim = claim_of(format, file.head());
    if (!claim) {
        // In a JPEG thumbnails and profiles may come first.
        const Bytes begin = file.first(most_beside_samples);
        claim = claim_of(format, begin);
        if (!claim) return format.decode(begin, facts);  // which throws, and says what is wrong
    }
    check(*claim);
    // No format takes twice the bytes of the samples.
    const std::uint64_t most =
        most_beside_samples + 2 * std::uint64_t(claim->shape.samples()) * size_of(claim->sample);
    return format.decode(file.first(claim->needs_whole_file ? file.size() : most), facts);
}

Image decode_any(const Format& format, InputFile& file, int page, const PictureChoice& choice,
                 const ClaimCheck& check, FileFacts& facts) {
    if (format.decode_choice) return format.decode_choice(file.reader(), choice, check, facts);
    if (!choice.empty())
        throw DecodeError("it has no parts, layers or channels: leave --part, --layer and --channel out");
    return format.decode_parts ? format.decode_parts(file.reader(), page, check, facts)
                               : decode_beginning(format, file, check, facts);
}

FileImage decode(InputFile& file, const std::string& extension, const Acceptance& accept, int page,
                 const PictureChoice& choice) {
    const Format& format = format_of(file.head(), extension);
    if (!format.is_read()) throw DecodeError(std::string(format.why_not));
    if (page > 1 && !format.has_pages)
        throw DecodeError("it has 1 page, and no page " + std::to_string(page));
    const auto check = [&](const Claim& claim) {
        if (accept) accept(claim.shape, claim.sample);
    };
    FileFacts facts;
    Image image = decode_any(format, file, page, choice, check, facts);
    return picture_of(std::move(image), std::move(facts), format);
}

}  // namespace

FileImage read_image(const fs::path& path, const Acceptance& accept, int page, const PictureChoice& choice) {
    require_readable(path);
    try {
        InputFile file(path);
        FileImage read = decode(file, extension_of(path), accept, page, choice);
        const auto named = [&](const std::string& text) {
            return text.empty() ? text : printable("'" + path.string() + "': " + text);
        };
        const std::string zeros = read.missing_note.empty() ? "" : read.missing_note + " became 0";
        read.note_of_zeros = named(zeros + (zeros.empty() || read.note.empty() ? "" : "; ") + read.note);
        read.note = named(read.note);
        return read;
    } catch (const DecodeError& error) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': " + error.what());
    } catch (const std::bad_alloc&) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': out of memory");
    }
}

void widen_to_words(FileImage& file) {
    if (file.bits == 0) return;
    widen_to_words(file.image, file.bits);
    file.no_data.reset();
}

void convert_to_srgb(FileImage& file) {
    const auto matrix = std::exchange(file.to_srgb, std::nullopt);
    const Shape shape = file.image.shape();
    if (!matrix || shape.channels < 3 || file.image.sample() != Sample::f32) return;
    const auto step = std::size_t(shape.channels);
    constexpr double most = std::numeric_limits<float>::max();
    float* at = file.image.data<float>();
    std::uint8_t* missing = file.missing.empty() ? nullptr : file.missing.data<std::uint8_t>();
    for (std::size_t i = 0; i < shape.pixels(); ++i, at += step) {
        Vec<double, 3> light{};
        add_product(*matrix, Vec<double, 3>{{at[0], at[1], at[2]}}, light);
        const bool has_hole = missing && (missing[0] || missing[1] || missing[2]);
        for (int c = 0; c < 3; ++c) at[c] = has_hole ? 0.0f : float(std::clamp(light[c], -most, most));
        if (missing) {
            if (has_hole) std::fill_n(missing, 3, std::uint8_t(1));
            missing += step;
        }
    }
}

std::vector<ImageLibrary> image_libraries() {
    std::vector<ImageLibrary> libraries;
    for (const Format* format : formats()) {
        if (format->library.empty()) continue;
        const auto same = std::find_if(libraries.begin(), libraries.end(), [&](const ImageLibrary& known) {
            return known.name == format->library;
        });
        if (same == libraries.end())
            libraries.push_back({std::string(format->name), std::string(format->library), format->version()});
        else
            same->formats += " " + std::string(format->name);
    }
    libraries.push_back({"colour profiles", "Little CMS", lcms_version()});
    return libraries;
}

Image load_image(const fs::path& path, std::string* note) {
    FileImage read = read_image(path);
    if (note) *note = std::move(read.note_of_zeros);
    return std::move(read.image);
}

void require_readable(const fs::path& path) {
    if (is_standard_input(path)) return;  // its first bytes tell what it is
    auto refuse = [&](const std::string& why) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': " + why);
    };
    const std::string extension = extension_of(path);
    const Format* const format = format_with(extension);
    if (format && !format->why_not.empty()) refuse(std::string(format->why_not));
    if (!format) {
        std::string list;
        for (const Format* known : formats())
            for (const std::string_view ending : known->endings)
                if (known->is_read() && !ending.empty()) list += " " + std::string(ending);
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

const Format& output_format(const fs::path& path) {
    const std::string extension = extension_of(path);
    const Format* const format = format_with(extension);
    const bool is_written = format && format->encode;
    if (is_written && format->why_not.empty()) return *format;
    std::string why;
    if (is_written) {
        why = format->why_not;
    } else {
        why = (extension.empty() ? "its name has no extension" : "unknown extension '" + extension + "'") +
              ": use one of";
        for (const Format* known : formats())
            if (known->encode) why += " " + std::string(known->endings.front());
    }
    throw Error(ExitCode::unwritable_output, "cannot write '" + path.string() + "': " + why);
}

std::string label_of(const fs::path& path) {
    require_readable(path);
    const Format* const format = format_with(extension_of(path));
    if (!format || !format->label_of) return {};
    try {
        InputFile file(path);
        try {
            return format->label_of(file.head());  // which mostly has it
        } catch (const DecodeError&) {
            if (file.is_whole()) throw;
        }
        return format->label_of(file.first(most_beside_samples));
    } catch (const DecodeError& error) {
        throw Error(ExitCode::unreadable_input, "cannot read '" + path.string() + "': " + error.what());
    }
}

void save_image(const fs::path& path, ConstImageView image, const std::string& label,
                const std::optional<Encoding>& encoding, const KeptFacts* kept, const Finish& finish) {
    const Format& format = output_format(path);
    require_writable(path);
    try {
        EncodedFile file = kept && format.encode_kept ? format.encode_kept(image, *kept)
                                                      : format.encode(image, label, encoding);
        if (finish) finish(file.made);
        write_file(path, {file.made, file.rest});
    } catch (const std::logic_error&) {
        throw;
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) {
        throw Error(ExitCode::unwritable_output, "cannot write '" + path.string() + "': " + error.what());
    }
}

}  // namespace sweep
