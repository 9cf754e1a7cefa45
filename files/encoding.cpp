#include "files/encoding.h"

#include <charconv>
#include <cmath>

#include "core/problem/problem.h"

namespace sweep {
namespace {

const Encoding srgb{Curve::srgb, 1, false};

// True for samples that stand for [0, 1].
bool is_integer(Sample sample) {
    return sample == Sample::u8 || sample == Sample::u16;
}

std::string curve_text(const Encoding& encoding) {
    switch (encoding.curve) {
        case Curve::numbers:
            return "as numbers";
        case Curve::light:
            return "linear light";
        case Curve::srgb:
            return "sRGB";
        case Curve::profile:
            return "profile '" + encoding.profile->name() + "'";
        case Curve::power:
            break;
    }
    char digits[32];
    const double rounded = std::round(encoding.exponent * 1000) / 1000;
    return "gamma " + std::string(digits, std::to_chars(digits, digits + sizeof digits, rounded).ptr);
}

std::string sample_text(Sample sample) {
    switch (sample) {
        case Sample::u8:
            return "8 bits";
        case Sample::u16:
            return "16 bits";
        case Sample::u32:
            return "32 bits";
        case Sample::f16:
            return "float16";
        case Sample::f32:
            return "float32";
        case Sample::f64:
            break;
    }
    return "float64";
}

}  // namespace

bool is_encoded(const Encoding& encoding) {
    return encoding.curve == Curve::srgb || encoding.curve == Curve::power ||
           encoding.curve == Curve::profile;
}

bool engines_decode(const Encoding& encoding) {
    return encoding.curve != Curve::power && encoding.curve != Curve::profile;
}

double light_of(const Encoding& encoding, double sample) {
    if (encoding.curve == Curve::srgb) return srgb_to_linear(sample);
    return encoding.curve == Curve::power ? std::pow(sample, encoding.exponent) : sample;
}

double sample_of(const Encoding& encoding, double light) {
    if (encoding.curve == Curve::srgb) return linear_to_srgb(light);
    return encoding.curve == Curve::power ? std::pow(light, 1 / encoding.exponent) : light;
}

std::optional<Encoding> encoding_of_gamma(double gamma) {
    constexpr double of_srgb = 0.45455, tolerance = 0.0005;
    if (std::abs(gamma - of_srgb) < tolerance) return Encoding{Curve::srgb, 1, true};
    if (std::abs(gamma - 1) < tolerance) return Encoding{Curve::numbers, 1, true};
    if (!(gamma >= 1 / most_exponent && gamma <= 1 / least_exponent)) return std::nullopt;
    return Encoding{Curve::power, 1 / gamma, true};
}

Decoding decoding_of(Sample sample, const Encoding& file, std::optional<bool> linear) {
    if (!is_integer(sample)) return {file, false};
    const Encoding stored = linear == true && !is_encoded(file) ? srgb : file;
    return {stored, is_encoded(stored) && linear != false};
}

Decoding encoding_for_output(Sample sample, const Encoding& file, std::optional<bool> linear) {
    if (is_integer(sample)) {
        Decoding decoding = decoding_of(sample, file, linear);
        if (decoding.to_light && decoding.stored.curve == Curve::profile &&
            !decoding.stored.profile->is_coded())
            decoding.stored = {Curve::srgb, 1, true};
        return decoding;
    }
    const bool encodes = linear.value_or(file.curve == Curve::light);
    return {encodes ? srgb : Encoding{}, encodes};
}

std::string decoding_text(Sample sample, const Encoding& file, std::optional<bool> linear, int bits) {
    const Decoding decoding = decoding_of(sample, file, linear);
    std::string text = (bits > 0 ? std::to_string(bits) + " bits" : sample_text(sample)) + ", " +
                       curve_text(decoding.stored);
    if (decoding.stored != file) return text + " (asked for)";
    if (file.curve == Curve::profile)
        text += decoding.to_light ? ", to linear sRGB" : "";
    else if (file.stated)
        text += " (file says so)";
    if (is_encoded(file) && !decoding.to_light) text += ", filtered without decoding";
    return text;
}

}  // namespace sweep
