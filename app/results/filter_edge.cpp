// Filters that follow the picture on its way: the edge filter and the bilateral filter with their guide, tone
// mapping, and diffusion; their runs and their truth.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "app/results/filter_run.h"
#include "core/base/copy_rows.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/bilateral/bilateral_reference.h"
#include "core/diffusion/diffusion_reference.h"
#include "core/edge/edge_reference.h"
#include "core/edge/tone_map.h"

namespace sweep::app {
namespace {

// What is missing becomes a hole of the guide.
void make_holes(Image& guide, const Image& missing) {
    for (std::size_t i = 0; i < (missing.empty() ? 0 : guide.shape().samples()); ++i) {
        if (missing.data<std::uint8_t>()[i] == 0) continue;
        if (guide.sample() == Sample::f64)
            guide.data<double>()[i] = std::numeric_limits<double>::quiet_NaN();
        else
            guide.data<float>()[i] = std::numeric_limits<float>::quiet_NaN();
    }
}

}  // namespace

void take_transparent_for_missing(FileImage& file) {
    const int channels = file.image.shape().channels;
    if (file.alpha == Alpha::none || channels % 2 != 0) return;
    const ConstImageView all = std::as_const(file.image).view();
    const Image opaque = opaque_pixels(all);
    Image kept = without_alpha(all),
          missing = make_image(kept.shape(), Sample::u8, "what is missing between strokes");
    const std::size_t count = std::size_t(channels - 1), pixel = count * size_of(all.sample);
    std::size_t holes = 0;
    for (int y = 0; y < all.shape.height; ++y)
        for (int x = 0; x < all.shape.width; ++x) {
            const bool was_missing =
                           !file.missing.empty() &&
                           std::as_const(file.missing).view().row<std::uint8_t>(y)[x * channels] != 0,
                       is_missing = was_missing || opaque.view().row<std::uint8_t>(y)[x] == 0;
            if (is_missing) std::memset(kept.view().row<std::byte>(y) + std::size_t(x) * pixel, 0, pixel);
            std::fill_n(missing.view().row<std::uint8_t>(y) + std::size_t(x) * count, count,
                        std::uint8_t(is_missing));
            holes += is_missing;
        }
    file.image = std::move(kept);
    file.alpha = Alpha::none;
    if (holes == 0) return;
    file.missing = std::move(missing);
    file.missing_note = fmt::format("{} pixels that are not opaque", holes);
}

void FilterRun::prepare_guided() {
    const bool maps_tones = sweep::maps_tones(request_.filter);
    if (const std::string& path = request_.guide; !path.empty()) {
        FileImage file = read_image(path);
        const Decoding decoding = decoding_of(file.image.sample(), file.encoding, request_.linear);
        guide_ = to_float(std::as_const(file.image).view(), input_.sample(),
                          decoding.to_light ? decoding.stored : Encoding{});
        make_holes(guide_, file.missing);
    } else if (!missing_.empty() && !maps_tones) {
        guide_ = make_image(input_.shape(), input_.sample(), "the guide");
        copy_rows(std::as_const(input_).view(), guide_.view());
        make_holes(guide_, missing_);
    }
    const Shape luminance{input_.shape().width, input_.shape().height, 1};
    const Shape image = maps_tones ? luminance : input_.shape(),
                guide = guide_.empty() ? image : guide_.shape();
    if (request_.filter.kind == FilterKind::bilateral) {
        validate(bilateral_filter(request_.filter), problem_.boundary.kind, image, guide);
        require_bilateral_time(bilateral_engine(request_.engine), bilateral_filter(request_.filter), image);
        bilateral_ = std::make_unique<BilateralRun>(request_.engine, bilateral_filter(request_.filter),
                                                    problem_.boundary.kind, input_.sample());
        return;
    }
    validate(edge_filter(request_.filter), problem_.boundary.kind, image, guide);
    edge_ = std::make_unique<EdgeRun>(request_.engine, edge_filter(request_.filter), problem_.boundary.kind,
                                      image, guide.channels, input_.sample());
}

void FilterRun::smooth(ConstImageView in, ImageView out) {
    const ConstImageView guide = guide_.empty() ? std::as_const(input_).view() : std::as_const(guide_).view();
    if (bilateral_) return bilateral_->run(in, guide, out);
    if (request_.filter.tone_map > 0) return edge_->map_tones(in, request_.filter.tone_map, out);
    edge_->run(in, guide, out);
}

void FilterRun::follow(ImageView out) {
    const auto start = std::chrono::steady_clock::now();
    if (diffusion_)
        diffusion_->run(std::as_const(input_).view(), out);
    else
        smooth(std::as_const(input_).view(), out);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    StageTime stage = report_.stages.back();
    stage.stage.name = info(request_.filter.kind).title;
    stage.stage.paper = "";
    const auto rounds = std::uint64_t(request_.filter.iterations);
    const std::size_t of_guide = guide_.empty() ? 0 : guide_.bytes();
    // What the others move is up to the caches.
    stage.stage.bytes_read = edge_ ? rounds * std::uint64_t(edge_->reads()) * (input_.bytes() + of_guide) : 0;
    stage.stage.bytes_written = edge_ ? rounds * input_.bytes() : 0;
    stage.milliseconds = time.count();
    report_.stages.push_back(stage);
}

void FilterRun::require_time_for_truth() const {
    const double pixels = double(input_.shape().pixels()), most = taps_in_minutes(EngineKind::reference);
    if (!bilateral_ || taps(bilateral_filter(request_.filter), pixels) <= most) return;
    throw Error(
        ExitCode::usage,
        fmt::format("--check would take too long, because the truth of the bilateral filter is computed "
                    "in sequence: leave it out, or use a sigma of at most {}",
                    plain_number(largest_sigma(pixels, most))));
}

Image FilterRun::truth() const {
    Image truth;
    const ConstImageView in = input_.view();
    if (diffusion_) {
        truth = diffusion_reference(diffusion_filter(request_.filter), in);
    } else if (bilateral_) {
        truth = bilateral_reference(bilateral_filter(request_.filter), problem_.boundary.kind, in,
                                    guide_.empty() ? in : guide_.view());
    } else if (request_.filter.tone_map > 0) {
        const Image luminance = log_luminance(in),
                    base = edge_reference(edge_filter(request_.filter), problem_.boundary.kind,
                                          luminance.view(), luminance.view());
        Image light = to_float(in, Sample::f64, Encoding{});
        compress_base(std::as_const(light).view(), base.view(), request_.filter.tone_map, light.view());
        return light;
    } else {
        truth = edge_reference(edge_filter(request_.filter), problem_.boundary.kind, in,
                               guide_.empty() ? in : guide_.view());
    }
    if (derived_.is_none()) return truth;
    std::vector<Image> results;
    results.push_back(std::move(truth));
    Image derived(input_.shape(), Sample::f64);
    derive_from(results, derived.view());
    return derived;
}

}  // namespace sweep::app
