// ICC colour profiles, through Little CMS. https://www.color.org/specification/ICC.1-2022-05.pdf
#include "files/colour_profile.h"

#include <algorithm>
#include <cmath>
#include <optional>

#if SWEEP_HAS_LCMS
#include <lcms2.h>
#endif

#include "core/base/hdr_curves.h"
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

namespace {

// The numbers of H.273 for transfers.
enum class Transfer : std::uint8_t { linear = 8, srgb = 13, pq = 16, hlg = 18 };

std::string name_of(std::uint8_t primaries, Transfer transfer) {
    const std::string space = primaries == 1 ? "BT.709" : primaries == 9 ? "BT.2020" : "Display P3";
    switch (transfer) {
        case Transfer::linear:
            return space + " linear";
        case Transfer::pq:
            return space + " PQ";
        case Transfer::hlg:
            return space + " HLG";
        case Transfer::srgb:
            break;
    }
    return primaries == 12 ? space : space + " sRGB";
}

class Coded : public ColourProfile {
  public:
    Coded(std::span<const std::uint8_t> codes, Transfer transfer, int colours, const Primaries& primaries)
        : ColourProfile(name_of(codes[0], transfer), colours, codes), transfer_(transfer) {
        to_srgb_ = matrix_to_srgb(primaries).value();
        from_srgb_ = inverse(to_srgb_);
        const ColourMatrix to_xyz = matrix_to_xyz(primaries).value();
        for (int c = 0; c < 3; ++c) luminance_[c] = to_xyz[1][c];
        for (std::size_t i = 0; i < curve_.size(); ++i)
            curve_[i] = float(curve_at(double(i) / double(curve_.size() - 1)));
    }
    bool is_coded() const override { return true; }
    double largest_light() const override {
        return transfer_ == Transfer::pq    ? 10000 / hdr_white
               : transfer_ == Transfer::hlg ? hlg_peak / hdr_white
                                            : 1;
    }
    void to_light(const float* from, float* to, int pixels) const override {
        const auto light_at = [&](float code) {
            return double(
                curve_[std::size_t(std::lround(std::clamp(code, 0.0f, 1.0f) * float(curve_.size() - 1)))]);
        };
        for (int i = 0; i < pixels; ++i, from += colours(), to += colours()) {
            Rgb rgb{};
            for (int c = 0; c < 3; ++c) rgb[c] = light_at(from[colours() == 1 ? 0 : c]);
            if (transfer_ == Transfer::hlg) scale(rgb, hlg_peak / hdr_white, hlg_gamma - 1);
            put(rgb, to_srgb_, to);
        }
    }
    void from_light(const float* from, float* to, int pixels) const override {
        for (int i = 0; i < pixels; ++i, from += colours(), to += colours()) {
            Rgb light{}, rgb{};
            for (int c = 0; c < 3; ++c) {
                const float sample = from[colours() == 1 ? 0 : c];
                light[c] = std::isfinite(sample) ? double(sample) : 0;
            }
            if (colours() == 1)
                rgb = light;
            else
                add_product(from_srgb_, light, rgb);
            for (int c = 0; c < 3; ++c) rgb[c] = std::clamp(rgb[c], 0.0, largest_light());
            if (transfer_ == Transfer::hlg) {
                for (int c = 0; c < 3; ++c) rgb[c] *= hdr_white / hlg_peak;
                scale(rgb, 1, 1 / hlg_gamma - 1);
            }
            for (int c = 0; c < colours(); ++c) to[c] = float(std::clamp(code_of(rgb[c]), 0.0, 1.0));
        }
    }

  private:
    using Rgb = Vec<double, 3>;

