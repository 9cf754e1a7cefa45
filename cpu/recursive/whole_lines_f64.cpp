// Algorithm rt64: whole lines in double, from exact states, for any boundary, pair of passes and order.
//
//   columns   y = F(P_first, x), z = R(y, E_last) on every column          rows   the same on every row
//
// A thread takes a strip of neighbouring lines at a time: it copies them into a buffer [sample][line] of
// doubles, runs both passes there with SIMD across the lines, and writes the result. Between columns and rows
// the image lies in the output, or where that has float32 in a buffer of doubles: a resonance of the rows would
// amplify the rounding. Where a line runs back its reverse follows it in the buffer.
#include <algorithm>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/recursive/whole_lines_f64.cpp"
#include <hwy/foreach_target.h>

#include "core/blocks/extension.h"
#include "core/blocks/line_numbers.h"
#include "cpu/base/pack-inl.h"
#include "cpu/recursive/strip.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

// The lines of a strip from `line` on, as many as a T holds: a pack, or a double.
template <class T>
struct StripLines {
    const Strip& strip;
    int line;

    std::ptrdiff_t period() const { return strip.period; }
    double* place(std::ptrdiff_t i) const { return strip.samples + i * strip.lines + line; }
    T read(std::ptrdiff_t i) const { return read_from(place(i)); }
    void write(std::ptrdiff_t i, const T& y) const { __builtin_memcpy(place(i), &y, sizeof y); }
    static T read_from(const double* from) {
        T v;
        __builtin_memcpy(&v, from, sizeof v);
        return v;
    }
};

template <class T>
void filter_lines(const Strip& strip, int line) {
    filter_line<T>(*strip.numbers, strip.boundary, strip.both, StripLines<T>::read_from(strip.outside + line),
                   StripLines<T>{strip, line});
}

