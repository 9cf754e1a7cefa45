#include "core/problem/reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/base/error.h"
#include "core/design/design.h"
#include "core/line/exact_line.h"

namespace sweep {
namespace {

// Every sample as a double, decoded as the problem says.
std::vector<double> decode(const Problem& p, ConstImageView in) {
    std::vector<double> x(p.shape.samples());
    const int row = p.shape.width * p.shape.channels;
    const bool has_alpha = p.shape.channels % 2 == 0, raw = p.filter.kind == FilterKind::sat;
    for (int y = 0; y < p.shape.height; ++y) {
        double* to = x.data() + std::size_t(y) * std::size_t(row);
        for (int i = 0; i < row; ++i) {
            const bool alpha = has_alpha && i % p.shape.channels == p.shape.channels - 1;
            switch (p.input) {
                case Sample::u8: {
                    const double byte = in.row<std::uint8_t>(y)[i];
                    to[i] = raw ? byte : p.linear && !alpha ? srgb_to_linear(byte / 255) : byte / 255;
                    break;
                }
                case Sample::f32:
                    to[i] = double(in.row<float>(y)[i]);
                    break;
                case Sample::f64:
                    to[i] = in.row<double>(y)[i];
                    break;
                case Sample::u16:
                case Sample::u32:
                case Sample::f16:
                    throw Error(ExitCode::usage, "the reference reads 8-bit, float32 and float64 samples");
            }
        }
    }
    return x;
}

void filter_recursively(const Problem& p, std::vector<double>& x) {
    const FilterDesign filter = design(p.filter);
    const int w = p.shape.width, h = p.shape.height, c = p.shape.channels;
    const std::ptrdiff_t row = std::ptrdiff_t(w) * c;
    // What lies outside the rows is what the column passes have made of it.
    const double after_columns = filter.gain_after(2) * filter.response_after(2);
    const LineForm form = exact_form(filter);
    const auto columns = exact_line(filter.columns, form, p.boundary_of_columns().kind, p.passes >= 2, h);
    for (std::ptrdiff_t i = 0; i < row; ++i)
        (*columns)(x.data() + i, row, p.boundary_of_columns().outside(std::size_t(i % c)));
    if (p.passes <= 2) return;
    const auto rows = exact_line(filter.rows, form, p.boundary.kind, p.passes >= 4, w);
    for (int y = 0; y < h; ++y)
        for (int k = 0; k < c; ++k)
            (*rows)(x.data() + y * row + k, c, after_columns * p.boundary.outside(std::size_t(k)));
}

// The mean of each channel, rounded to float.
std::vector<double> mean_of(Shape shape, const std::vector<double>& x) {
    const std::size_t c = std::size_t(shape.channels);
    std::vector<long double> sum(c, 0);
    for (std::size_t i = 0; i < x.size(); ++i) sum[i % c] += static_cast<long double>(x[i]);
    std::vector<double> mean(c);
    for (std::size_t k = 0; k < c; ++k)
        mean[k] = double(float(sum[k] / static_cast<long double>(shape.pixels())));
    return mean;
}

// Inclusive prefix sums down the columns, then along the rows.
template <class V>
void sum_table(Shape shape, V* x) {
    const std::size_t row = std::size_t(shape.width) * std::size_t(shape.channels),
                      c = std::size_t(shape.channels);
    for (std::size_t y = 1; y < std::size_t(shape.height); ++y)
        for (std::size_t i = 0; i < row; ++i) x[y * row + i] += x[(y - 1) * row + i];
    for (std::size_t y = 0; y < std::size_t(shape.height); ++y)
        for (std::size_t i = c; i < row; ++i) x[y * row + i] += x[y * row + i - c];
}

// A sum of long doubles that keeps what it rounds off (Knuth 1969, section 4.2.2), so that differences of sums have
// the digits of small samples between large ones.
struct WideSum {
    long double high = 0, low = 0;
    WideSum plus(long double x) const {
        const long double sum = high + x, added = sum - high;
        return {sum, low + ((high - (sum - added)) + (x - added))};
    }
    long double less(const WideSum& other) const { return (high - other.high) + (low - other.low); }
};

// The mean over a box around each sample of a line, from sliding sums and not from a table.
class BoxMean {
  public:
    BoxMean(BoundaryKind boundary, int n, BoxExtent extent) : boundary_(boundary), n_(n), extent_(extent) {}

