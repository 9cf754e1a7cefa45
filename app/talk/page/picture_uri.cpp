#include "app/talk/page/picture_uri.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/problem/problem.h"
#include "files/format.h"

namespace sweep::app {
namespace {

void append_base64(std::string& to, std::span<const std::uint8_t> bytes) {
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(bytes.size() - i, 3);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (k < count ? bytes[i + k] : 0u);
        for (std::size_t k = 0; k < 4; ++k) to += k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
}

bool is_transparent(const ConstImageView& picture) {
    for (int y = 0; y < picture.shape.height && picture.shape.channels == 4; ++y)
        for (int x = 0; x < picture.shape.width; ++x)
            if (picture.row<std::uint8_t>(y)[4 * x + 3] < 255) return true;
    return false;
}

}  // namespace

std::string picture_uri(const ConstImageView& picture) {
    constexpr int quality =
        80;  // no letter of a panel is blurred, and a page of all lessons has room for its pictures
    const bool png = is_transparent(picture);
    std::string uri = png ? "data:image/png;base64," : "data:image/jpeg;base64,";
    append_base64(uri,
                  png ? format_with(".png")->encode(picture, {}, {}).made : small_jpeg(picture, quality));
    return uri;
}

std::string light_uri(const ConstImageView& light) {
    Image picture({light.shape.width, light.shape.height, 4}, Sample::u8);
    for (int y = 0; y < light.shape.height; ++y)
        for (int i = 0; i < 4 * light.shape.width; ++i) {
            const double part = std::clamp(double(light.row<float>(y)[i]), 0.0, 1.0);
            picture.view().row<std::uint8_t>(y)[i] =
                std::uint8_t(std::lround(255 * (i % 4 == 3 ? part : linear_to_srgb(part))));
        }
    return picture_uri(std::as_const(picture).view());
}

std::string opaque_uri(const ConstImageView& light, float gain, float offset) {
    Image shown({light.shape.width, light.shape.height, 4}, Sample::f32);
    for (int y = 0; y < light.shape.height; ++y)
        for (int i = 0; i < 4 * light.shape.width; ++i)
            shown.view().row<float>(y)[i] = i % 4 == 3 ? 1 : offset + gain * light.row<float>(y)[i];
    return light_uri(std::as_const(shown).view());
}

Image light_of(const Texture& texture) {
    Image light({texture.width(), texture.height(), 4}, Sample::f32);
    texture.read(GL_RGBA, GL_FLOAT, light.shape().samples() * sizeof(float), light.data<float>());
    return light;
}

}  // namespace sweep::app
