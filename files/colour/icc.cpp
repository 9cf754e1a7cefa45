// ICC colour profiles, through Little CMS. https://www.color.org/specification/ICC.1-2022-05.pdf
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "files/colour_profile.h"

#if SWEEP_HAS_LCMS
#include <lcms2.h>
#endif

#include "core/base/primaries.h"
#include "core/problem/problem.h"
#include "files/codecs.h"

namespace sweep {
namespace {

ProfileMeaning not_followed(const std::string& name, const std::string& why) {
    return {
        {Curve::srgb, 1, false},
        "its colour profile " + (name.empty() ? std::string() : "'" + name + "' ") + why + ": taken as sRGB"};
}

std::string ascii(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

}  // namespace

#if SWEEP_HAS_LCMS

namespace {

struct Close {
    void operator()(void* profile) const { cmsCloseProfile(profile); }
};
using Profile = std::unique_ptr<void, Close>;
struct Delete {
    void operator()(void* transform) const { cmsDeleteTransform(transform); }
};
using Transform = std::unique_ptr<void, Delete>;
struct Free {
    void operator()(cmsToneCurve* curve) const { cmsFreeToneCurve(curve); }
};
using ToneCurve = std::unique_ptr<cmsToneCurve, Free>;

ToneCurve curve_of(const Encoding& encoding) {
    constexpr double srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return ToneCurve(encoding.curve == Curve::srgb
                         ? cmsBuildParametricToneCurve(nullptr, 4, srgb)
                         : cmsBuildGamma(nullptr, encoding.curve == Curve::power ? encoding.exponent : 1));
}

cmsCIExyY chromaticity(const Primaries::Point& at) {
    return {at.x, at.y, 1};
}

Profile known_profile(const Encoding& encoding, int colours, const Primaries& of = primaries::srgb) {
    const ToneCurve curve = curve_of(encoding);
    if (!curve) return {};
    cmsToneCurve* const curves[] = {curve.get(), curve.get(), curve.get()};
    const cmsCIExyY white = chromaticity(of.white);
    const cmsCIExyYTRIPLE colour{chromaticity(of.red), chromaticity(of.green), chromaticity(of.blue)};
    return Profile(colours == 1 ? cmsCreateGrayProfile(cmsD50_xyY(), curve.get())
                                : cmsCreateRGBProfile(&white, &colour, curves));
}

std::vector<std::uint8_t> bytes_of(const Profile& profile) {
    cmsUInt32Number size = 0;
    if (!profile || !cmsSaveProfileToMem(profile.get(), nullptr, &size)) return {};
    std::vector<std::uint8_t> bytes(size);
    if (!cmsSaveProfileToMem(profile.get(), bytes.data(), &size)) return {};
    // The hour at which a profile was made, which would make each file another one: the first of January 2000.
    constexpr std::array<std::uint8_t, 12> date{0x07, 0xd0, 0, 1, 0, 1};
    constexpr std::ptrdiff_t date_at = 24;
    std::copy(date.begin(), date.end(), bytes.begin() + date_at);
    return bytes;
}

// Whether the header says that the profile is of these colours. Little CMS puts a damaged profile's word into an
// enumeration that lacks it: the bytes are compared.
bool is_for(Bytes profile, std::string_view space) {
    constexpr std::size_t header_bytes = 128, colour_space = 16;
    return profile.size() >= header_bytes && begins(profile.subspan(colour_space), space);
}

Profile opened(Bytes profile) {
    return Profile(cmsOpenProfileFromMem(profile.data(), cmsUInt32Number(profile.size())));
}

std::string description_of(const Profile& profile) {
    char text[128] = "";
    cmsGetProfileInfoASCII(profile.get(), cmsInfoDescription, "en", "US", text, sizeof text);
    text[sizeof text - 1] = '\0';
    return ascii(text);
}

class Converted : public ColourProfile {
  public:
    Converted(Transform transform, std::string name, int colours, Bytes bytes)
        : ColourProfile(std::move(name), colours, bytes), transform_(std::move(transform)) {}
    void to_light(const float* from, float* to, int pixels) const override {
        cmsDoTransform(transform_.get(), from, to, cmsUInt32Number(pixels));
        std::replace_if(
            to, to + std::ptrdiff_t(pixels) * colours(), [](float x) { return !std::isfinite(x); }, 0.0f);
    }

