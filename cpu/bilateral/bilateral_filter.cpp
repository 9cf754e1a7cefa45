#include "cpu/bilateral/bilateral_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "core/base/memory.h"
#include "cpu/base/threads.h"
#include "cpu/bilateral/bilateral_row.h"

namespace sweep::cpu {

class BilateralFilterRun::Planes {
  public:
    virtual ~Planes() = default;
    virtual void begin(ConstImageView in, ConstImageView guide, const Rectangle& cut) = 0;
    virtual void run(std::span<const Rectangle> parts, ImageView out) = 0;
    virtual std::size_t bytes() const = 0;
};

namespace {

template <class T>
class PlanesOf final : public BilateralFilterRun::Planes {
  public:
    PlanesOf(const BilateralFilter& filter, BoundaryKind boundary, int threads)
        : filter_(filter), boundary_(boundary), threads_(threads) {}
    void begin(ConstImageView in, ConstImageView guide, const Rectangle& cut) override;
    void run(std::span<const Rectangle> parts, ImageView out) override;
    std::size_t bytes() const override { return (image_.size() + guide_.size()) * sizeof(T); }

  private:
    void fill_row(ConstImageView guide, int y);
    void filter_row(const Rectangle& part, int y, ImageView out) const;
    bool is_hole(const T* sample, const T* guide, int guide_channels) const;

    const BilateralFilter filter_;
    const BoundaryKind boundary_;
    Threads threads_;
    ConstImageView in_;
    Rectangle cut_;
    int guide_channels_ = 0, radius_ = 0;
    std::ptrdiff_t stride_ = 0, plane_ = 0;
    std::vector<T> image_, guide_;  // planes, one behind the other
    std::vector<T> exponents_;
};

template <class T>
void PlanesOf<T>::begin(ConstImageView in, ConstImageView guide, const Rectangle& cut) {
    validate(filter_, boundary_, in.shape, guide.shape);
    in_ = in;
    cut_ = cut;
    guide_channels_ = guide.shape.channels;
    radius_ = filter_.radius();
    // The last pixels of a row are filtered together with what lies behind them.
    stride_ = cut.width + 2 * radius_ + block_size;
    plane_ = stride_ * (cut.height + 2 * std::ptrdiff_t(radius_));
    const std::size_t samples = std::size_t(plane_) * std::size_t(in.shape.channels),
                      of_guide = std::size_t(plane_) * std::size_t(guide_channels_);
    require_memory((samples + of_guide) * sizeof(T), "the bilateral filter");
    image_.assign(samples, T(0));
    guide_.assign(of_guide, std::numeric_limits<T>::quiet_NaN());
    exponents_.resize(2 * std::size_t(radius_) + 1);
    for (int i = -radius_; i <= radius_; ++i)
        exponents_[std::size_t(i + radius_)] =
            T(std::numbers::log2e / 2 * i / filter_.sigma * i / filter_.sigma);
    threads_.for_each(cut.height + 2 * radius_, 16, [&](std::ptrdiff_t y) { fill_row(guide, int(y)); });
}

template <class T>
bool PlanesOf<T>::is_hole(const T* sample, const T* guide, int guide_channels) const {
    const auto is_finite = [](T x) { return std::isfinite(x); };
    return !std::all_of(sample, sample + in_.shape.channels, is_finite) ||
           !std::all_of(guide, guide + guide_channels, is_finite);
}

// Row y of the planes.
template <class T>
void PlanesOf<T>::fill_row(ConstImageView guide, int y) {
    const int channels = in_.shape.channels, width = in_.shape.width, height = in_.shape.height;
    const BoundaryKind of_guide = boundary_ == BoundaryKind::zero ? BoundaryKind::clamp : boundary_;
    const int row = cut_.y - radius_ + y;
    const T* const guides = guide.row<T>(extended_index(of_guide, row, height));
    const int own_row = extended_index(boundary_, row, height);
    const T zeros[4]{};
    for (int x = 0; x < cut_.width + 2 * radius_; ++x) {
        const int column = cut_.x - radius_ + x, own_column = extended_index(boundary_, column, width);
        const T* const from_guide =
            guides + std::ptrdiff_t(extended_index(of_guide, column, width)) * guide_channels_;
        const T* const from = own_row < 0 || own_column < 0
                                  ? zeros
                                  : in_.row<T>(own_row) + std::ptrdiff_t(own_column) * channels;
        if (is_hole(from, from_guide, guide_channels_)) continue;
        const std::ptrdiff_t at = y * stride_ + x;
        for (int k = 0; k < channels; ++k) image_[std::size_t(k * plane_ + at)] = from[k];
        for (int k = 0; k < guide_channels_; ++k) guide_[std::size_t(k * plane_ + at)] = from_guide[k];
    }
}

template <class T>
void PlanesOf<T>::run(std::span<const Rectangle> parts, ImageView out) {
    std::ptrdiff_t rows = 0;
    for (const Rectangle& part : parts) rows += part.height;
    threads_.for_each(rows, 1, [&](std::ptrdiff_t y) {
        auto part = parts.begin();
        for (; y >= part->height; ++part) y -= part->height;
        filter_row(*part, part->y + int(y), out);
    });
}

// Row y of the image, as far as it lies in the part.
template <class T>
void PlanesOf<T>::filter_row(const Rectangle& part, int y, ImageView out) const {
    const int channels = in_.shape.channels;
    // A range so small that no number of T is as large: any difference is an edge then.
    const double per_difference =
        std::min(std::sqrt(std::numbers::log2e / 2) / filter_.range, double(std::numeric_limits<T>::max()));
    alignas(64) T result[4 * block_size];
    for (int x = part.x; x < part.x + part.width; x += block_size) {
        const int count = std::min(part.x + part.width - x, block_size);
        const std::ptrdiff_t at = (y - cut_.y) * stride_ + (x - cut_.x);
        filter_bilateral_row<T>({image_.data() + at, guide_.data() + at, stride_, plane_, channels,
                                 guide_channels_, radius_, exponents_.data(), T(per_difference)},
                                padded(count), result);
        const std::ptrdiff_t middle = at + radius_ * stride_ + radius_;
        for (int i = 0; i < count; ++i) {
            const bool is_hole = std::isnan(guide_[std::size_t(middle + i)]);
            for (int k = 0; k < channels; ++k) {
                const std::ptrdiff_t sample = std::ptrdiff_t(x + i) * channels + k;
                out.row<T>(y)[sample] = is_hole ? in_.row<T>(y)[sample] : result[k * block_size + i];
            }
        }
    }
}

}  // namespace

BilateralFilterRun::BilateralFilterRun(const BilateralFilter& filter, BoundaryKind boundary, Sample sample,
                                       int threads)
    : planes_(sample == Sample::f64
                  ? std::unique_ptr<Planes>(std::make_unique<PlanesOf<double>>(filter, boundary, threads))
                  : std::make_unique<PlanesOf<float>>(filter, boundary, threads)) {}

BilateralFilterRun::~BilateralFilterRun() = default;

void BilateralFilterRun::begin(ConstImageView in, ConstImageView guide, const Rectangle& cut) {
    planes_->begin(in, guide, cut);
}

void BilateralFilterRun::run(std::span<const Rectangle> parts, ImageView out) {
    planes_->run(parts, out);
}

std::size_t BilateralFilterRun::bytes() const {
    return planes_->bytes();
}

}  // namespace sweep::cpu
