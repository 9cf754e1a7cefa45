#include "app/work/results/steps/following_run.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "app/base/number_text.h"
#include "core/base/copy_rows.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "files/encoding.h"
#include "files/pixels.h"

namespace sweep::app {
namespace {

// What is missing becomes a hole of the guide.
void make_holes(Image& guide, ConstImageView missing) {
    for (std::size_t i = 0; i < (missing.data ? guide.shape().samples() : 0); ++i) {
        if (missing.row<std::uint8_t>(0)[i] == 0) continue;
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

void FollowingRun::before(const FilterSettings& request, const EngineInput& input, ConstImageView missing) {
    const FilterSpec& filter = request.filter;
    if (!info(filter.kind).follows_picture) return;
    request_ = &request;
    input_ = &input;
    const Image& image = input.image;
    if (const std::string& path = request.guide; info(filter.kind).takes_guide && !path.empty()) {
        FileImage file = read_image(path);
        const Decoding decoding = decoding_of(file.image.sample(), file.encoding, request.linear);
        guide_ = to_float(std::as_const(file.image).view(), image.sample(),
                          decoding.to_light ? decoding.stored : Encoding{});
        make_holes(guide_, std::as_const(file.missing).view());
    } else if (missing.data) {
        guide_ = make_image(image.shape(), image.sample(), "the guide");
        copy_rows(image.view(), guide_.view());
        make_holes(guide_, missing);
    }
    const BoundaryKind boundary = input.problem.boundary.kind;
    validate_smoothing(filter, boundary, image.shape(), guide().shape);
    require_time(filter, engine_of(filter, request.engine, image.sample()), image.shape());
    smoothing_ =
        make_smoothing(filter, boundary, image.shape(), guide().shape, image.sample(), request.engine);
}

void FollowingRun::after(ImageView out, RunReport& report) {
    if (!smoothing_) return;
    const auto start = std::chrono::steady_clock::now();
    smoothing_->run(input_->image.view(), guide(), out);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    StageTime stage = report.stages.back();
    stage.stage.name = info(request_->filter.kind).title;
    stage.stage.paper = "";
    const Smoothing::Rounds rounds = smoothing_->rounds();
    const std::uint64_t bytes = input_->image.bytes();
    stage.stage.bytes_read = std::uint64_t(rounds.reads) * (bytes + guide_.bytes());
    stage.stage.bytes_written = std::uint64_t(rounds.writes) * bytes;
    stage.milliseconds = time.count();
    report.stages.push_back(stage);
}

void FollowingRun::after(Image& weights) {
    if (smoothing_) smoothing_->run(std::as_const(weights).view(), guide(), weights.view());
}

void FollowingRun::require_time_for_truth() const {
    if (!smoothing_) return;
    const double pixels = double(input_->image.shape().pixels());
    if (const auto sigma = sigma_in_minutes(request_->filter, EngineKind::reference, pixels))
        throw Error(
            ExitCode::usage,
            fmt::format(
                "--check would take too long, because the truth of {} is computed in sequence: leave it "
                "out, or use a sigma of at most {}",
                info(request_->filter.kind).noun, plain_number(*sigma)));
}

Image FollowingRun::truth() const {
    return truth_of(request_->filter, input_->problem.boundary.kind, input_->image.view(), guide());
}

}  // namespace sweep::app
