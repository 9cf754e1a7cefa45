#include "core/problem/local_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numeric>

#include "core/design/transfer.h"
#include "core/filter/memory.h"
#include "core/problem/datum.h"

namespace sweep {
namespace {

// What a pass remembers: of its outputs by feedback, and of its inputs by feedforward.
int reach(const PassDesign& pass, int most) {
    return memory(pass, most) + int(pass.zeros.size());
}

// Reads magnitudes of samples of the input.
class Magnitudes {
  public:
    Magnitudes(const Problem& p, ConstImageView in)
        : in_(in),
          channels_(p.shape.channels),
          colour_(byte_to_float(p.linear)),
          alpha_(byte_to_float(false)) {}

    // Of sample i of row y; 0 where it is not finite.
    double at(int y, int i) const {
        const bool is_alpha = channels_ % 2 == 0 && i % channels_ == channels_ - 1;
        const double x = in_.sample == Sample::u8
                             ? double((is_alpha ? alpha_ : colour_)[in_.row<std::uint8_t>(y)[i]])
                         : in_.sample == Sample::f32 ? double(in_.row<float>(y)[i])
                                                     : in_.row<double>(y)[i];
        return std::isfinite(x) ? std::abs(x) : 0;
    }

  private:
    ConstImageView in_;
    int channels_;
    std::array<float, 256> colour_, alpha_;  // the values of bytes
};

// What both axes remember, and the largest gain.
struct ProblemMemory {
    Remembered columns, rows;
    double gain = 1;
};

ProblemMemory memory_of(const Problem& p) {
    if (p.filter.kind == FilterKind::box) {
        // Mirrored samples of one side stand as far away on the other.
        const auto of_box = [](const BoxExtent& box) {
            const int reach = std::max(box.before, box.after);
            return Remembered{reach, reach, 0, 0};
        };
        return {of_box(p.filter.box_down_columns()), of_box(p.filter.box_along_rows())};
    }
    const FilterDesign filter = design(p.filter);
    ProblemMemory memory{remembered(filter.columns, p.passes >= 2, p.shape.height),
                         remembered(filter.rows, p.passes >= 4, p.shape.width)};
    for (int i = 0; i < p.passes; ++i) memory.gain *= peak(filter.pass(i));
    return memory;
}

}  // namespace

Remembered remembered(const AxisDesign& filter, bool both, long long n) {
    const int most = int(std::min(n, 1LL << 16));
    Remembered memory_of_axis;
    if (filter.is_identity()) return memory_of_axis;
    memory_of_axis.behind = reach(filter.causal, most);
    memory_of_axis.decay_behind = slowest_pole(filter.causal);
    if (!both) return memory_of_axis;
    memory_of_axis.ahead = reach(filter.anticausal, most);
    memory_of_axis.decay_ahead = slowest_pole(filter.anticausal);
    return memory_of_axis;
}

void local_scale(const Remembered& memory, BoundaryKind boundary, double outside, std::vector<double>& line) {
    const std::ptrdiff_t n = std::ptrdiff_t(line.size());
    const bool repeats = wraps_around(boundary);
    // The line as it is continued: by itself, or by a constant that is as near as can be.
    std::vector<double> x;
    const std::ptrdiff_t before = repeats ? n : 1;
    if (!repeats) x.push_back(outside);
    for (int copy = 0; copy < (repeats ? 3 : 1); ++copy) x.insert(x.end(), line.begin(), line.end());
    if (!repeats) x.push_back(outside);

    const std::ptrdiff_t all = std::ptrdiff_t(x.size());
    std::vector<double> largest(x.size());
    std::deque<std::ptrdiff_t> falling;  // the places within the window that may still be its largest
    for (std::ptrdiff_t i = 0, next = 0; i < all; ++i) {
        for (; next < all && next <= i + memory.ahead; ++next) {
            while (!falling.empty() && x[std::size_t(falling.back())] <= x[std::size_t(next)])
                falling.pop_back();
            falling.push_back(next);
        }
        while (falling.front() < i - memory.behind) falling.pop_front();
        largest[std::size_t(i)] = x[std::size_t(falling.front())];
    }
    std::vector<double> scale = largest;
    double fading = 0;
    for (std::ptrdiff_t i = 0; i < all; ++i) {
        fading = std::max(largest[std::size_t(i)], fading * memory.decay_behind);
        scale[std::size_t(i)] = fading;
    }
    fading = 0;
    for (std::ptrdiff_t i = all - 1; i >= 0; --i) {
        fading = std::max(largest[std::size_t(i)], fading * memory.decay_ahead);
        scale[std::size_t(i)] = std::max(scale[std::size_t(i)], fading);
    }
    std::copy_n(scale.begin() + before, n, line.begin());
}

std::vector<double> local_scale(const Problem& p, ConstImageView in, std::span<const int> rows) {
    const ProblemMemory memory = memory_of(p);
    const int w = p.shape.width, h = p.shape.height, c = p.shape.channels, row = w * c;
    std::vector<int> every;
    if (rows.empty()) {
        every.resize(std::size_t(h));
        std::iota(every.begin(), every.end(), 0);
        rows = every;
    }
    const Magnitudes x(p, in);
    std::vector<double> scales(rows.size() * std::size_t(row)), line;
    auto at = [&](std::size_t k, int i) -> double& { return scales[k * std::size_t(row) + std::size_t(i)]; };

    for (int i = 0; i < row; ++i) {
        line.resize(std::size_t(h));
        for (int y = 0; y < h; ++y) line[std::size_t(y)] = x.at(y, i);
        const Boundary& boundary = p.boundary_of_columns();
        if (runs_along_columns(p))
            local_scale(memory.columns, boundary.kind, std::abs(boundary.outside(std::size_t(i % c))), line);
        for (std::size_t k = 0; k < rows.size(); ++k) at(k, i) = line[std::size_t(rows[k])];
    }
    for (std::size_t k = 0; k < rows.size() && runs_along_rows(p); ++k)
        for (int channel = 0; channel < c; ++channel) {
            line.resize(std::size_t(w));
            for (int i = 0; i < w; ++i) line[std::size_t(i)] = at(k, i * c + channel);
            local_scale(memory.rows, p.boundary.kind, std::abs(p.boundary.outside(std::size_t(channel))),
                        line);
            for (int i = 0; i < w; ++i) at(k, i * c + channel) = line[std::size_t(i)];
        }
    for (double& scale : scales) scale *= memory.gain;
    return scales;
}

}  // namespace sweep
