#include "core/reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/dispatch.h"
#include "core/error.h"
#include "core/filter_design.h"

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
                    throw Error(ExitCode::usage, "the reference reads 8-bit, float32 and float64 samples");
            }
        }
    }
    return x;
}

// One line of the image, `step` samples apart, filtered in place: down (right), and up (left) when `both`.
// `before` and `behind` are what the line continues with; with `extended` false it does not continue.
template <int R>
struct LineFilter {
    Recurrence<double, R, Realisation::delta> F, Rv;
    double causal_gain, anticausal_gain;
    bool extended, both;
    // What the anticausal filter brings back into the line of a unit state that F leaves at its end: by
    // running F over a tail of zeros, long enough for it to die away, and coming back over it.
    Mat<double, R> echo{};

    LineFilter(const FilterDesign& filter, bool extended_, bool both_)
        : F(make_recurrence<double, R, Realisation::delta>(filter.causal)),
          Rv(make_recurrence<double, R, Realisation::delta>(filter.anticausal)),
          causal_gain(filter.causal.gain),
          anticausal_gain(filter.anticausal.gain),
          extended(extended_),
          both(both_) {
        double slowest = 0;
        for (const auto& pole : filter.causal.poles) slowest = std::max(slowest, std::abs(pole));
        const double length = slowest > 0 ? 60 / -std::log(slowest) + 64 : 64;
        std::vector<double> tail(std::size_t(std::min(length, 5e6)));
        for (int j = 0; j < R; ++j) {
            Vec<double, R> s{}, e{};
            s[j] = 1;
            for (double& y : tail) y = F.step(s, 0.0);
            std::for_each(tail.rbegin(), tail.rend(), [&](double y) { Rv.step(e, y); });
            for (int k = 0; k < R; ++k) echo[k][j] = e[k];
        }
    }

    void operator()(double* x, int n, std::ptrdiff_t step, double before, double behind) const {
        const Vec<double, R> one = F.steady();
        Vec<double, R> s{}, e{};
        if (extended)
            for (int k = 0; k < R; ++k) s[k] = one[k] * before;
        for (int i = 0; i < n; ++i) x[i * step] = F.step(s, x[i * step]);
        if (both) {
            if (extended) {
                for (int k = 0; k < R; ++k) e[k] = Rv.steady()[k] * behind;
                for (int k = 0; k < R; ++k)
                    for (int j = 0; j < R; ++j) e[k] += echo[k][j] * (s[j] - one[j] * behind);
            }
            for (int i = n - 1; i >= 0; --i) x[i * step] = Rv.step(e, x[i * step]);
        }
        const double gain = both ? causal_gain * anticausal_gain : causal_gain;
        if (gain != 1)
            for (int i = 0; i < n; ++i) x[i * step] *= gain;
    }
};

void filter_recursively(const Problem& p, std::vector<double>& x) {
    const FilterDesign filter = design(p.filter);
    const int w = p.shape.width, h = p.shape.height, c = p.shape.channels;
    const std::ptrdiff_t row = std::ptrdiff_t(w) * c;
    const bool extended = p.boundary.kind != BoundaryKind::none;
    // The value with which channel k of a line from `first` to `last` goes on; `gain` is what the column
    // passes have already done to a constant outside.
    auto outside = [&](int k, double edge, double gain) {
        switch (p.boundary.kind) {
            case BoundaryKind::clamp:
                return edge;
            case BoundaryKind::constant:
                return gain * p.boundary.value[p.boundary.value.size() == 1 ? 0 : std::size_t(k)];
            default:
                return 0.0;
        }
    };
    dispatch_order(filter.order(), [&]<int R>() {
        const LineFilter<R> columns(filter, extended, p.passes >= 2);
        for (std::ptrdiff_t i = 0; i < row; ++i) {
            double *top = x.data() + i, *bottom = top + row * (h - 1);
            columns(top, h, row, outside(int(i % c), *top, 1), outside(int(i % c), *bottom, 1));
        }
        if (p.passes <= 2) return;
        const LineFilter<R> rows(filter, extended, p.passes >= 4);
        const double gain = filter.gain_after(2);
        for (int y = 0; y < h; ++y)
            for (int k = 0; k < c; ++k) {
                double *left = x.data() + y * row + k, *right = left + std::ptrdiff_t(w - 1) * c;
                rows(left, w, c, outside(k, *left, gain), outside(k, *right, gain));
            }
    });
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

// Means over the box around each sample, cut off at the image's edges; by sliding sums, not from a table.
void box_blur(const Problem& p, std::vector<double>& x) {
    auto along = [&](int n, std::ptrdiff_t step, double* line) {
        const int r = p.filter.radius;
        std::vector<long double> sum(std::size_t(n) + 1, 0);
        for (int i = 0; i < n; ++i)
            sum[std::size_t(i) + 1] = sum[std::size_t(i)] + static_cast<long double>(line[i * step]);
        for (int i = 0; i < n; ++i) {
            const int from = std::max(0, i - r), to = std::min(n - 1, i + r);
            line[i * step] = double((sum[std::size_t(to) + 1] - sum[std::size_t(from)]) / (to - from + 1));
        }
    };
    const std::ptrdiff_t c = p.shape.channels, row = p.shape.width * c;
    for (std::ptrdiff_t i = 0; i < row; ++i) along(p.shape.height, row, x.data() + i);
    for (int y = 0; y < p.shape.height; ++y)
        for (std::ptrdiff_t k = 0; k < c; ++k) along(p.shape.width, c, x.data() + y * row + k);
}

}  // namespace

Image reference(const Problem& p, ConstImageView in) {
    validate(p);
    if (in.shape != p.shape || in.sample != p.input)
        throw Error(ExitCode::failed, "the image is not the one that the problem describes");
    std::vector<double> x = decode(p, in);
    if (p.filter.kind == FilterKind::sat && output_sample(p) == Sample::u32) {
        Image table(p.shape, Sample::u32);
        auto* t = table.data<std::uint32_t>();
        for (std::size_t i = 0; i < x.size(); ++i)
            t[i] = p.input == Sample::u8
                       ? std::uint32_t(x[i])
                       : std::uint32_t(std::nearbyint(float(std::clamp(x[i], 0.0, 65535 / p.fixed_point)) *
                                                      float(p.fixed_point)));
        sum_table(p.shape, t);
        return table;
    }
    if (is_recursive(p.filter.kind)) filter_recursively(p, x);
    if (p.filter.kind == FilterKind::box) box_blur(p, x);
    if (p.filter.kind == FilterKind::sat) sum_table(p.shape, x.data());
    Image out(p.shape, Sample::f64);
    std::memcpy(out.data<double>(), x.data(), out.bytes());
    return out;
}

}  // namespace sweep
