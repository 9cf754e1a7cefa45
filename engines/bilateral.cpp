#include "engines/bilateral.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/base/error.h"
#include "core/base/float_samples.h"
#include "core/bilateral/bilateral_reference.h"
#include "cpu/bilateral/bilateral_filter.h"
#include "engines/start.h"

namespace sweep {
namespace {

// "4.5", "120".
std::string short_number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

}  // namespace

EngineKind bilateral_engine(EngineKind asked) {
    return pick_cpu_engine(asked, "the bilateral filter");
}

double taps_in_seconds(EngineKind engine) {
    return engine == EngineKind::reference ? 1e8 : 1e10;
}

double taps_in_minutes(EngineKind engine) {
    return 100 * taps_in_seconds(engine);
}

void require_bilateral_time(EngineKind engine, const BilateralFilter& filter, const Shape& image) {
    const double most = taps_in_minutes(engine), pixels = double(image.pixels()),
                 sigma = largest_sigma(pixels, most);
    if (taps(filter, pixels) <= most) return;
    const std::string side = std::to_string(2 * filter.radius() + 1);
    throw Error(ExitCode::usage, "the bilateral filter would take too long, " + side + " x " + side +
                                     " taps for each of " + std::to_string(image.width) + " x " +
                                     std::to_string(image.height) + " pixels: use " +
                                     (sigma > 0 ? "a sigma of at most " + short_number(sigma) + ", " : "") +
                                     "a smaller picture, or the filter edge");
}

BilateralRun::BilateralRun(EngineKind asked, const BilateralFilter& filter, BoundaryKind boundary,
                           Sample sample)
    : filter_(filter), boundary_(boundary) {
    if (bilateral_engine(asked) == EngineKind::cpu)
        cpu_ = std::make_unique<cpu::BilateralFilterRun>(filter, boundary, sample);
}

BilateralRun::~BilateralRun() = default;

void BilateralRun::run(ConstImageView in, ConstImageView guide, ImageView out) {
    begin(in, guide, whole(in.shape));
    run_parts(std::array{whole(in.shape)}, out);
}

void BilateralRun::begin(ConstImageView in, ConstImageView guide, const Rectangle& cut) {
    validate(filter_, boundary_, in.shape, guide.shape);
    in_ = in;
    guide_ = guide;
    if (cpu_) cpu_->begin(in, guide, cut);
}

void BilateralRun::run_parts(std::span<const Rectangle> parts, ImageView out) {
    if (cpu_) return cpu_->run(parts, out);
    for (const Rectangle& part : parts) {
        const Image truth = bilateral_reference(filter_, boundary_, in_, guide_, part);
        for (int y = 0; y < part.height; ++y)
            for (int i = 0; i < part.width * out.shape.channels; ++i)
                store_float_sample(out, part.y + y, part.x * out.shape.channels + i,
                                   truth.view().row<double>(y)[i]);
    }
}

}  // namespace sweep
