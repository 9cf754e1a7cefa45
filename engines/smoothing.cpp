#include "engines/smoothing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/copy_rows.h"
#include "core/base/error.h"
#include "core/base/float_samples.h"
#include "core/base/memory.h"
#include "core/bilateral/bilateral_reference.h"
#include "core/diffusion/diffusion_filter.h"
#include "core/diffusion/diffusion_reference.h"
#include "core/edge/edge_filter.h"
#include "core/edge/edge_reference.h"
#include "core/edge/tone_map.h"
#include "cpu/bilateral/bilateral_filter.h"
#include "engines/bilateral.h"
#include "engines/diffusion.h"
#include "engines/edge.h"

namespace sweep {
namespace {

// What make_smoothing() is asked for.
struct Wanted {
    const FilterSpec& filter;
    BoundaryKind boundary;
    const Shape &image, &guide;
    Sample sample;
    EngineKind asked;
};

class EdgeSmoothing final : public Smoothing {
  public:
    explicit EdgeSmoothing(const Wanted& w)
        : iterations_(unsigned(w.filter.iterations)),
          contrast_(maps_tones(w.filter) ? w.filter.tone_map : 0),
          asked_(w.asked),
          run_(w.asked, edge_filter(w.filter), w.boundary, contrast_ > 0 ? luminance(w.image) : w.image,
               contrast_ > 0 ? 1 : w.guide.channels, w.sample) {}
    void run(ConstImageView in, ConstImageView guide, ImageView out) override {
        contrast_ > 0 ? run_.map_tones(in, contrast_, out) : run_.run(in, guide, out);
    }
    void run_on_device(ConstImageView in, ConstImageView guide, ImageView out, void* stream) override {
        if (!run_.is_on_cuda()) return Smoothing::run_on_device(in, guide, out, stream);
        contrast_ > 0 ? run_.map_tones_on_device(in, contrast_, out, stream)
                      : run_.run_on_device(in, guide, out, stream);
    }
    EngineKind engine() const override {
        return run_.is_on_cuda()                 ? EngineKind::cuda
               : asked_ == EngineKind::reference ? EngineKind::reference
                                                 : EngineKind::cpu;
    }
    void run_on_buffers(const EdgeBuffers& buffers) override {
        contrast_ > 0 ? run_.map_tones_on_buffers(buffers, contrast_) : run_.run_on_buffers(buffers);
    }
    Rounds rounds() const override { return {iterations_ * unsigned(run_.reads()), iterations_}; }
    std::size_t bytes() const override { return run_.bytes(); }

  private:
    static Shape luminance(const Shape& image) { return {image.width, image.height, 1}; }

    const unsigned iterations_;
    const double contrast_;  // 0: light is not compressed
    const EngineKind asked_;
    EdgeRun run_;
};

void validate_edge(const FilterSpec& filter, BoundaryKind boundary, const Shape& image, const Shape& guide) {
    validate(edge_filter(filter), boundary, image, guide);
    if (filter.tone_map != 0 && !(filter.tone_map >= least_tone_map && filter.tone_map <= largest_tone_map))
        throw Error(ExitCode::usage, "the contrast of a tone map is 1.1 to 1e6");
}

Image truth_of_edge(const FilterSpec& filter, BoundaryKind boundary, ConstImageView in,
                    ConstImageView guide) {
    if (!maps_tones(filter)) return edge_reference(edge_filter(filter), boundary, in, guide);
    const Image luminance = log_luminance(in),
                base = edge_reference(edge_filter(filter), boundary, luminance.view(), luminance.view());
    Image light(in.shape, Sample::f64);
    for (int y = 0; y < in.shape.height; ++y)
        for (int i = 0; i < in.shape.width * in.shape.channels; ++i)
            store_float_sample(light.view(), y, i, float_sample(in, y, i));
    compress_base(std::as_const(light).view(), base.view(), filter.tone_map, light.view());
    return light;
}

class DiffusionSmoothing final : public Smoothing {
  public:
    explicit DiffusionSmoothing(const Wanted& w)
        : engine_(diffusion_engine(w.asked)),
          count_(w.filter.steps),
          run_(w.asked, diffusion_filter(w.filter), w.image) {}
    void run(ConstImageView in, ConstImageView, ImageView out) override { run_.run(in, out); }
    void begin(ConstImageView light) override {
        smooth_ = make_image(light.shape, Sample::f32, "the smooth picture");
        run_.begin(light);
    }
    int steps() const override { return count_; }
    void step() override { run_.step(); }
    const Image& smooth() override {
        run_.store(smooth_.view());
        return smooth_;
    }
    EngineKind engine() const override { return engine_; }
    std::size_t bytes() const override { return run_.bytes(); }

