// How the samples of a file stand for light, and what is done about it before they are filtered.
#pragma once

#include <optional>
#include <string>

#include "core/image.h"

namespace sweep {

enum class Curve {
    numbers,  // data: whatever they are, they are taken as they are
    light,    // of HDR pictures: linear light, which a picture of 8 bits has to encode
    srgb,     // the sRGB transfer function
    power     // light is the sample to the power of `exponent`
};

struct Encoding {
    Curve curve = Curve::numbers;
    double exponent = 1;  // of Curve::power, in [least_exponent, most_exponent]
    bool stated = false;  // by the file itself; otherwise this is what files of its kind mean
    friend bool operator==(const Encoding&, const Encoding&) = default;
};
inline constexpr double least_exponent = 0.2, most_exponent = 5;

// A sample in [0, 1] as light in [0, 1], and back. Numbers and light stay what they are.
double light_of(const Encoding& encoding, double sample);
double sample_of(const Encoding& encoding, double light);

// What PNG's gAMA says: the exponent's inverse, 1 / 2.2 for what is meant to be sRGB. Nothing where it is beyond reason.
std::optional<Encoding> encoding_of_gamma(double gamma);

// What is done with the samples of a file.
struct Decoding {
    Encoding stored;  // what they are taken for
    bool to_light =
        false;  // they are decoded from that before they are filtered, and encoded again behind it
    friend bool operator==(const Decoding&, const Decoding&) = default;
};

// As the file says, unless the user says more: `linear` true decodes integers to linear light, which makes sRGB of numbers;
// false takes every sample as it is. Only samples of 8 and 16 bits are ever decoded.
Decoding decoding_of(Sample sample, const Encoding& file, std::optional<bool> linear);

// How PNG pictures that are made of a file's result are encoded: as the file was, or, where it had floats, sRGB when that is
// asked for (`linear` true) or the file had light.
Decoding encoding_for_output(Sample sample, const Encoding& file, std::optional<bool> linear);

// "16 bits, as numbers", "16 bits, sRGB (file says so)", "8 bits, sRGB", "8 bits, gamma 1.8 (file says so)", "16 bits, sRGB
// (asked for)", "8 bits, sRGB, filtered without decoding", "float32, as numbers".
std::string decoding_text(Sample sample, const Encoding& file, std::optional<bool> linear);

}  // namespace sweep
