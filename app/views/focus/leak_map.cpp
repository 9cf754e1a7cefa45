#include "app/views/focus/leak_map.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/base/memory.h"

namespace sweep::app {
namespace {

Image read(const Texture& texture, int channels) {
    Image image = make_image({texture.width(), texture.height(), channels}, Sample::f32, "the map of leaks");
    const GLenum format = channels == 4 ? GL_RGBA : texture.format() == GL_R32F ? GL_RED : GL_DEPTH_COMPONENT;
    texture.read(format, GL_FLOAT, image.bytes(), image.data<void>());
    return image;
}

}  // namespace

std::array<float, 3> leak_colour(float share) {
    const float t = std::clamp(share, 0.0f, 1.0f);
    return {0.58f * std::min(1.6f * t, 1.0f), 0.58f * t * t, 0.58f * t * t * t * t};
}

float leak_of(const float* pixel, const float* reference) {
    float difference = 0, brightest = 0.02f;
    for (int c = 0; c < 3; ++c) {
        difference = std::max(difference, std::abs(pixel[c] - reference[c]));
        brightest = std::max({brightest, pixel[c], reference[c]});
    }
    return difference / brightest;
}

void LeakMap::update(const Texture& sharp, const Texture& depth, const Request& request,
                     const cpu::Bokeh& bokeh, const Texture& result, bool changed) {
    if (std::optional<Map> made = task_.take(); made && !made->colours.empty()) {
        map_ = std::move(*made);
        made_ = measured_;
    }
    asked_ = request;
    is_new_ |= changed || asked_ != measured_;
    if (task_.running()) {
        if (asked_ != measured_) task_.request_stop();
        return;
    }
    if (!is_new_) return;
    is_new_ = false;
    measured_ = request;
    struct Pictures {
        Image sharp, depth, result;
    };
    const auto pictures =
        std::make_shared<const Pictures>(Pictures{read(sharp, 4), read(depth, 1), read(result, 4)});
    task_.start([pictures, lens = request.lens, bokeh](std::stop_token stop) {
        const ConstImageView sharp_view = pictures->sharp.view(), result_view = pictures->result.view();
        cpu::DepthBlur blur(1);
        blur.prepare(sharp_view, pictures->depth.view(), lens, cpu::Blur::gather, bokeh, 0, 1);
        const Image reference =
            cpu::depth_reference(sharp_view, blur.circles(), bokeh, [&] { return stop.stop_requested(); });
        if (reference.empty()) return Map{};
        Map map{make_image(reference.shape(), Sample::f32, "the map of leaks")};
        const ConstImageView truth = reference.view();
        const ImageView colours = map.colours.view();
        for (int y = 0; y < truth.shape.height; ++y)
            for (int x = 0; x < truth.shape.width; ++x) {
                const std::ptrdiff_t at = 4 * std::ptrdiff_t(x);
                const float share = leak_of(result_view.row<float>(y) + at, truth.row<float>(y) + at);
                map.mean += double(share);
                const std::array<float, 3> colour = leak_colour(share);
                float* to = std::copy(colour.begin(), colour.end(), colours.row<float>(y) + at);
                *to = 1;
            }
        map.mean /= double(truth.shape.pixels());
        return map;
    });
}

void LeakMap::draw(const Texture& result) const {
    const Shape shape{result.width(), result.height(), 4};
    if (made_ && map_.colours.shape() == shape) result.upload(GL_RGBA, GL_FLOAT, map_.colours.data<void>());
}

std::optional<double> LeakMap::mean() const {
    if (!made_) return {};
    return map_.mean;
}

void LeakMap::forget() {
    task_.stop();
    asked_ = measured_ = made_ = {};
    is_new_ = true;
    map_ = {};
}

}  // namespace sweep::app
