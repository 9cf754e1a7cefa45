// Measures the largest error of box means from the frame's table, against a table in double. About once a
// second the pixels are read back into a buffer without waiting, and a worker thread compares.
#pragma once

#include <array>
#include <future>
#include <optional>
#include <vector>

#include "app/screen/gl/gl.h"
#include "app/work/engines/texture_filter.h"
#include "core/base/image.h"

namespace sweep::app {

inline constexpr std::array<int, 3> error_radii{1, 4, 16};
// The largest errors of the means of boxes of these radii, in steps of an 8-bit screen (1 / 255).
using BoxErrors = std::array<double, error_radii.size()>;

// `source` is float; `table` is float, or uint32 of round(x * fixed_point). `mean`, per channel, was
// subtracted from every sample; it may be empty. Tries the first three channels at every `step`-th pixel of
// every `step`-th row.
BoxErrors box_errors(ConstImageView source, ConstImageView table, double fixed_point,
                     const std::vector<double>& mean, int step);

class TableError {
  public:
    // To be called once a frame, after filter.make_table(source) with this shape. `seconds`: the wall clock.
    void update(const TableSource& source, Shape shape, const TextureFilter& filter, double fixed_point,
                double seconds);
    // Drops the newest errors, and those being measured, because the kind of table has changed.
    void forget();
    const std::optional<BoxErrors>& newest() const { return newest_; }

  private:
    bool is_due(double seconds);
    void compare();

    std::vector<std::byte> copy_;  // of a picture and a table in host memory
    Buffer buffer_;
    std::size_t bytes_ = 0;
    const std::byte *mapped_ = nullptr, *pixels_ = nullptr;  // pixels_: the picture, followed by its table
    Shape shape_;
    bool integers_ = false;
    std::vector<double> mean_;
    double fixed_point_ = 0, asked_at_ = -10;
    GLsync fence_ = nullptr;
    bool outdated_ = false;
    std::optional<BoxErrors> newest_;
    std::future<BoxErrors> work_;  // last: the work reads the buffer, and the destructor waits for it
};

}  // namespace sweep::app
