#include "app/work/results/steps/alpha_weights.h"

#include <limits>
#include <utility>
#include <vector>

#include "core/design/kinds.h"

namespace sweep::app {
namespace {

constexpr ColourRange any_colour{-std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::infinity()};

bool is_float(Sample sample) {
    return sample == Sample::f32 || sample == Sample::f64;
}

// The constants outside, as straight as the picture, in the way of its pixels.
void associate_constant(Boundary& boundary, int channels) {
    if (boundary.kind != BoundaryKind::constant) return;
    std::vector<double> value;
    for (int c = 0; c < channels; ++c) value.push_back(boundary.outside(std::size_t(c)));
    for (int c = 0; c < channels - 1; ++c) value[std::size_t(c)] *= value.back();
    boundary.value = std::move(value);
}

}  // namespace

// A picture that is only converted keeps the colours of what is transparent.
bool is_weighted_by_alpha(const FilterSettings& request) {
    return request.premultiply && request.weighs_by_alpha() && request.filter.kind != FilterKind::none;
}

AlphaWeights::AlphaWeights(const FileImage& file, const FilterSettings& request)
    : request_(request),
      is_there_(file.alpha != Alpha::none && file.image.shape().channels % 2 == 0),
      multiplies_(file.alpha == Alpha::straight && is_weighted_by_alpha(request) &&
                  is_transparent(file.image.view())),
      alpha_(file.alpha) {}

void AlphaWeights::before(EngineInput& input) {
    if (multiplies_) {
        colours_ = associate_alpha(input.image);
        alpha_ = Alpha::associated;
        const int channels = input.problem.shape.channels;
        associate_constant(input.problem.boundary, channels);
        if (input.problem.boundary_y) associate_constant(*input.problem.boundary_y, channels);
    } else if (alpha_ == Alpha::associated && is_float(input.image.sample())) {
        colours_ = range_of_associated(std::as_const(input.image).view());
    }
    if (stays() || maps_tones(request_.filter))
        colours_ = any_colour;  // arithmetic makes others than there were
}

void AlphaWeights::put_back(Image& result, const Image& input) const {
    if (stays() && request_.derived.is_none()) set_alpha(result, alpha_of(input.view()));
}

void AlphaWeights::after(Image& result, Alpha wanted) const {
    if (!request_.weighs_by_alpha()) return;
    if (alpha_ == Alpha::associated && wanted == Alpha::straight && is_float(result.sample()))
        divide_by_alpha(result, colours_);
    else if (alpha_ == Alpha::straight && wanted == Alpha::associated)
        associate_alpha(result);
}

void AlphaWeights::limit(Image& result) const {
    if (!limits() || !is_float(result.sample())) return;
    const std::size_t channels = std::size_t(result.shape().channels);
    const auto limit = [&](auto* samples) {
        for (std::size_t i = channels - 1; i < result.shape().samples(); i += channels)
            samples[i] = samples[i] < 0 ? 0 : samples[i] > 1 ? 1 : samples[i];
    };
    result.sample() == Sample::f64 ? limit(result.data<double>()) : limit(result.data<float>());
}

}  // namespace sweep::app