  private:
    Transform transform_;
};

// Whether a profile does what the encoding says: greys, and the ramp of each primary.
bool does(const ColourProfile& profile, const Encoding& encoding) {
    constexpr int points = 33;
    constexpr double most_of_grey = 0.002, most_of_ramp = 0.004;
    const int colours = profile.colours();
    for (int ramp = 0; ramp < (colours == 3 ? 4 : 1); ++ramp)
        for (int i = 0; i < points; ++i) {
            const double sample = double(i) / (points - 1);
            float from[3] = {}, to[3] = {};
            for (int c = 0; c < colours; ++c) from[c] = ramp == 0 || ramp == c + 1 ? float(sample) : 0.0f;
            profile.to_light(from, to, 1);
            for (int c = 0; c < colours; ++c) {
                const double expected = from[c] > 0 ? light_of(encoding, sample) : light_of(encoding, 0);
                if (!(std::abs(to[c] - expected) < (ramp == 0 ? most_of_grey : most_of_ramp))) return false;
            }
        }
    return true;
}

// The word that Encoding has for what the profile does, if it has one.
std::optional<Encoding> known_encoding(const ColourProfile& profile) {
    constexpr float half[3] = {0.5f, 0.5f, 0.5f};
    float light[3] = {};
    profile.to_light(half, light, 1);
    // The exponent of a power follows from the curve's middle.
    const Encoding power{Curve::power, std::log(double(light[0])) / std::log(0.5), true};
    for (const Encoding& known : {Encoding{Curve::srgb, 1, true}, Encoding{Curve::numbers, 1, true}})
        if (does(profile, known)) return known;
    if (power.exponent >= least_exponent && power.exponent <= most_exponent && does(profile, power))
        return power;
    return std::nullopt;
}

}  // namespace

std::string lcms_version() {
    const int version = cmsGetEncodedCMMversion();  // 2140 for 2.14
    return std::to_string(version / 1000) + "." + std::to_string(version / 10 % 100);
}

ProfileMeaning meaning_of_profile(Bytes bytes, int channels, const std::string& name) {
    const int colours = channels < 3 ? 1 : 3;
    const Profile profile = opened(bytes);
    if (!profile) return not_followed(ascii(name), "is damaged");
    const std::string description = description_of(profile),
                      called = description.empty() ? ascii(name) : description;
    if (!is_for(bytes, colours == 1 ? "GRAY" : "RGB "))
        return not_followed(called, colours == 1 ? "is not for grey" : "is not for RGB");
    const Profile light = known_profile({}, colours);
    const cmsUInt32Number format = colours == 1 ? TYPE_GRAY_FLT : TYPE_RGB_FLT;
    Transform transform(light ? cmsCreateTransform(profile.get(), format, light.get(), format,
                                                   INTENT_RELATIVE_COLORIMETRIC, cmsFLAGS_NOCACHE)
                              : nullptr);
    if (!transform) return not_followed(called, "is damaged");
    auto converted = std::make_shared<Converted>(std::move(transform), called, colours, bytes);
    if (const auto known = known_encoding(*converted)) return {*known, {}};
    return {{Curve::profile, 1, true, std::move(converted)}, {}};
}

std::vector<std::uint8_t> profile_for(const Encoding& encoding, int channels) {
    if (encoding.profile) return encoding.profile->bytes();
    return bytes_of(known_profile(encoding, channels < 3 ? 1 : 3));
}

ProfileMeaning meaning_of_primaries(const Primaries& of, const Encoding& curve, const std::string& name) {
    const Profile profile = known_profile(curve, 3, of);
    cmsMLU* const text = profile ? cmsMLUalloc(nullptr, 1) : nullptr;
    if (text) {
        cmsMLUsetASCII(text, "en", "US", name.c_str());
        cmsWriteTag(profile.get(), cmsSigProfileDescriptionTag, text);
        cmsMLUfree(text);
    }
    return meaning_of_profile(bytes_of(profile), 3, name);
}

namespace {

class Ink : public InkProfile {
  public:
    explicit Ink(Transform transform) : transform_(std::move(transform)) {}
    void to_srgb(const std::uint8_t* ink, std::uint8_t* rgb, int pixels) const override {
        cmsDoTransform(transform_.get(), ink, rgb, cmsUInt32Number(pixels));
    }

  private:
    Transform transform_;
};

}  // namespace

bool is_ink_profile(Bytes profile) {
    return is_for(profile, "CMYK");
}

InkMeaning meaning_of_ink(Bytes bytes, bool is_inverted) {
    const Profile profile = opened(bytes), srgb(cmsCreate_sRGBProfile());
    Transform transform(profile && srgb
                            ? cmsCreateTransform(profile.get(), is_inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8,
                                                 srgb.get(), TYPE_RGB_8, INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE)
                            : nullptr);
    if (!transform)
        return {nullptr, not_followed(profile ? description_of(profile) : "", "is damaged").remark};
    return {std::make_unique<Ink>(std::move(transform)), {}};
}

#else

std::string lcms_version() {
    return {};
}

ProfileMeaning meaning_of_profile(Bytes, int, const std::string& name) {
    return not_followed(ascii(name), "needs Little CMS, which this build lacks");
}

std::vector<std::uint8_t> profile_for(const Encoding&, int) {
    return {};
}

ProfileMeaning meaning_of_primaries(const Primaries&, const Encoding&, const std::string& name) {
    return not_followed(name, "needs Little CMS, which this build lacks");
}

bool is_ink_profile(Bytes) {
    return false;
}

InkMeaning meaning_of_ink(Bytes, bool) {
    return {};
}

#endif

bool are_primaries(const Primaries& of) {
    const auto to_xyz = matrix_to_xyz(of);
    if (!to_xyz || !matrix_to_srgb(of)) return false;
    for (int c = 0; c < 3; ++c)
        if (!((*to_xyz)[0][c] + (*to_xyz)[1][c] + (*to_xyz)[2][c] > 0)) return false;
    return of.white.x > 0 && of.white.y > 0 && of.white.x + of.white.y < 1;
}

ProfileMeaning adobe_rgb(int channels) {
    constexpr Primaries of{{0.64, 0.33}, {0.21, 0.71}, {0.15, 0.06}, primaries::d65};
    const Encoding curve{Curve::power, 563 / 256.0, true};
    if (channels < 3) return {curve, {}};
    static const ProfileMeaning meaning = meaning_of_primaries(of, curve, "Adobe RGB (1998)");
    return meaning;
}

}  // namespace sweep
