// How the samples of a file stand for light, and whether they are decoded before they are filtered.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/image.h"

namespace sweep {

// What the last of 2 or 4 channels is.
enum class Alpha {
    none,       // a channel as the others
    straight,   // how much of the pixel its colour covers; the colour is whole
    associated  // the same, and the colour is multiplied by it, as a filter needs it
};

// From samples to light.
enum class Curve {
    numbers,  // samples are data, taken as they are
    light,    // samples are linear light (HDR), which must be encoded for a picture of 8 bits
    srgb,     // sRGB's transfer function
    power,    // light is the sample to the power of `exponent`
    profile   // what an ICC colour profile says; light has the primaries of sRGB
};

// An ICC colour profile that is more than one of the curves below, or what a PNG's cICP names (files/colour_profile.h
// makes them).
class ColourProfile {
  public:
    virtual ~ColourProfile() = default;
    const std::string& name() const { return name_; }  // as the profile describes itself, in ASCII
    int colours() const { return colours_; }           // 1 for grey, 3 for RGB
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    // Converts `pixels` pixels of colours() samples each, in [0, 1], to linear light. Colours that sRGB does
    // not have become samples below 0 or above 1. Any thread may call it.
    virtual void to_light(const float* from, float* to, int pixels) const = 0;
    // A PNG names it by the four numbers that bytes() are (its chunk cICP), and light becomes its samples again.
    virtual bool is_coded() const { return false; }
    // Of coded ones: to samples from 0 to 1, and the largest light that these have.
    virtual void from_light(const float*, float*, int) const {}
    virtual double largest_light() const { return 1; }

  protected:
    ColourProfile(std::string name, int colours, std::span<const std::uint8_t> bytes)
        : name_(std::move(name)), colours_(colours), bytes_(bytes.begin(), bytes.end()) {}

  private:
    std::string name_;
    int colours_;
    std::vector<std::uint8_t> bytes_;
};

struct Encoding {
    Curve curve = Curve::numbers;
    double exponent = 1;  // for Curve::power, in [least_exponent, most_exponent]
    bool stated = false;  // the file itself says so; otherwise files of its kind are meant so
    std::shared_ptr<const ColourProfile> profile{};  // for Curve::profile
    friend bool operator==(const Encoding&, const Encoding&) = default;
};
inline constexpr double least_exponent = 0.2, most_exponent = 5;

// Whether samples have to be decoded to become light.
bool is_encoded(const Encoding& encoding);
// Whether engines can decode bytes of it themselves, or need not.
bool engines_decode(const Encoding& encoding);

// From a sample in [0, 1] to light in [0, 1], and back. Numbers and light stay as they are, and so do samples
// of a profile, which has no curve for one sample alone.
double light_of(const Encoding& encoding, double sample);
double sample_of(const Encoding& encoding, double light);

// The encoding that PNG's gAMA states: the inverse of the exponent, 1 / 2.2 for sRGB. Nothing for a senseless
// number.
std::optional<Encoding> encoding_of_gamma(double gamma);

// The treatment of a file's samples.
struct Decoding {
    Encoding stored;  // the encoding that they are taken to have
    bool to_light =
        false;  // they are decoded to light before they are filtered, and encoded again afterwards
    friend bool operator==(const Decoding&, const Decoding&) = default;
};

// The treatment that the file states, unless the user says more: `linear` true decodes integers to linear
// light, and takes numbers for sRGB; false takes every sample as it is. Only samples of 8 and 16 bits are
// ever decoded.
Decoding decoding_of(Sample sample, const Encoding& file, std::optional<bool> linear);

// How the picture of a result is encoded: as the file was, but as sRGB where a profile decoded it that has no way
// back; or, when the file had floats, as sRGB when `linear` is true or the file had light.
Decoding encoding_for_output(Sample sample, const Encoding& file, std::optional<bool> linear);

// The treatment in words: "16 bits, as numbers", "16 bits, sRGB (file says so)", "8 bits, sRGB", "8 bits,
// gamma 1.8 (file says so)", "8 bits, profile 'Display P3', to linear sRGB", "16 bits, sRGB (asked for)",
// "8 bits, sRGB, filtered without decoding", "float32, as numbers". `bits`: of a sample where they are
// fewer than those of its type; 0: they are not.
std::string decoding_text(Sample sample, const Encoding& file, std::optional<bool> linear, int bits = 0);

}  // namespace sweep
