#include "app/work/results/steps/small_samples.h"

#include <cmath>
#include <utility>

#include "core/base/memory.h"
#include "core/engine/small_samples.h"

namespace sweep::app {

void SmallSamples::before(EngineInput& input) {
    exponent_ = exponent_of_small(input.problem, std::as_const(input.image).view());
    if (exponent_ == 0) return;
    multiply_by_power_of_two(std::as_const(input.image).view(), exponent_, input.image.view());
    input.problem = of_multiple(std::move(input.problem), exponent_);
}

void SmallSamples::after(Image& result) const {
    if (exponent_ != 0) multiply_by_power_of_two(std::as_const(result).view(), -exponent_, result.view());
}

double SmallSamples::scaled(double difference) const {
    return std::ldexp(difference, exponent_);
}

Image SmallSamples::in_scale_of_file(const Image& passed) const {
    if (exponent_ == 0) return {};
    Image restored = make_image(passed.shape(), passed.sample(), "a picture of small samples");
    multiply_by_power_of_two(passed.view(), -exponent_, restored.view());
    return restored;
}

}  // namespace sweep::app
