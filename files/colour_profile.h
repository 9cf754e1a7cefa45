// ICC colour profiles: what the samples of a picture are as linear light with the primaries of sRGB.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "files/encoding.h"
#include "files/output_file.h"

namespace sweep {

// A profile that is more than one of the curves that Encoding has words for.
class ColourProfile {
  public:
    virtual ~ColourProfile() = default;
    const std::string& name() const { return name_; }  // as the profile describes itself, in ASCII
    int colours() const { return colours_; }           // 1 for grey, 3 for RGB
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }
    // Converts `pixels` pixels of colours() samples each, in [0, 1], to linear light. Colours that sRGB does
    // not have become samples below 0 or above 1. Any thread may call it.
    virtual void to_light(const float* from, float* to, int pixels) const = 0;

  protected:
    ColourProfile(std::string name, int colours, Bytes bytes)
        : name_(std::move(name)), colours_(colours), bytes_(bytes.begin(), bytes.end()) {}

  private:
    std::string name_;
    int colours_;
    std::vector<std::uint8_t> bytes_;
};

// A profile as a picture of so many channels has to take it.
struct ProfileMeaning {
    Encoding encoding{};   // sRGB, unstated, where the profile cannot be followed
    std::string remark{};  // why it is not followed; empty: it is
};
// `name` is for the remark where the profile does not say its own. Takes any bytes.
ProfileMeaning meaning_of_profile(Bytes profile, int channels, const std::string& name = {});

// A profile that states this encoding, for grey or for RGB; empty where this build cannot make one.
std::vector<std::uint8_t> profile_for(const Encoding& encoding, int channels);

}  // namespace sweep