  private:
    const EngineKind engine_;
    const int count_;
    DiffusionRun run_;
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

// In steps from the middle outwards; where all would take too long, the middle alone.
class BilateralSmoothing final : public Smoothing {
  public:
    explicit BilateralSmoothing(const Wanted& w)
        : engine_(bilateral_engine(w.asked)), filter_(bilateral_filter(w.filter)), boundary_(w.boundary) {
        if (engine_ == EngineKind::cpu)
            cpu_ = std::make_unique<cpu::BilateralFilterRun>(filter_, boundary_, w.sample);
    }
    void run(ConstImageView in, ConstImageView guide, ImageView out) override {
        begin_part(in, guide, whole(in.shape));
        run_parts(std::array{whole(in.shape)}, out);
    }
    void begin(ConstImageView light) override {
        smooth_ = make_image(light.shape, Sample::f32, "the smooth picture");
        cut_ = middle_of(whole(light.shape), taps_in_seconds(engine_) / taps(filter_, 1));
        // A ring is as wide on each side as a SIMD pack. A small cut, that of a large sigma, has narrower ones, so
        // that a step stays short.
        constexpr int ring_width = 32, least_count = 16;
        const int side = std::max(cut_.width, cut_.height);
        count_ = std::clamp((side + ring_width - 1) / ring_width, std::min(side, least_count), side);
        done_ = 0;
        copy_rows(light, smooth_.view());
        begin_part(light, light, cut_);
        part_ = {cut_.x + cut_.width / 2, cut_.y + cut_.height / 2, 0, 0};
    }
    int steps() const override { return count_; }
    void step() override {
        const double share = double(++done_) / count_;
        const Rectangle next = middle_of(cut_, pixels_of(cut_) * share * share);
        run_parts(ring(next, part_), smooth_.view());
        part_ = next;
    }
    Rectangle part() const override { return part_; }
    EngineKind engine() const override { return engine_; }
    std::size_t bytes() const override { return cpu_ ? cpu_->bytes() : 0; }

  private:
    // `in` and `guide` live until the last part of `cut` is there, and stay as they are.
    void begin_part(ConstImageView in, ConstImageView guide, const Rectangle& cut) {
        validate(filter_, boundary_, in.shape, guide.shape);
        in_ = in;
        guide_ = guide;
        if (cpu_) cpu_->begin(in, guide, cut);
    }
    void run_parts(std::span<const Rectangle> parts, ImageView out) {
        if (cpu_) return cpu_->run(parts, out);
        for (const Rectangle& part : parts) {
            const Image truth = bilateral_reference(filter_, boundary_, in_, guide_, part);
            for (int y = 0; y < part.height; ++y)
                for (int i = 0; i < part.width * out.shape.channels; ++i)
                    store_float_sample(out, part.y + y, part.x * out.shape.channels + i,
                                       truth.view().row<double>(y)[i]);
        }
    }

