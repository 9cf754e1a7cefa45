#include "engines/diffusion.h"

#include <cmath>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/float_samples.h"
#include "core/base/memory.h"
#include "core/diffusion/diffusion_reference.h"
#include "core/diffusion/noise.h"
#include "cpu/tridiagonal/diffuse.h"
#include "engines/start.h"

namespace sweep {
namespace {

void require_finite(ConstImageView in) {
    for (int y = 0; y < in.shape.height; ++y)
        for (int i = 0; i < in.shape.width * in.shape.channels; ++i)
            if (!std::isfinite(float_sample(in, y, i)))
                throw Error(
                    ExitCode::usage,
                    "diffusion would spread NaN and infinity over the image: replace these samples before");
}

}  // namespace

EngineKind diffusion_engine(EngineKind asked) {
    return pick_cpu_engine(asked, "diffusion");
}

DiffusionRun::DiffusionRun(EngineKind asked, const DiffusionFilter& filter, const Shape& shape)
    : filter_(filter), shape_(shape) {
    validate(filter, shape);
    if (diffusion_engine(asked) == EngineKind::reference) return;
    require_memory(planes(), "diffusion");
    steps_ = std::make_unique<cpu::DiffusionSteps>(filter, shape);
    u_.resize(shape.samples());
    smooth_.resize(shape.samples());
    if (filter.noise == 0) return;
    gaussian_ = entry_of(EngineKind::cpu).start(nullptr);
    gaussian_->prepare(noise_problem(filter, {shape.width, shape.height, 1}));
}

DiffusionRun::~DiffusionRun() = default;

std::size_t DiffusionRun::planes() const {
    return (2 * shape_.samples() + 4 * shape_.pixels()) * sizeof(double);
}

std::size_t DiffusionRun::bytes() const {
    return (steps_ ? planes() : truth_.bytes()) + (gaussian_ ? gaussian_->working_bytes() : 0);
}

// Planes of u_ into those of smooth_.
void DiffusionRun::smooth() {
    if (!gaussian_) {
        smooth_ = u_;
        return;
    }
    const Shape plane{shape_.width, shape_.height, 1};
    const std::ptrdiff_t row = std::ptrdiff_t(plane.row_bytes(Sample::f64));
    for (std::size_t c = 0; c < std::size_t(shape_.channels); ++c)
        gaussian_->run({u_.data() + c * plane.samples(), plane, Sample::f64, row},
                       {smooth_.data() + c * plane.samples(), plane, Sample::f64, row});
}

// Of the sample i of row y in the planes.
std::size_t DiffusionRun::place(int y, int i) const {
    return (std::size_t(i % shape_.channels) * std::size_t(shape_.height) + std::size_t(y)) *
               std::size_t(shape_.width) +
           std::size_t(i / shape_.channels);
}

void DiffusionRun::begin(ConstImageView in) {
    require_finite(in);
    const int count = shape_.width * shape_.channels;
    if (!steps_) truth_ = make_image(shape_, Sample::f64, "diffusion");
    for (int y = 0; y < shape_.height; ++y)
        for (int i = 0; i < count; ++i)
            if (steps_)
                u_[place(y, i)] = float_sample(in, y, i);
            else
                store_float_sample(truth_.view(), y, i, float_sample(in, y, i));
}

void DiffusionRun::step() {
    if (!steps_) {
        DiffusionFilter one = filter_;
        one.time = filter_.time / filter_.steps;
        one.steps = 1;
        truth_ = diffusion_reference(one, std::as_const(truth_).view());
        return;
    }
    smooth();
    steps_->run(u_.data(), smooth_.data());
    std::swap(u_, smooth_);
}

void DiffusionRun::store(ImageView out) const {
    const int count = shape_.width * shape_.channels;
    for (int y = 0; y < shape_.height; ++y)
        for (int i = 0; i < count; ++i)
            store_float_sample(out, y, i, steps_ ? u_[place(y, i)] : truth_.view().row<double>(y)[i]);
}

void DiffusionRun::run(ConstImageView in, ImageView out) {
    begin(in);
    for (int i = 0; i < filter_.steps; ++i) step();
    store(out);
}

}  // namespace sweep
