// What a PNG's cICP names: primaries and curves of ITU-T H.273.
#include <algorithm>
#include <cmath>

#include "core/base/hdr_curves.h"
#include "core/base/primaries.h"
#include "core/problem/problem.h"
#include "files/colour_profile.h"

namespace sweep {
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

}  // namespace sweep
