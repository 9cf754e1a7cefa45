#include "app/views/derived/smooth_picture.h"

#include <cmath>
#include <string>
#include <utility>

#include "app/screen/gl/cuda_share.h"
#include "app/work/engines/texture_filter.h"
#include "core/base/error.h"
#include "core/base/memory.h"

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

void SmoothPicture::run(const Texture& light, int channels, const FilterSpec& asked, BoundaryKind boundary,
                        EngineKind engine, bool waits) {
    const Made now{{light.width(), light.height(), channels}, asked, boundary, engine};
    bytes_ = now.shape.samples() * sizeof(float);
    if (info(asked.kind).steps != SmoothingSteps::none) {
        begin_flow(light, now);
        go_on(waits);
        return;
    }
    flow_.forget();
    if (!filter_ || made_ != now) prepare(now);
    make_result(light, channels);
    if (!run_in_buffers(light)) run_on_host(light, now.shape);
    engine_ = filter_->engine();
}

bool SmoothPicture::make_result(const Texture& light, int channels) {
    const GLenum kept = channels == 1 ? GL_R32F : GL_RGBA32F;
    if (result_.is(light.width(), light.height()) && result_.format() == kept &&
        result_.levels() == light.levels())
        return false;
    result_ = Texture(light.width(), light.height(), kept, light.levels());
    if (channels == 1) show_grey(result_);
    return true;
}

std::unique_ptr<Smoothing> SmoothPicture::make(const Made& now) {
    return make_smoothing(now.asked, now.boundary, now.shape, now.shape, Sample::f32, now.engine);
}

void SmoothPicture::prepare(const Made& now) {
    filter_.reset();
    filter_ = make(now);
    share(now.shape);
    made_ = now;
}

void SmoothPicture::begin_flow(const Texture& light, const Made& now) {
    engine_ = engine_of(now.asked, now.engine, Sample::f32);
    const bool is_new = make_result(light, now.shape.channels);
    // What other pixels than these have become is not shown in their place.
    if (is_new || !made_ || made_->shape != now.shape) flow_.forget();
    filter_.reset();
    shared_.reset();
    made_ = now;
    Lap lap;
    Image pixels = make_image(now.shape, Sample::f32, "the picture to smooth");
    light.read(format(), GL_FLOAT, pixels.bytes(), pixels.data<void>());
    read_ms_ = lap();
    if (is_new) result_.upload(format(), GL_FLOAT, pixels.data<void>());  // no time has passed yet
    const bool zeroes_missing = info(now.asked.kind).zeroes_missing;      // as in `sweep filter`
    for (std::size_t i = 0; zeroes_missing && i < now.shape.samples(); ++i)
        if (std::isnan(pixels.data<float>()[i])) pixels.data<float>()[i] = 0;
    flow_.begin([now] { return make(now); }, std::move(pixels));
}

std::optional<Rectangle> SmoothPicture::part() const {
    if (filter_ || !made_ || flow_.part() == whole(made_->shape)) return {};
    return flow_.part();
}

bool SmoothPicture::go_on(bool waits) {
    if (!flow_.go_on(waits)) return false;
    Lap lap;
    result_.upload(format(), GL_FLOAT, flow_.smooth().data<void>());
    upload_ms_ = lap();
    filter_ms_ = flow_.milliseconds();
    return true;
}

void SmoothPicture::forget() {
    flow_.forget();
    made_.reset();
    filter_.reset();
    shared_.reset();
    light_buffer_ = Buffer();
    smooth_buffer_ = Buffer();
    light_ = Image();
    smooth_ = Image();
    result_ = Texture();
}

void SmoothPicture::share(const Shape& shape) {
    const bool is_on_cuda = filter_->engine() == EngineKind::cuda;
    if (shared_ && is_on_cuda && made_->shape == shape) return;
    shared_.reset();
    light_buffer_ = Buffer();
    smooth_buffer_ = Buffer();
    if (!is_on_cuda) return;
    light_buffer_ = make_shared_buffer(GLsizeiptr(bytes_), true);
    smooth_buffer_ = make_shared_buffer(GLsizeiptr(bytes_), true);
    shared_ = std::make_unique<EdgeBuffers>(light_buffer_.name(), smooth_buffer_.name(), shape);
}

bool SmoothPicture::run_in_buffers(const Texture& light) {
    if (!shared_ || !shared_->are_shared() || filter_->engine() != EngineKind::cuda) return false;
    Lap lap;
    glBindBuffer(GL_PIXEL_PACK_BUFFER, light_buffer_.name());
    light.read(format(), GL_FLOAT, bytes_, nullptr);
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
    result_.upload(format(), GL_FLOAT, nullptr);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    upload_ms_ = lap();
    return true;
}

void SmoothPicture::run_on_host(const Texture& light, const Shape& shape) {
    if (light_.shape() != shape) light_ = make_image(shape, Sample::f32, "the picture to smooth");
    if (smooth_.shape() != shape) smooth_ = make_image(shape, Sample::f32, "the smooth picture");
    Lap lap;
    light.read(format(), GL_FLOAT, light_.bytes(), light_.data<void>());
    read_ms_ = lap();
    const ConstImageView view = std::as_const(light_).view();
    filter_->run(view, view, smooth_.view());
    filter_ms_ = lap();
    result_.upload(format(), GL_FLOAT, smooth_.data<void>());
    upload_ms_ = lap();
}

void SmoothPicture::report(Timings& timings) const {
    timings.add("read back", "", bytes_, read_ms_, Part::transfer);
    timings.add(std::string(info(made_->asked.kind).title), "", 0, filter_ms_, Part::filter);
    timings.add("upload", "", bytes_, upload_ms_, Part::transfer);
}

}  // namespace sweep::app
