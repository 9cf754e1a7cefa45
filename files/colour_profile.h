// ICC colour profiles: what the samples of a picture are as linear light with the primaries of sRGB.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/primaries.h"
#include "files/encoding.h"
#include "files/output_file.h"

namespace sweep {

// A profile as a picture of so many channels has to take it.
struct ProfileMeaning {
    Encoding encoding{};   // sRGB, unstated, where the profile cannot be followed
    std::string remark{};  // why it is not followed; empty: it is
};
// `name` is for the remark where the profile does not say its own. Takes any bytes.
ProfileMeaning meaning_of_profile(Bytes profile, int channels, const std::string& name = {});

// Of RGB with these primaries, are_primaries(), whose samples have the curve of an encoding that is no profile.
ProfileMeaning meaning_of_primaries(const Primaries& of, const Encoding& curve, const std::string& name);
// Whether these span colours, the white among them.
bool are_primaries(const Primaries& of);
// Adobe RGB (1998), as cameras write it without a profile; of grey its curve.
ProfileMeaning adobe_rgb(int channels);

// A profile of ink, CMYK.
class InkProfile {
  public:
    virtual ~InkProfile() = default;
    // From pixels of 4 bytes, ink, to 3 bytes, sRGB. Any thread may call it.
    virtual void to_srgb(const std::uint8_t* ink, std::uint8_t* rgb, int pixels) const = 0;
};
struct InkMeaning {
    std::unique_ptr<const InkProfile> profile{};  // null: it is not followed
    std::string remark{};                         // why
};
bool is_ink_profile(Bytes profile);
// `is_inverted`: 255 is no ink, otherwise 0 is none. Takes any bytes.
InkMeaning meaning_of_ink(Bytes profile, bool is_inverted);

// What a PNG's cICP says (ITU-T H.273, PNG's third edition, section 11.3.2.6), four bytes: primaries, transfer,
// matrix, range. Light of PQ and HLG is in units of 203 cd/m^2. Nothing, and a remark,
// where it is not followed. Takes any bytes.
struct CodedMeaning {
    std::optional<Encoding> encoding{};
    std::string remark{};
};
CodedMeaning meaning_of_cicp(std::span<const std::uint8_t, 4> codes, int channels);

// The version of Little CMS; empty: this build has none.
std::string lcms_version();

// A profile that states this encoding, for grey or for RGB; empty where this build cannot make one.
std::vector<std::uint8_t> profile_for(const Encoding& encoding, int channels);

}  // namespace sweep
