// Algorithm box-lines: means over boxes along whole lines, in double, from sums that no sample outside of the box enters, so
// that what stands far away costs no digits, however large it is.
//
//   B.1  columns    B.2  rows    of each line, in blocks of as many places as the box has, w:
//        G(i) = x_i + .. to the end of the block of place i        F(j) = .. + x_j from the beginning of that of place j
//        the box that begins at i and ends at j = i + w - 1 is G(i) + F(j), or G(i) where it is a block
//
// (van Herk 1992 and Gil and Werman 1993 have it for maxima.) A thread takes a strip of neighbouring columns at a time,
// straight from the image, or four rows, which it copies first. Between columns and rows the image lies in the output, or
// where that has float32 in a buffer of doubles.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/memory.h"
#include "core/problem/box_filter.h"
#include "cpu/base/buffer.h"
#include "cpu/base/steps.h"

namespace sweep::cpu {
namespace {

// Where the box of sample i of a line is summed up: from place i - before of the line's extension on, `size` places, and
// `periods` times all samples of a period besides. What continues the line by an edge or a constant is not among them.
struct BoxPlaces {
    std::int64_t before, size, periods;
};

BoxPlaces places_of(const BoxLine& line) {
    const std::int64_t n = line.n, before = line.extent.before, after = line.extent.after;
    if (is_periodic(line.boundary)) {
        const std::int64_t period = line_period(line.boundary, n), size = before + 1 + after;
        return {before % period, size % period, size / period};
    }
    const std::int64_t inside = std::min(before, n - 1);
    return {inside, inside + 1 + std::min(after, n - 1), 0};
}

// The means of `lanes` lines next to each other. add(i, sums) adds sample i of each to its sum; write(i, means) takes the
// results. `outside`: what continues each line under zero and constant. `ends`: room for places_of(line).size * lanes.
template <int lanes, class Add, class Write>
void means_of_lines(const BoxLine& line, const double* outside, double* ends, Add add, Write write) {
    using Sums = std::array<double, std::size_t(lanes)>;
    const std::int64_t n = line.n, length = std::int64_t(line.extent.before) + 1 + line.extent.after;
    const BoxPlaces box = places_of(line);
    const bool is_extended_by_values = is_extended(line.boundary) && !is_periodic(line.boundary);
    Sums of_periods{}, first{}, last{}, beginning{};
    if (box.periods > 0) {
        for (std::int64_t i = 0; i < line_period(line.boundary, n); ++i)
            add(index_in_period(line.boundary, i, n), of_periods.data());
        for (double& sum : of_periods) sum *= double(box.periods);
    }
    if (continues_by_edge(line.boundary)) {
        add(0, first.data());
        add(n - 1, last.data());
    } else {
        std::copy_n(outside, lanes, first.begin());
        last = first;
    }
    const auto add_place = [&](std::int64_t place, double* sums) {
        if (const std::int64_t from = extended_index(line.boundary, place, n);
            from >= 0 && (!is_extended_by_values || (place >= 0 && place < n)))
            add(from, sums);
    };
    std::int64_t in_block = 0;  // the place of the box's first sample in its block
    for (std::int64_t i = 0; i < n; ++i) {
        const std::int64_t left = std::max<std::int64_t>(line.extent.before - i, 0),
                           right = std::max<std::int64_t>(i + line.extent.after - (n - 1), 0);
        Sums sums = of_periods;
        if (box.size > 0) {
            if (in_block == 0) {
                Sums end{};
                for (std::int64_t k = box.size - 1; k >= 0; --k) {
                    add_place(i - box.before + k, end.data());
                    std::copy_n(end.begin(), lanes, ends + k * lanes);
                }
                beginning = {};
            } else {
                add_place(i - box.before + box.size - 1, beginning.data());
            }
            for (int q = 0; q < lanes; ++q)
                sums[std::size_t(q)] += ends[in_block * lanes + q] + beginning[std::size_t(q)];
            in_block = in_block + 1 < box.size ? in_block + 1 : 0;
        }
        if (is_extended_by_values && left + right > 0)
            for (std::size_t q = 0; q < std::size_t(lanes); ++q)
                sums[q] += double(left) * first[q] + double(right) * last[q];
        const double scale = 1 / double(is_extended(line.boundary) ? length : length - left - right);
        for (double& sum : sums) sum *= scale;
        write(i, sums.data());
    }
}

class BoxLines final : public Steps {
  public:
    BoxLines(const Problem& problem, Threads& threads)
        : problem_(problem),
          threads_(threads),
          box_(box_filter(problem)),
          colour_(byte_to_float(problem.linear)),
          alpha_(byte_to_float(false)) {
        const std::size_t numbers = std::size_t(
                              std::max(slots(false) * slot_size(false), slots(true) * slot_size(true))),
                          between = problem.filter.axes == Axes::both && output_sample(problem) != Sample::f64
                                        ? problem.shape.samples()
                                        : 0;
        require_memory((numbers + between) * sizeof(double), "the workspace of this box");
        numbers_ = Buffer<double>(numbers, threads);
        between_ = Buffer<double>(between, threads);
    }

    std::size_t working_bytes() const override { return numbers_.bytes() + between_.bytes(); }

    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override {
        const bool rows = stage.step == Step::box_rows;
        ImageView between = out;
        if (between_.bytes() > 0)
            between = {between_.data(), out.shape, Sample::f64,
                       std::ptrdiff_t(sizeof(double)) * problem_.shape.width * problem_.shape.channels};
        const ConstImageView from = rows && problem_.filter.axes == Axes::both ? ConstImageView(between) : in;
        const std::int64_t together = slots(rows);
        threads_.for_each(std::ptrdiff_t(together), 1, [&](std::ptrdiff_t slot) {
            double* numbers = numbers_.data() + slot * slot_size(rows);
            for (std::int64_t strip = slot; strip < strips(rows); strip += together)
                rows ? filter_rows(int(strip) * most_rows, from, out, numbers)
                     : filter_columns(int(strip) * strip_lines, from, between, numbers);
        });
    }

