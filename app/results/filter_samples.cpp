#include "app/results/filter_samples.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "core/base/memory.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

// What a format makes of samples.
struct Holds {
    bool alpha = true;
    bool numbers = false;  // floats as they are; otherwise integers of [0, 1]
    double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};

Holds what_holds(OutputFormat format, Sample file_sample, FilterKind kind, bool is_narrow) {
    constexpr double largest_float = std::numeric_limits<float>::max();
    const bool is_picture =
        (file_sample == Sample::u8 || file_sample == Sample::u16) && kind != FilterKind::sat;
    switch (format) {
        case OutputFormat::npy:
            return {true, true};
        case OutputFormat::exr:
            return {true, true, -largest_float, largest_float};
        case OutputFormat::pfm:
            return {false, true, -largest_float, largest_float};
        case OutputFormat::hdr:
            return {false, true, -0.5 / 65535, largest_hdr};
        case OutputFormat::tiff:
            if (!is_picture) return {true, true};
            break;
        case OutputFormat::png:
        case OutputFormat::jpeg:
            break;
    }
    const double rounding = 0.5 / (is_narrow ? 255 : 65535);
    return {format != OutputFormat::jpeg, false, -rounding, 1 + rounding};
}

bool is_wide_integer(Sample sample) {
    return sample == Sample::u32;
}

}  // namespace

std::uint64_t filter_memory(const FilterSettings& request, OutputFormat format, const Shape& shape,
                            Sample sample) {
    const bool is_double =
        sample == Sample::f64 || is_wide_integer(sample) || request.engine == EngineKind::reference;
    const std::size_t read = size_of(sample),
                      converted = sample == Sample::u16     ? sizeof(float)
                                  : is_wide_integer(sample) ? sizeof(double)
                                                            : 0,
                      input = converted > 0 ? converted : read,
                      result = is_double ? sizeof(double) : sizeof(float),
                      written = format == OutputFormat::npy ? 0 : 2 * sizeof(float);
    return shape.samples() * std::max(read + converted, input + result + written);
}

Image engine_input(Image image, const Decoding& decoding, const FilterSettings& request, const Say& say) {
    const Sample from = image.sample();
    const bool is_table = request.filter.kind == FilterKind::sat,
               is_cuda = request.engine == EngineKind::cuda;
    const Encoding encoding = decoding.to_light ? decoding.stored : Encoding{};
    const auto require = [&](std::size_t bytes_of_sample) {
        require_memory(image.shape().samples() * bytes_of_sample, "the image in floating point");
    };
    switch (from) {
        case Sample::f32:
            return image;
        case Sample::u8:
            if (is_table || engines_decode(encoding)) return image;
            require(4);
            return to_float(image.view(), Sample::f32, encoding);
        case Sample::u16:
            require(is_table && !is_cuda ? 8 : 4);
            // In double the sums of a table stay exact.
            if (is_table) return to_number(image.view(), is_cuda ? Sample::f32 : Sample::f64);
            return to_float(image.view(), Sample::f32, encoding);
        case Sample::u32:
            require(is_cuda ? 4 : 8);
            if (!is_cuda) return to_number(image.view(), Sample::f64);
            say("the engine cuda works in float32: integers of 32 bits are rounded");
            return to_number(image.view(), Sample::f32);
        case Sample::f64:
            if (!is_cuda) return image;
            say("the engine cuda works in float32: the float64 input is rounded");
            return to_float(image.view(), Sample::f32, false);
        case Sample::f16:
            break;  // no file has such samples
    }
    throw std::logic_error("no such sample type");
}

bool holds_tables(OutputFormat format) {
    return format == OutputFormat::npy || format == OutputFormat::tiff;
}

void save_result(const std::filesystem::path& path, const FilterSettings& request, Sample file_sample,
                 const Encoding& file, Image result, const Say& say, const std::string& label) {
    const OutputFormat format = output_format(path);
    const bool is_jpeg = format == OutputFormat::jpeg, is_narrow = is_jpeg || file_sample == Sample::u8;
    const Holds holds = what_holds(format, file_sample, request.filter.kind, is_narrow);
    const bool drops_alpha = !holds.alpha && result.shape().channels % 2 == 0;
    if (drops_alpha) result = without_alpha(result.view());
    const Misfits misfits = count_misfits(result.view(), holds.least, holds.most);

    if (holds.numbers && holds_tables(format)) {
        save_image(path, std::as_const(result).view(), label);
    } else if (holds.numbers) {
        save_image(path, to_float(result.view(), Sample::f32, false).view(), label);
    } else {
        // A JPEG cannot name its encoding, and every reader takes it for sRGB.
        const bool as_srgb = is_jpeg && request.linear.value_or(true);
        const Decoding as = encoding_for_output(file_sample, file, request.linear);
        const Encoding encoding = as_srgb       ? Encoding{Curve::srgb, 1, false}
                                  : as.to_light ? as.stored
                                                : Encoding{};
        // A picture of 8 bits is taken for sRGB, too, so it does not have to say so.
        const bool is_usual = is_narrow && as.stored.curve == Curve::srgb;
        save_image(path, to_display(result.view(), is_narrow ? Sample::u8 : Sample::u16, encoding).view(),
                   label, is_usual ? std::nullopt : std::optional(as.stored));
    }

    const std::string name = path.string();
    if (drops_alpha) say(fmt::format("alpha is dropped in '{}': .png, .tif, .exr and .npy keep it", name));
    if (misfits.outside > 0)
        say(fmt::format("{} of {} samples were {} and are clipped in '{}': .npy keeps them", misfits.outside,
                        result.shape().samples(),
                        format == OutputFormat::hdr ? fmt::format("below 0 or above {}", largest_hdr)
                        : holds.numbers             ? "beyond float32"
                                                    : "outside [0, 1]",
                        name));
    if (misfits.not_finite > 0)
        say(fmt::format(
            "{} of {} samples of the result are NaN or infinite: it outgrows {}{}", misfits.not_finite,
            result.shape().samples(), result.sample() == Sample::f64 ? "float64" : "float32",
            holds.numbers && format != OutputFormat::hdr ? ""
                                                         : "; NaN is written as 0, infinities are clipped"));
}

}  // namespace sweep::app
