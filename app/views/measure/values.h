// The values of a picture as numbers: histogram, percentiles, profile along a line, and statistics of a box in constant
// time. Works in host memory without OpenGL.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "app/base/area.h"
#include "app/lessons/table/sums.h"
#include "app/views/compare/text.h"
#include "app/work/request/measure_settings.h"
#include "core/base/image.h"

namespace sweep::app {

// One number a pixel, in the unit of the file: that of one channel, or the mean of red, green and blue.
struct ValuePlane {
    Region region;  // of the picture: what is measured
    std::vector<float> values;
    bool is_whole = false;  // all are integers
    std::size_t not_finite = 0;
    // Of the finite ones; 0 where there are none.
    float least = 0, most = 0;
    // The values between which all but one in a thousand at each end lie.
    float low = 0, high = 0;

    float at(int x, int y) const {  // of the picture
        return values[std::size_t(y - region.y) * std::size_t(region.width) + std::size_t(x - region.x)];
    }
};

// `view` has four channels, and is the region's part of a texture with such values.
// Of a picture in colours the channel.
ValuePlane plane_of(const ConstImageView& view, const Region& region, const ValueKind& kind,
                    MeasuredChannel channel = MeasuredChannel::mean);

// How many values lie in each of equal steps from `low` on.
struct Histogram {
    double low = 0, step = 1;
    std::vector<std::size_t> counts;

    double high() const { return low + step * double(counts.size()); }
};
// About `bins` steps over the values from `least` to `most`. Between integers each step has equally many of them.
Histogram histogram_of(const ValuePlane& plane, double least, double most, int bins);

// The least and the largest value of an axis that shows these: where they are all the same, or differ by
// rounding alone, it is wider than they are.
std::array<double, 2> axis_between(double least, double most, bool is_whole);

// The values along a line, a step of at most one pixel each, both ends included; between pixels they are interpolated.
// `distance` is that from the first end, in pixels. NaN lies outside of what is measured.
struct Profile {
    double step = 1;
    std::vector<double> values;
};
Profile profile_of(const ValuePlane& plane, const std::array<Pixel, 2>& line);

// The tables of x and of x^2 in double, of the values less `datum`, which is near their mean: then little is lost by
// subtracting large sums, and nothing of integers while their sums stay below 2^53. Values that are not finite are left
// out: 0 stands for them in the table. Without others there is none.
struct ValueTable {
    double datum = 0;
    BoxTable table;
};
std::optional<ValueTable> table_of(const ValuePlane& plane);

struct BoxStatistics {
    std::size_t count = 0;  // of finite values
    double mean = 0,
           deviation = 0;       // the deviation is that of the pixels themselves: divided by their number
    float least = 0, most = 0;  // not from the table: all pixels are looked at
};
// Of the finite values of a box in the picture that are measured; nothing where there are none.
std::optional<BoxStatistics> statistics_of(const ValuePlane& plane, const ValueTable& table,
                                           const Region& box);

// Both corners belong to the box.
Region box_between(const std::array<Pixel, 2>& corners);

}  // namespace sweep::app
