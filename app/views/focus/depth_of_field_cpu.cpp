#include "app/views/focus/depth_of_field_cpu.h"

#include <utility>

#include "app/work/request/focus_settings.h"
#include "core/base/memory.h"

namespace sweep::app {

static_assert(largest_box == cpu::DepthBlur::largest_box, "the controls offer what the blur can do");
namespace {

double milliseconds_since(double start) {
    return (wall_seconds() - start) * 1000;
}

}  // namespace

ConstImageView CpuDepthOfField::prepare(const Texture& sharp, const Texture* depth, bool changed,
                                        const cpu::Lens& lens, cpu::Blur method, const cpu::Bokeh& bokeh,
                                        float fixed_point, float corner_scale) {
    const Shape shape{sharp.width(), sharp.height(), 4};
    read_ms_ = boxes_ms_ = -1;
    if (changed || sharp.name() != read_ || sharp_.shape() != shape || depth_.empty() != !depth) {
        read_ = 0;  // until all pixels are there
        if (sharp_.shape() != shape) sharp_ = make_image(shape, Sample::f32, "the picture to blur");
        if (!depth)
            depth_ = {};
        else if (depth_.shape().width != shape.width || depth_.shape().height != shape.height)
            depth_ = make_image({shape.width, shape.height, 1}, Sample::f32, "the depth map");
        glFinish();  // earlier draw calls, for which reading waits in any case, do not belong to this row
        const double start = wall_seconds();
        sharp.read(GL_RGBA, GL_FLOAT, sharp_.bytes(), sharp_.data<void>());
        if (depth)
            depth->read(depth->format() == GL_R32F ? GL_RED : GL_DEPTH_COMPONENT, GL_FLOAT, depth_.bytes(),
                        depth_.data<void>());
        read_ms_ = milliseconds_since(start);
        read_ = sharp.name();
    }
    const double start = wall_seconds();
    const ConstImageView depths = depth ? std::as_const(depth_).view() : ConstImageView{};
    const ConstImageView made =
        blur_.prepare(std::as_const(sharp_).view(), depths, lens, method, bokeh, fixed_point, corner_scale);
    has_layers_ = method == cpu::Blur::layers || method == cpu::Blur::spread;
    diffuses_ = method == cpu::Blur::diffusion;
    layers_ms_ = milliseconds_since(start);
    return made;
}

void CpuDepthOfField::draw(const cpu::BlurTable& table, const cpu::Bokeh& bokeh, int first_column,
                           const Texture& result) {
    if (result_.shape() != sharp_.shape())
        result_ = make_image(sharp_.shape(), Sample::f32, "the blurred picture");
    double start = wall_seconds();
    blur_.draw(std::as_const(sharp_).view(), table, bokeh, first_column, result_.view());
    boxes_ms_ = milliseconds_since(start);
    start = wall_seconds();
    result.upload(GL_RGBA, GL_FLOAT, result_.data<void>());
    upload_ms_ = milliseconds_since(start);
}

void CpuDepthOfField::report_before(Timings& timings) const {
    if (read_ms_ >= 0)
        timings.add("read back", "", sharp_.bytes() + depth_.bytes(), read_ms_, Part::transfer);
    if (has_layers_) timings.add("layers", "CPU", 0, layers_ms_, Part::filter);
}

void CpuDepthOfField::report_behind(Timings& timings) const {
    if (boxes_ms_ < 0) return;
    timings.add(diffuses_ ? "diffusion" : "boxes", "CPU", 0, boxes_ms_, Part::filter);
    timings.add("upload", "", result_.bytes(), upload_ms_, Part::transfer);
}

}  // namespace sweep::app
