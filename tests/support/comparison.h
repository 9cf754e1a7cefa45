// How tests compare: samples of any kind, the largest error, a guarded output.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/image.h"
#include "core/problem/problem.h"
#include "gpu/device/half.h"

namespace sweep::test {

// The tolerance of float32 engines, for Gaussians of sigma 0.8 to 340 in the delta realisation and for
// B-splines: four passes of a few roundings each (eps = 6e-8), with room for the carries.
inline constexpr double float_tolerance = 3e-6;
// The tolerance of double: the condition of slow filters (1 / (1 - pole)^2 at worst) on top of eps = 1e-16.
inline constexpr double double_tolerance = 1e-11;

inline double sample_at(ConstImageView image, int y, int i) {
    switch (image.sample) {
        case Sample::u8:
            return image.row<std::uint8_t>(y)[i];
        case Sample::u16:
            return image.row<std::uint16_t>(y)[i];
        case Sample::u32:
            return image.row<std::uint32_t>(y)[i];
        case Sample::f32:
            return double(image.row<float>(y)[i]);
        case Sample::f16:
            return double(gpu::half_value(image.row<std::uint16_t>(y)[i]));
        case Sample::f64:
            return image.row<double>(y)[i];
    }
    return 0;
}

// Returns the largest difference, relative to the largest of `want`; infinity where `got` is not a number.
inline double largest_error(ConstImageView got, ConstImageView want) {
    double error = 0, largest = 0;
    for (int y = 0; y < want.shape.height; ++y)
        for (int i = 0; i < want.shape.width * want.shape.channels; ++i) {
            const double g = sample_at(got, y, i), w = sample_at(want, y, i);
            if (!std::isfinite(g)) return std::numeric_limits<double>::infinity();
            error = std::max(error, std::abs(g - w));
            largest = std::max(largest, std::abs(w));
        }
    return error == 0 ? 0 : error / largest;
}

// Compares two lists of numbers, for instance carries, in the same way.
inline void expect_close(const std::vector<double>& got, const std::vector<double>& want, double tolerance) {
    ASSERT_EQ(got.size(), want.size());
    double error = 0, largest = 0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        error = std::max(error, std::abs(got[i] - want[i]));
        largest = std::max(largest, std::abs(want[i]));
    }
    EXPECT_LE(error, tolerance * largest);
}

// An output with rows longer than the image's, filled with ones (NaN in every float format): an engine must
// not touch what lies between and around the rows, and a sample that it does not write shows up as an error.
class GuardedOutput {
  public:
    explicit GuardedOutput(const Problem& p)
        : sample_(output_sample(p)),
          shape_(p.shape),
          row_(std::size_t(shape_.width * shape_.channels) * size_of(sample_)),
          stride_((row_ + 63) / 64 * 64 + 64),
          bytes_(stride_ * std::size_t(shape_.height + 2), std::byte(0xff)) {}
    ImageView view() { return {bytes_.data() + stride_, shape_, sample_, std::ptrdiff_t(stride_)}; }
    bool guards_intact() const {
        for (std::size_t y = 0; y < std::size_t(shape_.height + 2); ++y)
            for (std::size_t i = y == 0 || y > std::size_t(shape_.height) ? 0 : row_; i < stride_; ++i)
                if (bytes_[y * stride_ + i] != std::byte(0xff)) return false;
        return true;
    }

  private:
    Sample sample_;
    Shape shape_;
    std::size_t row_, stride_;
    std::vector<std::byte> bytes_;
};

}  // namespace sweep::test
