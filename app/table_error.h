// The largest error of box sums from the table of the frame, against a table in double: measured beside the frame.
// The pixels are read back into a buffer without waiting, and a worker thread compares; about once a second.
#pragma once

#include "app/gl.h"
#include "app/texture_filter.h"
#include "core/image.h"

#include <array>
#include <future>
#include <optional>
#include <vector>

namespace sweep::app {

inline constexpr std::array<int, 3> error_radii{1, 4, 16};
// Largest errors of the means of boxes of these radii, in steps of an 8-bit screen.
using BoxErrors = std::array<double, error_radii.size()>;

// `source` and `table` are float, or uint32 of round(x * fixed_point) for the table. `mean`, per channel, is what was
// taken off every sample; may be empty. Looks at the first three channels, at every `step`-th pixel of every `step`-th row.
BoxErrors box_errors(ConstImageView source, ConstImageView table, double fixed_point,
                     const std::vector<double>& mean, int step);

class TableError {
  public:
    // Once a frame, behind filter.make_table(source), of this shape. `seconds`: the clock of the wall.
    void update(const TableSource& source, Shape shape, const TextureFilter& filter, double fixed_point,
                double seconds);
    // Forgets what another kind of table had.
    void forget();
    const std::optional<BoxErrors>& newest() const { return newest_; }

  private:
    bool is_due(double seconds);
    void compare();

    std::vector<std::byte> copy_;  // of what is in memory
    Buffer buffer_;
    std::size_t bytes_ = 0;
    const std::byte *mapped_ = nullptr, *pixels_ = nullptr;  // pixels_: the picture, and its table behind it
    Shape shape_;
    bool integers_ = false;
    std::vector<double> mean_;
    double fixed_point_ = 0, asked_at_ = -10;
    GLsync fence_ = nullptr;
    bool outdated_ = false;
    std::optional<BoxErrors> newest_;
    std::future<BoxErrors> work_;  // last: it reads the buffer, and its destructor waits
};

}  // namespace sweep::app
