#include "app/derived/edge_picture.h"

#include <utility>

#include "app/engines/texture_filter.h"
#include "core/base/memory.h"

namespace sweep::app {

void EdgePicture::run(const Texture& light, int channels, const EdgeFilter& filter, BoundaryKind boundary,
                      EngineKind engine) {
    const Made now{{light.width(), light.height(), channels}, filter, boundary, engine};
    if (!filter_ || made_ != now) {
        filter_.reset();
        filter_ = std::make_unique<EdgeRun>(engine, filter, boundary, now.shape, channels, Sample::f32);
        made_ = now;
    }
    if (light_.shape() != now.shape) light_ = make_image(now.shape, Sample::f32, "the picture to smooth");
    if (smooth_.shape() != now.shape) smooth_ = make_image(now.shape, Sample::f32, "the smooth picture");
    const GLenum format = channels == 1 ? GL_RED : GL_RGBA, kept = channels == 1 ? GL_R32F : GL_RGBA32F;
    glFinish();  // earlier draw calls do not belong to the time of reading
    double start = wall_seconds();
    const auto since = [&] {
        const double then = std::exchange(start, wall_seconds());
        return (start - then) * 1000;
    };
    light.read(format, GL_FLOAT, light_.bytes(), light_.data<void>());
    read_ms_ = since();
    const ConstImageView view = std::as_const(light_).view();
    filter_->run(view, view, smooth_.view());
    filter_ms_ = since();
    if (!result_.is(light.width(), light.height()) || result_.format() != kept ||
        result_.levels() != light.levels()) {
        result_ = Texture(light.width(), light.height(), kept, light.levels());
        if (channels == 1) show_grey(result_);
    }
    result_.upload(format, GL_FLOAT, smooth_.data<void>());
    upload_ms_ = since();
}

void EdgePicture::report(Timings& timings) const {
    timings.add("read back", "", light_.bytes(), read_ms_, Part::transfer);
    timings.add("edge filter", "", 0, filter_ms_, Part::filter);
    timings.add("upload", "", smooth_.bytes(), upload_ms_, Part::transfer);
}

}  // namespace sweep::app