void FilterStrip(const Strip& strip) {
    if (strip.lines == 1) return filter_lines<double>(strip, 0);
    for (int line = 0; line < strip.lines; line += lanes<double>) filter_lines<Pack<double>>(strip, line);
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "core/base/error.h"
#include "core/base/memory.h"
#include "cpu/base/buffer.h"
#include "cpu/base/steps.h"

namespace sweep::cpu {

HWY_EXPORT(FilterStrip);

namespace {

class WholeLinesF64 final : public Steps {
  public:
    WholeLinesF64(const DesignedProblem& asked, Threads& threads)
        : problem_(asked.problem),
          threads_(threads),
          design_(asked.design),
          columns_(line_numbers(design_.columns, problem_.boundary_of_columns().kind, problem_.shape.height)),
          rows_(line_numbers(design_.rows, problem_.boundary.kind, problem_.shape.width)),
          colour_(byte_to_float(problem_.linear)),
          alpha_(byte_to_float(false)),
          lines_(problem_.shape.width * problem_.shape.channels == 1 ||
                         (problem_.shape.height == 1 && problem_.shape.channels == 1)
                     ? 1
                     : most_lines) {
        const std::size_t numbers = std::max(std::size_t(slots(false)) * slot_size(false),
                                             std::size_t(slots(true)) * slot_size(true));
        const std::size_t between =
            problem_.passes > 2 && output_sample(problem_) != Sample::f64 ? problem_.shape.samples() : 0;
        require_memory((numbers + between) * sizeof(double), "the workspace of this filter");
        samples_ = Buffer<double>(numbers, threads);
        between_ = Buffer<double>(between, threads);
    }

    std::size_t working_bytes() const override { return samples_.bytes() + between_.bytes(); }

    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override {
        const bool rows = stage.step == Step::rt64_rows;
        ImageView between = out;
        if (between_.bytes() > 0)
            between = {between_.data(), out.shape, Sample::f64,
                       std::ptrdiff_t(sizeof(double)) * problem_.shape.width * problem_.shape.channels};
        const int together = slots(rows);
        threads_.for_each(together, 1, [&](std::ptrdiff_t slot) {
            for (long long strip = slot; strip < strips(rows); strip += together)
                filter(rows, strip, samples_.data() + std::size_t(slot) * slot_size(rows),
                       rows ? ConstImageView(between) : in, rows ? out : between);
        });
    }

  private:
    static constexpr int most_lines = 16;  // a multiple of every pack; Strip::outside has room for so many

    const Boundary& boundary(bool rows) const {
        return rows ? problem_.boundary : problem_.boundary_of_columns();
    }
    // The number of strips of the columns, or of the rows of all channels.
    long long strips(bool rows) const {
        const Shape& s = problem_.shape;
        auto strips_of = [&](long long lines) { return (lines + lines_ - 1) / lines_; };
        return rows ? strips_of(s.height) * s.channels : strips_of(std::int64_t(s.width) * s.channels);
    }
    // The number of strips that are filtered at the same time, and the samples of each.
    int slots(bool rows) const { return int(std::min<long long>(strips(rows), threads_.count())); }
    std::size_t slot_size(bool rows) const {
        const int n = rows ? problem_.shape.width : problem_.shape.height;
        return std::size_t(line_period(boundary(rows).kind, n)) * std::size_t(lines_);
    }

    // Filters one strip. Its line k is the k-th sample of each row, for columns, or the samples of one row
    // and channel.
    void filter(bool rows, long long index, double* samples, const ConstImageView& in,
                const ImageView& out) const {
        const int c = problem_.shape.channels, row = problem_.shape.width * c;
        const int channel = rows ? int(index % c) : 0, begin = int(rows ? index / c : index) * lines_,
                  count = std::min(lines_, (rows ? problem_.shape.height : row) - begin),
                  n = rows ? problem_.shape.width : problem_.shape.height;
        Strip strip{samples,
                    lines_,
                    n,
                    line_period(boundary(rows).kind, n),
                    boundary(rows).kind,
                    problem_.passes >= (rows ? 4 : 2),
                    rows ? &rows_ : &columns_,
                    {}};
        auto of_line = [&](int k) { return rows ? channel : (begin + k) % c; };
        for (int k = 0; k < lines_; ++k) strip.outside[k] = k < count ? outside(of_line(k), rows) : 0;
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < lines_; ++k)
                samples[std::ptrdiff_t(i) * lines_ + k] =
                    k >= count ? 0
                    : rows     ? sample(in, begin + k, i * c + channel, channel)
                               : sample(in, i, begin + k, of_line(k));
        for (std::ptrdiff_t i = n; i < strip.period; ++i)
            std::copy_n(samples + index_in_period(strip.boundary, i, std::ptrdiff_t(n)) * lines_, lines_,
                        samples + i * lines_);
        HWY_DYNAMIC_DISPATCH(FilterStrip)(strip);
        const AxisDesign& axis = rows ? design_.rows : design_.columns;
        const double gain = axis.causal.gain * (strip.both ? axis.anticausal.gain : 1);
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < count; ++k) {
                const double y = samples[std::ptrdiff_t(i) * lines_ + k] * gain;
                if (rows)
                    put(out, begin + k, i * c + channel, y);
                else
                    put(out, i, begin + k, y);
            }
    }

    // The number that continues the lines under zero and constant; for rows what the columns have made of it.
    double outside(int channel, bool rows) const {
        return boundary(rows).outside(std::size_t(channel)) *
               (rows ? design_.gain_after(2) * design_.response_after(2) : 1);
    }
    double sample(const ConstImageView& in, int y, int i, int channel) const {
        const int c = problem_.shape.channels;
        if (in.sample == Sample::u8)
            return double((c % 2 == 0 && channel == c - 1 ? alpha_ : colour_)[in.row<std::uint8_t>(y)[i]]);
        return in.sample == Sample::f32 ? double(in.row<float>(y)[i]) : in.row<double>(y)[i];
    }
    static void put(const ImageView& out, int y, int i, double v) {
        if (out.sample == Sample::f32)
            out.row<float>(y)[i] = float(v);
        else
            out.row<double>(y)[i] = v;
    }

    const Problem problem_;
    Threads& threads_;
    const FilterDesign design_;
    const LineNumbers columns_, rows_;
    const std::array<float, 256> colour_, alpha_;  // the values of bytes
    const int lines_;                              // in a strip
    Buffer<double> samples_, between_;
};

}  // namespace

std::unique_ptr<Steps> whole_line_steps_f64(const DesignedProblem& asked, Threads& threads) {
    return std::make_unique<WholeLinesF64>(asked, threads);
}

}  // namespace sweep::cpu

#endif
