#include "engines/edge.h"

#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/float_samples.h"
#include "core/base/memory.h"
#include "core/edge/edge_reference.h"
#include "core/edge/tone_map.h"
#include "cpu/edge/edge_filter.h"
#include "engines/start.h"
#include "gpu/edge/edge_filter.h"
#include "gpu/interop/interop.h"
#include "gpu/probe.h"

namespace sweep {

EngineKind edge_engine(EngineKind asked, Sample sample) {
    if (asked == EngineKind::automatic) {
        static const bool has_cuda = gpu::probe().usable;
        return has_cuda && sample == Sample::f32 ? EngineKind::cuda : EngineKind::cpu;
    }
    if (asked == EngineKind::opengl)
        throw Error(ExitCode::usage, "the edge filter is not on " + std::string(name_of(asked).title) +
                                         ": use the engine auto, cuda, cpu or reference");
    if (asked == EngineKind::cuda && sample != Sample::f32)
        throw Error(
            ExitCode::usage,
            "the edge filter on CUDA is of float32: convert the samples, or use the engine auto or cpu");
    return pick_engine(asked, sample).kind;
}

EdgeRun::EdgeRun(EngineKind asked, const EdgeFilter& filter, BoundaryKind boundary, const Shape& image,
                 int guide_channels, Sample sample)
    : asked_(asked),
      filter_(filter),
      boundary_(boundary),
      shape_(image),
      guide_channels_(guide_channels),
      sample_(sample) {
    const EngineKind engine = edge_engine(asked, sample);
    if (engine == EngineKind::cuda)
        gpu_ = std::make_unique<gpu::EdgeFilterRun>(filter, boundary, image, guide_channels);
    else if (engine == EngineKind::cpu)
        start_cpu();
    else
        validate(filter, boundary, image, {image.width, image.height, guide_channels});
}

EdgeRun::~EdgeRun() = default;

void EdgeRun::start_cpu() {
    cpu_ = std::make_unique<cpu::EdgeFilterRun>(filter_, boundary_, shape_, guide_channels_, sample_);
}

int EdgeRun::reads() const {
    return gpu_ ? 3 : 2;
}

std::size_t EdgeRun::bytes() const {
    return gpu_ ? gpu_->bytes() : cpu_ ? cpu_->bytes() : 0;
}

void EdgeRun::run_on_device(ConstImageView in, ConstImageView guide, ImageView out, void* stream) {
    gpu_->run_on_device(in, guide, out, stream);
}

void EdgeRun::map_tones_on_device(ConstImageView light, double contrast, ImageView out, void* stream) {
    gpu_->map_tones_on_device(light, contrast, out, stream);
}

EdgeBuffers::EdgeBuffers(unsigned in, unsigned out, const Shape& shape) : shape_(shape) {
    std::string why_not;  // the way through host memory is the same to who asks
    in_ = gpu::register_buffer(in, shape, Access::read, why_not);
    if (in_) out_ = gpu::register_buffer(out, shape, Access::write, why_not);
}

EdgeBuffers::~EdgeBuffers() = default;

template <class F>
void EdgeBuffers::map(const F& f) const {
    const std::ptrdiff_t row = std::ptrdiff_t(shape_.row_bytes(Sample::f32));
    gpu::on_mapped_buffers(*in_, *out_, [&](const void* from, void* to) {
        f(ConstImageView{from, shape_, Sample::f32, row}, ImageView{to, shape_, Sample::f32, row});
    });
}

void EdgeRun::run_on_buffers(const EdgeBuffers& buffers) {
    buffers.map(
        [&](ConstImageView image, ImageView out) { gpu_->run_on_device(image, image, out, nullptr); });
}

void EdgeRun::map_tones_on_buffers(const EdgeBuffers& buffers, double contrast) {
    buffers.map([&](ConstImageView light, ImageView out) {
        gpu_->map_tones_on_device(light, contrast, out, nullptr);
    });
}

template <class OnCuda, class OnHost>
void EdgeRun::on_engine(const OnCuda& on_cuda, const OnHost& on_host) {
    if (gpu_) {
        try {
            return on_cuda(*gpu_);
        } catch (const Error&) {
            if (asked_ != EngineKind::automatic) throw;
        }
        gpu_.reset();
        start_cpu();
    }
    on_host();
}

void EdgeRun::map_tones(ConstImageView light, double contrast, ImageView out) {
    on_engine([&](gpu::EdgeFilterRun& gpu) { gpu.map_tones(light, contrast, out); },
              [&] {
                  const Image luminance = log_luminance(light);
                  Image base = make_image(shape_, sample_, "the base of the luminance");
                  run_on_host(luminance.view(), luminance.view(), base.view());
                  compress_base(light, std::as_const(base).view(), contrast, out);
              });
}

void EdgeRun::run(ConstImageView in, ConstImageView guide, ImageView out) {
    on_engine([&](gpu::EdgeFilterRun& gpu) { gpu.run(in, guide, out); },
              [&] { run_on_host(in, guide, out); });
}

void EdgeRun::run_on_host(ConstImageView in, ConstImageView guide, ImageView out) const {
    if (cpu_) return cpu_->run(in, guide, out);
    const Image truth = edge_reference(filter_, boundary_, in, guide);
    for (int y = 0; y < out.shape.height; ++y)
        for (int i = 0; i < out.shape.width * out.shape.channels; ++i)
            store_float_sample(out, y, i, truth.view().row<double>(y)[i]);
}

}  // namespace sweep