    void operator()(double* line, std::ptrdiff_t step, double outside) {
        const std::int64_t period = is_periodic(boundary_) ? line_period(boundary_, n_) : 0,
                           places = std::max<std::int64_t>(2 * period, n_);
        sum_.assign(std::size_t(places) + 1, {});
        for (std::int64_t i = 0; i < places; ++i)
            sum_[std::size_t(i) + 1] = sum_[std::size_t(i)].plus(
                static_cast<long double>(line[extended_index(boundary_, i, std::int64_t(n_)) * step]));
        const double before = continues_by_edge(boundary_) ? line[0] : outside,
                     behind = continues_by_edge(boundary_) ? line[(n_ - 1) * step] : outside;
        for (int i = 0; i < n_; ++i) {
            const std::int64_t from = std::int64_t(i) - extent_.before, to = std::int64_t(i) + extent_.after,
                               length = to - from + 1;
            if (period > 0) {
                const std::int64_t place = (from % period + period) % period, rest = length % period,
                                   periods = length / period;
                line[i * step] = double(
                    (between(place, place + rest) + static_cast<long double>(periods) * between(0, period)) /
                    static_cast<long double>(length));
                continue;
            }
            const std::int64_t first = std::max<std::int64_t>(from, 0),
                               end = std::min<std::int64_t>(to + 1, n_);
            const long double inside = between(first, end);
            line[i * step] =
                boundary_ == BoundaryKind::none
                    ? double(inside / static_cast<long double>(end - first))
                    : double((inside +
                              static_cast<long double>(first - from) * static_cast<long double>(before) +
                              static_cast<long double>(to + 1 - end) * static_cast<long double>(behind)) /
                             static_cast<long double>(length));
        }
    }

  private:
    long double between(std::int64_t first, std::int64_t end) const {
        return sum_[std::size_t(end)].less(sum_[std::size_t(first)]);
    }

    BoundaryKind boundary_;
    int n_;
    BoxExtent extent_;
    std::vector<WideSum> sum_;
};

void box_blur(const Problem& p, std::vector<double>& x) {
    const int w = p.shape.width, h = p.shape.height;
    const std::ptrdiff_t c = p.shape.channels, row = w * c;
    BoxMean down(p.boundary_of_columns().kind, h, p.filter.box_down_columns()),
        across(p.boundary.kind, w, p.filter.box_along_rows());
    for (std::ptrdiff_t i = 0; i < row; ++i)
        down(x.data() + i, row, p.boundary_of_columns().outside(std::size_t(i % c)));
    for (int y = 0; y < h; ++y)
        for (std::ptrdiff_t k = 0; k < c; ++k)
            across(x.data() + y * row + k, c, p.boundary.outside(std::size_t(k)));
}

}  // namespace

void reference_lines(const AxisDesign& filter, BoundaryKind boundary,
                     std::vector<std::vector<double>>& lines) {
    const auto passes = exact_line(filter, exact_form(filter), boundary, true, int(lines.front().size()));
    for (std::vector<double>& line : lines) (*passes)(line.data(), 1, 0);
}

std::vector<double> reference_mean(const Problem& p, ConstImageView in) {
    return mean_of(p.shape, decode(p, in));
}

Image reference(const Problem& p, ConstImageView in) {
    validate(p);
    if (in.shape != p.shape || in.sample != p.input)
        throw Error(ExitCode::failed, "the image is not the one that the problem describes");
    std::vector<double> x = decode(p, in);
    if (p.filter.kind == FilterKind::sat && output_sample(p) == Sample::u32) {
        Image table(p.shape, Sample::u32);
        auto* t = table.data<std::uint32_t>();
        const Quantisation q = quantisation(p);
        for (std::size_t i = 0; i < x.size(); ++i)
            t[i] = q.scale > 0
                       ? std::uint32_t(std::nearbyint(std::clamp(float(x[i]), 0.f, q.limit) * q.scale))
                       : std::uint32_t(x[i]);
        sum_table(p.shape, t);
        return table;
    }
    if (p.filter.kind == FilterKind::sat && p.method.precision == Precision::f32_less_mean) {
        const std::vector<double> mean = mean_of(p.shape, x);
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = double(float(x[i])) - mean[i % mean.size()];
    }
    if (is_recursive(p.filter.kind)) filter_recursively(p, x);
    if (p.filter.kind == FilterKind::box) box_blur(p, x);
    if (p.filter.kind == FilterKind::sat) sum_table(p.shape, x.data());
    Image out(p.shape, Sample::f64);
    std::memcpy(out.data<double>(), x.data(), out.bytes());
    return out;
}

}  // namespace sweep