    const EngineKind engine_;
    const BilateralFilter filter_;
    const BoundaryKind boundary_;
    std::unique_ptr<cpu::BilateralFilterRun> cpu_;  // null: the reference
    ConstImageView in_, guide_;
    Rectangle cut_, part_;
    int count_ = 0, done_ = 0;
};

template <class Of>
std::unique_ptr<Smoothing> make(const Wanted& wanted) {
    return std::make_unique<Of>(wanted);
}

std::uint64_t four_images(const Shape& image, Sample sample) {
    return 4 * size_of(sample) * image.samples();
}

// The picture and the result in f32, and doubles: two of each sample, and four of each pixel.
std::uint64_t diffusion_memory(const Shape& image, Sample) {
    const std::size_t pixels = std::size_t(image.width) * std::size_t(image.height);
    return (2 * sizeof(float) + 2 * sizeof(double)) * image.samples() + 4 * sizeof(double) * pixels;
}

// A filter that follows the picture.
struct Row {
    FilterKind kind;
    EngineKind (*engine)(EngineKind asked, Sample sample);
    void (*validate)(const FilterSpec&, BoundaryKind, const Shape& image, const Shape& guide);
    std::unique_ptr<Smoothing> (*make)(const Wanted&);
    std::uint64_t (*memory)(const Shape&, Sample);
    Image (*truth)(const FilterSpec&, BoundaryKind, ConstImageView in, ConstImageView guide);
    double (*taps)(const FilterSpec&, double pixels) = nullptr;  // of one by brute force
};

constexpr std::array rows{
    Row{.kind = FilterKind::edge,
        .engine = edge_engine,
        .validate = validate_edge,
        .make = make<EdgeSmoothing>,
        .memory = four_images,  // the fourth: the carries of its blocks
        .truth = truth_of_edge},
    Row{.kind = FilterKind::diffusion,
        .engine = [](EngineKind asked, Sample) { return diffusion_engine(asked); },
        .validate = [](const FilterSpec& filter, BoundaryKind, const Shape& image,
                       const Shape&) { validate(diffusion_filter(filter), image); },
        .make = make<DiffusionSmoothing>,
        .memory = diffusion_memory,
        .truth = [](const FilterSpec& filter, BoundaryKind, ConstImageView in,
                    ConstImageView) { return diffusion_reference(diffusion_filter(filter), in); }},
    Row{.kind = FilterKind::bilateral,
        .engine = [](EngineKind asked, Sample) { return bilateral_engine(asked); },
        .validate = [](const FilterSpec& filter, BoundaryKind boundary, const Shape& image,
                       const Shape& guide) { validate(bilateral_filter(filter), boundary, image, guide); },
        .make = make<BilateralSmoothing>,
        .memory = four_images,  // the fourth: the planes of its windows
        .truth =
            [](const FilterSpec& filter, BoundaryKind boundary, ConstImageView in, ConstImageView guide) {
                return bilateral_reference(bilateral_filter(filter), boundary, in, guide);
            },
        .taps = [](const FilterSpec& filter,
                   double pixels) { return taps(bilateral_filter(filter), pixels); }},
};

// "4.5", "120".
std::string short_number(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

const Row& row_of(const FilterSpec& filter) {
    return *std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.kind == filter.kind; });
}

}  // namespace

EngineKind engine_of(const FilterSpec& filter, EngineKind asked, Sample sample) {
    return row_of(filter).engine(asked, sample);
}

void validate_smoothing(const FilterSpec& filter, BoundaryKind boundary, const Shape& image,
                        const Shape& guide) {
    row_of(filter).validate(filter, boundary, image, guide);
}

std::optional<double> sigma_in_minutes(const FilterSpec& filter, EngineKind engine, double pixels) {
    const auto taps_of = row_of(filter).taps;
    const double most = taps_in_minutes(engine);
    if (!taps_of || taps_of(filter, pixels) <= most) return {};
    return largest_sigma(pixels, most);
}

void require_time(const FilterSpec& filter, EngineKind engine, const Shape& image) {
    const auto sigma = sigma_in_minutes(filter, engine, double(image.pixels()));
    if (!sigma) return;
    const std::string side = std::to_string(std::lround(std::sqrt(row_of(filter).taps(filter, 1))));
    throw Error(ExitCode::usage, std::string(info(filter.kind).noun) + " would take too long, " + side +
                                     " x " + side + " taps for each of " + std::to_string(image.width) +
                                     " x " + std::to_string(image.height) + " pixels: use " +
                                     (*sigma > 0 ? "a sigma of at most " + short_number(*sigma) + ", " : "") +
                                     "a smaller picture, or the filter edge");
}

std::uint64_t memory_of(const FilterSpec& filter, const Shape& image, Sample sample) {
    return row_of(filter).memory(image, sample);
}

Image truth_of(const FilterSpec& filter, BoundaryKind boundary, ConstImageView in, ConstImageView guide) {
    return row_of(filter).truth(filter, boundary, in, guide);
}

std::unique_ptr<Smoothing> make_smoothing(const FilterSpec& filter, BoundaryKind boundary, const Shape& image,
                                          const Shape& guide, Sample sample, EngineKind asked) {
    return row_of(filter).make({filter, boundary, image, guide, sample, asked});
}

void Smoothing::run_on_device(ConstImageView, ConstImageView, ImageView, void*) {
    throw Error(ExitCode::usage,
                "images in device memory are of the engine cuda: ask for it, or copy them to host memory");
}

void Smoothing::begin(ConstImageView light) {
    light_ = light;
    smooth_ = make_image(light.shape, Sample::f32, "the smooth picture");
}

void Smoothing::step() {
    run(light_, light_, smooth_.view());
}

}  // namespace sweep