    double curve_at(double code) const {
        switch (transfer_) {
            case Transfer::pq:
                return pq_light(code) / hdr_white;
            case Transfer::hlg:
                return hlg_light(code);
            case Transfer::srgb:
                return srgb_to_linear(code);
            case Transfer::linear:
                break;
        }
        return code;
    }
    double code_of(double light) const {
        switch (transfer_) {
            case Transfer::pq:
                return pq_code(light * hdr_white);
            case Transfer::hlg:
                return hlg_code(light);
            case Transfer::srgb:
                return linear_to_srgb(light);
            case Transfer::linear:
                break;
        }
        return light;
    }
    // Times the factor and the luminance to a power; what has none stays dark.
    void scale(Rgb& rgb, double factor, double power) const {
        const double luminance = luminance_[0] * rgb[0] + luminance_[1] * rgb[1] + luminance_[2] * rgb[2],
                     by = luminance > 0 ? factor * std::pow(luminance, power) : 0;
        for (int c = 0; c < 3; ++c) rgb[c] *= by;
    }
    void put(const Rgb& rgb, const ColourMatrix& m, float* to) const {
        if (colours() == 1) {
            *to = float(rgb[0]);
            return;
        }
        Rgb out{};
        add_product(m, rgb, out);
        for (int c = 0; c < 3; ++c) to[c] = float(out[c]);
    }

    Transfer transfer_;
    ColourMatrix to_srgb_{}, from_srgb_{};
    Rgb luminance_{};
    // The light of each code value of 16 bits, among which those of 8 bits are.
    std::vector<float> curve_ = std::vector<float>(65536);
};

}  // namespace

CodedMeaning meaning_of_cicp(std::span<const std::uint8_t, 4> codes, int channels) {
    const Primaries* const space = codes[0] == 1    ? &primaries::srgb
                                   : codes[0] == 9  ? &primaries::bt2020
                                   : codes[0] == 12 ? &primaries::display_p3
                                                    : nullptr;
    const auto transfer = Transfer(codes[1]);
    const bool is_known = transfer == Transfer::linear || transfer == Transfer::srgb ||
                          transfer == Transfer::pq || transfer == Transfer::hlg;
    if (!space || !is_known || codes[2] != 0 || codes[3] != 1) {
        std::string numbers;
        for (const std::uint8_t code : codes) numbers += " " + std::to_string(code);
        return {std::nullopt, "its cICP" + numbers + " is not followed"};
    }
    const int colours = channels < 3 ? 1 : 3;
    const bool is_usual = codes[0] == 1 || colours == 1;
    if (is_usual && transfer == Transfer::srgb) return {Encoding{Curve::srgb, 1, true}, {}};
    if (is_usual && transfer == Transfer::linear) return {Encoding{Curve::numbers, 1, true}, {}};
    return {Encoding{Curve::profile, 1, true, std::make_shared<Coded>(codes, transfer, colours, *space)}, {}};
}

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

constexpr cmsCIExyY white{0.3127, 0.3290, 1};
constexpr cmsCIExyYTRIPLE of_srgb{{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}};

ToneCurve curve_of(const Encoding& encoding) {
    constexpr double srgb[] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return ToneCurve(encoding.curve == Curve::srgb
                         ? cmsBuildParametricToneCurve(nullptr, 4, srgb)
                         : cmsBuildGamma(nullptr, encoding.curve == Curve::power ? encoding.exponent : 1));
}

Profile known_profile(const Encoding& encoding, int colours) {
    const ToneCurve curve = curve_of(encoding);
    if (!curve) return {};
    cmsToneCurve* const curves[] = {curve.get(), curve.get(), curve.get()};
    return Profile(colours == 1 ? cmsCreateGrayProfile(cmsD50_xyY(), curve.get())
                                : cmsCreateRGBProfile(&white, &of_srgb, curves));
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
    const Profile profile(cmsOpenProfileFromMem(bytes.data(), cmsUInt32Number(bytes.size())));
    if (!profile) return not_followed(ascii(name), "is damaged");
    const std::string description = description_of(profile),
                      called = description.empty() ? ascii(name) : description;
    // Little CMS puts a damaged profile's word into an enumeration that lacks it: the bytes of the header are compared.
    constexpr std::size_t header_bytes = 128, colour_space = 16;
    if (bytes.size() < header_bytes || !begins(bytes.subspan(colour_space), colours == 1 ? "GRAY" : "RGB "))
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
    const Profile profile = known_profile(encoding, channels < 3 ? 1 : 3);
    cmsUInt32Number size = 0;
    if (!profile || !cmsSaveProfileToMem(profile.get(), nullptr, &size)) return {};
    std::vector<std::uint8_t> bytes(size);
    if (!cmsSaveProfileToMem(profile.get(), bytes.data(), &size)) return {};
    return bytes;
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

#endif

}  // namespace sweep
