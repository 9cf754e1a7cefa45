#include "app/views/measure/values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/screen/gl/read_back.h"

namespace sweep::app {
namespace {

constexpr double left_out = 0.001;  // of the values, at each end of the range

// The value with so many of the finite ones below it. The order of the values changes.
float ranked(std::vector<float>& finite, double fraction) {
    const auto at = finite.begin() + std::ptrdiff_t(std::lround(fraction * double(finite.size() - 1)));
    std::nth_element(finite.begin(), at, finite.end());
    return *at;
}

}  // namespace

ValuePlane plane_of(const ConstImageView& view, const Region& region, const ValueKind& kind,
                    MeasuredChannel channel) {
    ValuePlane plane;
    plane.region = region;
    const bool is_mean = !kind.unit.one_channel && channel == MeasuredChannel::mean;
    const std::size_t one = kind.unit.one_channel || is_mean ? 0 : std::size_t(channel) - 1;
    plane.is_whole = kind.is_whole && !is_mean;
    plane.values.reserve(std::size_t(region.width) * std::size_t(region.height));
    for (int y = 0; y < region.height; ++y)
        for (int x = 0; x < region.width; ++x) {
            const std::array<double, 4> v = channels_at(view, x, y);
            const double value =
                is_mean ? (kind.of(v[0]) + kind.of(v[1]) + kind.of(v[2])) / 3 : kind.of(v[one]);
            plane.values.push_back(float(plane.is_whole ? std::nearbyint(value) : value));
        }
    std::vector<float> finite;
    finite.reserve(plane.values.size());
    for (const float value : plane.values)
        if (std::isfinite(value)) finite.push_back(value);
    plane.not_finite = plane.values.size() - finite.size();
    if (finite.empty()) return plane;
    const auto [least, most] = std::minmax_element(finite.begin(), finite.end());
    plane.least = *least, plane.most = *most;
    plane.low = ranked(finite, left_out), plane.high = ranked(finite, 1 - left_out);
    return plane;
}

Histogram histogram_of(const ValuePlane& plane, double least, double most, int bins) {
    Histogram histogram;
    if (!(most > least)) most = least + (plane.is_whole ? 1 : std::max(std::abs(least) * 1e-6, 1e-30));
    histogram.low = least;
    histogram.step = (most - least) / bins;
    if (plane.is_whole) {  // the middle of the first step lies among its integers
        histogram.step = std::max(std::ceil((most - least + 1) / bins), 1.0);
        histogram.low = std::floor(least) - 0.5;
        bins = int(std::ceil((most + 0.5 - histogram.low) / histogram.step));
    }
    histogram.counts.resize(std::size_t(bins));
    for (const float value : plane.values)
        if (std::isfinite(value) && double(value) >= least && double(value) <= most) {
            const int bin = int((double(value) - histogram.low) / histogram.step);
            ++histogram.counts[std::size_t(std::clamp(bin, 0, bins - 1))];
        }
    return histogram;
}

std::array<double, 2> axis_between(double least, double most, bool is_whole) {
    constexpr double rounding = 1e-5, tiny = 1e-12;
    const double size = std::max(std::abs(least), std::abs(most)),
                 narrowest = std::max({rounding * size, is_whole ? 2.0 : 0.0, tiny}),
                 lacking = std::max(narrowest - (most - least), 0.0);
    return {least - lacking / 2, most + lacking / 2};
}

Profile profile_of(const ValuePlane& plane, const std::array<Pixel, 2>& line) {
    const double dx = line[1].x - line[0].x, dy = line[1].y - line[0].y, length = std::hypot(dx, dy);
    const int steps = std::max(int(std::ceil(length)), 1);
    Profile profile;
    profile.step = length / steps;
    const Region& region = plane.region;
    const auto value = [&](int x, int y) {
        return region.contains(x, y) ? double(plane.at(x, y)) : std::numeric_limits<double>::quiet_NaN();
    };
    // A neighbour without weight does not count, whatever it is.
    const auto between = [](double a, double b, double t) { return t == 0 ? a : a + t * (b - a); };
    for (int i = 0; i <= steps; ++i) {
        const double x = line[0].x + dx * i / steps, y = line[0].y + dy * i / steps;
        const int left = int(std::floor(x)), top = int(std::floor(y));
        const double u = x - left, v = y - top;
        const auto row = [&](int at) {
            return between(value(left, at), u == 0 ? 0 : value(left + 1, at), u);
        };
        profile.values.push_back(between(row(top), v == 0 ? 0 : row(top + 1), v));
    }
    return profile;
}

std::optional<ValueTable> table_of(const ValuePlane& plane) {
    const std::size_t finite = plane.values.size() - plane.not_finite;
    if (finite == 0) return {};
    double sum = 0;
    for (const float value : plane.values)
        if (std::isfinite(value)) sum += double(value);
    ValueTable table;
    table.datum = sum / double(finite);
    if (plane.is_whole) table.datum = std::nearbyint(table.datum);
    GreyPicture shifted{plane.region.width, plane.region.height, plane.values, false};
    for (float& value : shifted.values) value = std::isfinite(value) ? float(double(value) - table.datum) : 0;
    table.table = make_box_table(shifted, Precision::f64);
    return table;
}

std::optional<BoxStatistics> statistics_of(const ValuePlane& plane, const ValueTable& table,
                                           const Region& box) {
    const Region inside = intersection(box, plane.region);
    if (inside.empty()) return {};
    BoxStatistics s;
    s.least = std::numeric_limits<float>::infinity(), s.most = -s.least;
    for (int y = inside.y; y < inside.y + inside.height; ++y)
        for (int x = inside.x; x < inside.x + inside.width; ++x) {
            if (!std::isfinite(plane.at(x, y))) continue;
            ++s.count;
            s.least = std::min(s.least, plane.at(x, y));
            s.most = std::max(s.most, plane.at(x, y));
        }
    if (s.count == 0) return {};
    const Region own{inside.x - plane.region.x, inside.y - plane.region.y, inside.width, inside.height};
    const double n = double(s.count), sum = table.table.sum(1, own), squares = table.table.sum(2, own);
    s.mean = table.datum + sum / n;
    s.deviation = std::sqrt(std::max((squares - sum * sum / n) / n, 0.0));
    return s;
}

Region box_between(const std::array<Pixel, 2>& corners) {
    const auto [x0, x1] = std::minmax(corners[0].x, corners[1].x);
    const auto [y0, y1] = std::minmax(corners[0].y, corners[1].y);
    return {x0, y0, x1 - x0 + 1, y1 - y0 + 1};
}

}  // namespace sweep::app
