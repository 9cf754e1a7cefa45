// Filters that follow the picture on its way: their guides, their runs, and their truth.
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

void FilterRun::prepare_smoothing() {
    const FilterSpec& filter = request_.filter;
    if (const std::string& path = request_.guide; info(filter.kind).takes_guide && !path.empty()) {
        FileImage file = read_image(path);
        const Decoding decoding = decoding_of(file.image.sample(), file.encoding, request_.linear);
        guide_ = to_float(std::as_const(file.image).view(), input_.sample(),
                          decoding.to_light ? decoding.stored : Encoding{});
        make_holes(guide_, file.missing);
    } else if (!missing_.empty()) {
        guide_ = make_image(input_.shape(), input_.sample(), "the guide");
        copy_rows(std::as_const(input_).view(), guide_.view());
        make_holes(guide_, missing_);
    }
    const BoundaryKind boundary = problem_.boundary.kind;
    const Shape image = input_.shape(), guide_shape = guide().shape;
    validate_smoothing(filter, boundary, image, guide_shape);
    require_time(filter, engine_of(filter, request_.engine, input_.sample()), image);
    smoothing_ = make_smoothing(filter, boundary, image, guide_shape, input_.sample(), request_.engine);
}

void FilterRun::follow(ImageView out) {
    const auto start = std::chrono::steady_clock::now();
    smoothing_->run(std::as_const(input_).view(), guide(), out);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    StageTime stage = report_.stages.back();
    stage.stage.name = info(request_.filter.kind).title;
    stage.stage.paper = "";
    const Smoothing::Rounds rounds = smoothing_->rounds();
    stage.stage.bytes_read = std::uint64_t(rounds.reads) * (input_.bytes() + guide_.bytes());
    stage.stage.bytes_written = std::uint64_t(rounds.writes) * input_.bytes();
    stage.milliseconds = time.count();
    report_.stages.push_back(stage);
}

void FilterRun::require_time_for_truth() const {
    if (!smoothing_) return;
    const double pixels = double(input_.shape().pixels());
    if (const auto sigma = sigma_in_minutes(request_.filter, EngineKind::reference, pixels))
        throw Error(
            ExitCode::usage,
            fmt::format("--check would take too long, because the truth of the bilateral filter is computed "
                        "in sequence: leave it out, or use a sigma of at most {}",
                        plain_number(*sigma)));
}

Image FilterRun::truth() const {
    Image truth = truth_of(request_.filter, problem_.boundary.kind, input_.view(), guide());
    if (derived_.is_none()) return truth;
    std::vector<Image> results;
    results.push_back(std::move(truth));
    Image derived(input_.shape(), Sample::f64);
    derive_from(results, derived.view());
    return derived;
}

}  // namespace sweep::app
