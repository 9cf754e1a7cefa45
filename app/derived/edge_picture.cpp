#include "app/derived/edge_picture.h"

#include <string>
#include <utility>

#include "app/engines/texture_filter.h"
#include "app/gl/cuda_share.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/edge/tone_map.h"

namespace sweep::app {

namespace {

// The milliseconds since the last call.
class Lap {
  public:
    Lap() {
        glFinish();  // earlier draw calls do not belong to the time of reading
        start_ = wall_seconds();
    }
    double operator()() {
        const double then = std::exchange(start_, wall_seconds());
        return (start_ - then) * 1000;
    }

  private:
    double start_ = 0;
};

}  // namespace

void EdgePicture::run(const Texture& light, int channels, const EdgeFilter& filter, double tone_map,
                      BoundaryKind boundary, EngineKind engine) {
    const Made now{{light.width(), light.height(), channels}, filter, tone_map, boundary, engine};
    const GLenum format = channels == 1 ? GL_RED : GL_RGBA, kept = channels == 1 ? GL_R32F : GL_RGBA32F;
    bytes_ = now.shape.samples() * sizeof(float);
    if (!filter_ || made_ != now) {
        filter_.reset();
        const int filtered = tone_map > 0 ? 1 : channels;
        filter_ = std::make_unique<EdgeRun>(
            engine, filter, boundary, Shape{light.width(), light.height(), filtered}, filtered, Sample::f32);
        share(now.shape, tone_map > 0);
        made_ = now;
    }
    if (!result_.is(light.width(), light.height()) || result_.format() != kept ||
        result_.levels() != light.levels()) {
        result_ = Texture(light.width(), light.height(), kept, light.levels());
        if (channels == 1) show_grey(result_);
    }
    if (!run_in_buffers(light, format)) run_on_host(light, format, now.shape);
}

void EdgePicture::share(const Shape& shape, bool maps_tones) {
    if (shared_ && filter_->is_on_cuda() && made_->shape == shape && !maps_tones) return;
    shared_.reset();
    light_buffer_ = Buffer();
    smooth_buffer_ = Buffer();
    if (!filter_->is_on_cuda() || maps_tones) return;
    light_buffer_ = make_shared_buffer(GLsizeiptr(bytes_), true);
    smooth_buffer_ = make_shared_buffer(GLsizeiptr(bytes_), true);
    shared_ = std::make_unique<EdgeBuffers>(light_buffer_.name(), smooth_buffer_.name(), shape);
}

bool EdgePicture::run_in_buffers(const Texture& light, GLenum format) {
    if (!shared_ || !shared_->are_shared() || !filter_->is_on_cuda()) return false;
    Lap lap;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, light_buffer_.name());
    light.read(format, GL_FLOAT, bytes_, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glFinish();
    read_ms_ = lap();
    try {
        filter_->run_on_buffers(*shared_);
    } catch (const Error&) {
        return false;  // there is other memory on the way through the host
    }
    filter_ms_ = lap();
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, smooth_buffer_.name());
    result_.upload(format, GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    upload_ms_ = lap();
    return true;
}

void EdgePicture::run_on_host(const Texture& light, GLenum format, const Shape& shape) {
    if (light_.shape() != shape) light_ = make_image(shape, Sample::f32, "the picture to smooth");
    if (smooth_.shape() != shape) smooth_ = make_image(shape, Sample::f32, "the smooth picture");
    Lap lap;
    light.read(format, GL_FLOAT, light_.bytes(), light_.data<void>());
    read_ms_ = lap();
    const ConstImageView view = std::as_const(light_).view();
    if (made_->tone_map > 0) {
        const Image luminance = log_luminance(view);
        Image base(luminance.shape(), Sample::f32);
        filter_->run(luminance.view(), luminance.view(), base.view());
        compress_base(view, std::as_const(base).view(), made_->tone_map, smooth_.view());
    } else {
        filter_->run(view, view, smooth_.view());
    }
    filter_ms_ = lap();
    result_.upload(format, GL_FLOAT, smooth_.data<void>());
    upload_ms_ = lap();
}

void EdgePicture::report(Timings& timings) const {
    timings.add("read back", "", bytes_, read_ms_, Part::transfer);
    timings.add("edge filter", "", 0, filter_ms_, Part::filter);
    timings.add("upload", "", bytes_, upload_ms_, Part::transfer);
}

}  // namespace sweep::app
