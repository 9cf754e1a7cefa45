#include "app/derived/smoothing_steps.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/copy_rows.h"
#include "core/base/memory.h"
#include "engines/bilateral.h"
#include "engines/diffusion.h"

namespace sweep::app {
namespace {

class DiffusionSteps final : public SmoothingSteps {
  public:
    DiffusionSteps(const DiffusionFilter& filter, EngineKind engine, ConstImageView light)
        : count_(filter.steps),
          run_(engine, filter, light.shape),
          smooth_(make_image(light.shape, Sample::f32, "the smooth picture")) {
        run_.begin(light);
    }
    int count() const override { return count_; }
    void step() override { run_.step(); }
    const Image& smooth() override {
        run_.store(smooth_.view());
        return smooth_;
    }
    Rectangle part() const override { return whole(smooth_.shape()); }

  private:
    const int count_;
    DiffusionRun run_;
    Image smooth_;
};

double pixels_of(const Rectangle& part) {
    return double(part.width) * part.height;
}

// What of `outer` is not in `inner`, which lies in it.
std::vector<Rectangle> ring(const Rectangle& outer, const Rectangle& inner) {
    const int right = inner.x + inner.width, bottom = inner.y + inner.height;
    std::vector<Rectangle> parts;
    for (const Rectangle& part : {Rectangle{outer.x, outer.y, outer.width, inner.y - outer.y},
                                  {outer.x, bottom, outer.width, outer.y + outer.height - bottom},
                                  {outer.x, inner.y, inner.x - outer.x, inner.height},
                                  {right, inner.y, outer.x + outer.width - right, inner.height}})
        if (part.width > 0 && part.height > 0) parts.push_back(part);
    return parts;
}

class BilateralSteps final : public SmoothingSteps {
  public:
    BilateralSteps(const BilateralFilter& filter, BoundaryKind boundary, EngineKind engine, double most_taps,
                   ConstImageView light)
        : run_(engine, filter, boundary, Sample::f32),
          smooth_(make_image(light.shape, Sample::f32, "the smooth picture")),
          cut_(middle_of(whole(light.shape), most_taps / taps(filter, 1))) {
        // A ring is as wide on each side as a SIMD pack. A small cut, that of a large sigma, has narrower ones, so
        // that a step stays short.
        constexpr int ring_width = 32, least_count = 16;
        const int side = std::max(cut_.width, cut_.height);
        count_ = std::clamp((side + ring_width - 1) / ring_width, std::min(side, least_count), side);
        copy_rows(light, smooth_.view());
        run_.begin(light, light, cut_);
        part_ = {cut_.x + cut_.width / 2, cut_.y + cut_.height / 2, 0, 0};
    }
    int count() const override { return count_; }
    void step() override {
        const double share = double(++done_) / count_;
        const Rectangle next = middle_of(cut_, pixels_of(cut_) * share * share);
        run_.run_parts(ring(next, part_), smooth_.view());
        part_ = next;
    }
    const Image& smooth() override { return smooth_; }
    Rectangle part() const override { return part_; }

  private:
    BilateralRun run_;
    Image smooth_;
    const Rectangle cut_;
    Rectangle part_;
    int count_ = 0, done_ = 0;
};

}  // namespace

MakeSteps diffusion_steps(const DiffusionFilter& filter, EngineKind engine) {
    return [=](ConstImageView light) { return std::make_unique<DiffusionSteps>(filter, engine, light); };
}

MakeSteps bilateral_steps(const BilateralFilter& filter, BoundaryKind boundary, EngineKind engine,
                          double most_taps) {
    return [=](ConstImageView light) {
        return std::make_unique<BilateralSteps>(filter, boundary, engine, most_taps, light);
    };
}

Rectangle middle_of(const Rectangle& all, double pixels) {
    const double share = std::min(std::sqrt(pixels / pixels_of(all)), 1.0);
    const auto side_of = [&](int side, double most) {
        return std::clamp(int(std::min(side * share, most) + 1e-6), 1, side);
    };
    const int width = side_of(all.width, pixels), height = side_of(all.height, pixels / width);
    return {all.x + (all.width - width) / 2, all.y + (all.height - height) / 2, width, height};
}

}  // namespace sweep::app