  private:
    static constexpr int strip_lines = 32, most_rows = 4;

    int row_samples() const { return problem_.shape.width * problem_.shape.channels; }
    std::int64_t strips(bool rows) const {
        const int each = rows ? most_rows : strip_lines;
        return (std::int64_t(rows ? problem_.shape.height : row_samples()) + each - 1) / each;
    }
    // The strips that are filtered at the same time, and the numbers that each needs.
    std::int64_t slots(bool rows) const { return std::min<std::int64_t>(strips(rows), threads_.count()); }
    std::int64_t slot_size(bool rows) const {
        return rows ? (problem_.shape.width + places_of(box_.across).size) * most_rows *
                          problem_.shape.channels
                    : places_of(box_.down).size * strip_lines;
    }

    void filter_columns(int begin, const ConstImageView& in, const ImageView& out, double* ends) const {
        if (in.sample == Sample::u8)
            return filter_columns(begin, out, ends, [&](std::int64_t y, int i) {
                return double(value_of(in.row<std::uint8_t>(int(y))[i], i % problem_.shape.channels));
            });
        if (in.sample == Sample::f32)
            return filter_columns(begin, out, ends,
                                  [&](std::int64_t y, int i) { return double(in.row<float>(int(y))[i]); });
        filter_columns(begin, out, ends, [&](std::int64_t y, int i) { return in.row<double>(int(y))[i]; });
    }

    // The columns from sample `begin` of each row on. sample(y, i): sample i of row y.
    template <class SampleAt>
    void filter_columns(int begin, const ImageView& out, double* ends, SampleAt sample) const {
        const int count = std::min(strip_lines, row_samples() - begin);
        double outside[strip_lines] = {};
        for (int q = 0; q < count; ++q) outside[q] = box_.outside[(begin + q) % problem_.shape.channels];
        const auto each = [count](auto&& act) {  // of a whole strip with a length that the compiler knows
            if (count == strip_lines)
                for (int q = 0; q < strip_lines; ++q) act(q);
            else
                for (int q = 0; q < count; ++q) act(q);
        };
        means_of_lines<strip_lines>(
            box_.down, outside, ends,
            [&](std::int64_t y, double* sums) { each([&](int q) { sums[q] += sample(y, begin + q); }); },
            [&](std::int64_t y, const double* means) {
                if (out.sample == Sample::f64)
                    each([&, to = out.row<double>(int(y)) + begin](int q) { to[q] = means[q]; });
                else
                    each([&, to = out.row<float>(int(y)) + begin](int q) { to[q] = float(means[q]); });
            });
    }

    void filter_rows(int y, const ConstImageView& in, const ImageView& out, double* numbers) const {
        switch (problem_.shape.channels) {
            case 1:
                return filter_rows<1>(y, in, out, numbers);
            case 2:
                return filter_rows<2>(y, in, out, numbers);
            case 3:
                return filter_rows<3>(y, in, out, numbers);
            default:
                return filter_rows<4>(y, in, out, numbers);
        }
    }

    // Rows y to y + 3, which lie in `numbers` as [pixel][row][channel].
    template <int channels>
    void filter_rows(int y, const ConstImageView& in, const ImageView& out, double* numbers) const {
        constexpr int lanes = most_rows * channels;
        const int count = std::min(most_rows, problem_.shape.height - y), width = problem_.shape.width;
        for (int row = 0; row < count; ++row) {
            const auto copy = [&, to = numbers + row * channels](auto value) {
                for (int x = 0; x < width; ++x)
                    for (int k = 0; k < channels; ++k)
                        to[std::ptrdiff_t(x) * lanes + k] = double(value(x * channels + k, k));
            };
            if (in.sample == Sample::u8)
                copy(
                    [&, from = in.row<std::uint8_t>(y + row)](int i, int k) { return value_of(from[i], k); });
            else if (in.sample == Sample::f32)
                copy([from = in.row<float>(y + row)](int i, int) { return from[i]; });
            else
                copy([from = in.row<double>(y + row)](int i, int) { return from[i]; });
        }
        double outside[lanes];
        for (int q = 0; q < lanes; ++q) outside[q] = box_.outside[q % channels];
        means_of_lines<lanes>(
            box_.across, outside, numbers + std::ptrdiff_t(width) * lanes,
            [&](std::int64_t x, double* sums) {
                for (int q = 0; q < lanes; ++q) sums[q] += numbers[x * lanes + q];
            },
            [&](std::int64_t x, const double* means) {
                for (int row = 0; row < count; ++row)
                    for (int k = 0; k < channels; ++k) {
                        const double mean = means[row * channels + k];
                        if (out.sample == Sample::f64)
                            out.row<double>(y + row)[x * channels + k] = mean;
                        else
                            out.row<float>(y + row)[x * channels + k] = float(mean);
                    }
            });
    }

    float value_of(std::uint8_t byte, int channel) const {
        const int c = problem_.shape.channels;
        return (c % 2 == 0 && channel == c - 1 ? alpha_ : colour_)[byte];
    }

    const Problem problem_;
    Threads& threads_;
    const BoxFilter box_;
    const std::array<float, 256> colour_, alpha_;
    Buffer<double> numbers_, between_;
};

}  // namespace

std::unique_ptr<Steps> box_line_steps(const DesignedProblem& asked, Threads& threads) {
    return std::make_unique<BoxLines>(asked.problem, threads);
}

}  // namespace sweep::cpu
