// Algorithm box-lines: means over boxes along whole lines, in double, from sums that no sample outside of the box
// enters, so that what stands far away costs no digits, however large it is.
//
//   B.1  columns    B.2  rows    of each line, in blocks of as many places as the box has, w:
//        G(i) = x_i + .. to the end of the block of place i
//        F(j) = .. + x_j from the beginning of that of place j
//        the box that begins at i and ends at j = i + w - 1 is G(i) + F(j), or G(i) where it is a block
//
// (van Herk 1992 and Gil and Werman 1993 have it for maxima.) A thread takes a strip of neighbouring columns at a time,
// straight from the image, or some rows, which it transposes first. Between columns and rows the image lies in the
// output.
#include <algorithm>
#include <array>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cpu/table/box_lines.cpp"
#include <hwy/foreach_target.h>

#include "cpu/base/pack-inl.h"
#include "cpu/table/box_pass.h"

HWY_BEFORE_NAMESPACE();
namespace sweep::cpu::HWY_NAMESPACE {

// As many floats as a pack has doubles.
typedef float HalfPack __attribute__((vector_size(pack_bytes / 2)));

// The sums of `count` lines next to each other, in packs.
template <int count>
struct Sums {
    static constexpr int size = lanes<double>, packs = count / size;
    Pack<double> of[packs] = {};

    HWY_INLINE void add(const double* p) {
        for (int k = 0; k < packs; ++k) of[k] += load(p + k * size);
    }
    HWY_INLINE void add(const float* p) {
        for (int k = 0; k < packs; ++k) {
            HalfPack half;
            __builtin_memcpy(&half, p + k * size, sizeof half);
            of[k] += __builtin_convertvector(half, Pack<double>);
        }
    }
    HWY_INLINE void add(const Sums& other, double times = 1) {
        for (int k = 0; k < packs; ++k) of[k] += times * other.of[k];
    }
    HWY_INLINE void put(double scale, double* p) const {
        for (int k = 0; k < packs; ++k) store(p + k * size, scale * of[k]);
    }
    HWY_INLINE void put(double scale, float* p) const {
        for (int k = 0; k < packs; ++k) {
            const auto half = __builtin_convertvector(scale * of[k], HalfPack);
            __builtin_memcpy(p + k * size, &half, sizeof half);
        }
    }
};

// The means of `count` lines next to each other, of which at(i) are samples i; write(i, sums, scale) takes the results.
// `outside`: what continues each line under zero and constant. `ends`: room for places_of(line).size * count.
template <int count, class At, class Write>
HWY_INLINE void means_of_lines(const BoxLine& line, const double* outside, double* ends, const At& at,
                               const Write& write) {
    const std::int64_t n = line.n, length = std::int64_t(line.extent.before) + 1 + line.extent.after;
    const BoxPlaces box = places_of(line);
    const bool is_extended_by_values = continues_by_constants(line.boundary);
    Sums<count> of_periods, first, last, beginning;
    if (box.periods > 0) {
        Sums<count> period;
        for (std::int64_t i = 0; i < line_period(line.boundary, n); ++i)
            period.add(at(index_in_period(line.boundary, i, n)));
        of_periods.add(period, double(box.periods));
    }
    if (continues_by_edge(line.boundary)) {
        first.add(at(0));
        last.add(at(n - 1));
    } else {
        first.add(outside);
        last.add(outside);
    }
    const auto add_place = [&](std::int64_t place, Sums<count>& sums) {
        if (place >= 0 && place < n) return sums.add(at(place));
        if (is_extended_by_values) return;
        if (const std::int64_t from = extended_index(line.boundary, place, n); from >= 0) sums.add(at(from));
    };
    const double whole = 1 / double(length);
    std::int64_t in_block = 0;  // the place of the box's first sample in its block
    for (std::int64_t i = 0; i < n; ++i) {
        Sums<count> sums = of_periods;
        if (box.size > 0) {
            if (in_block == 0) {
                Sums<count> end;
                for (std::int64_t k = box.size - 1; k >= 0; --k) {
                    add_place(i - box.before + k, end);
                    end.put(1, ends + k * count);
                }
                beginning = {};
            } else {
                add_place(i - box.before + box.size - 1, beginning);
            }
            sums.add(beginning);
            sums.add(ends + in_block * count);
            in_block = in_block + 1 < box.size ? in_block + 1 : 0;
        }
        const std::int64_t left = std::max<std::int64_t>(line.extent.before - i, 0),
                           right = std::max<std::int64_t>(i + line.extent.after - (n - 1), 0);
        double scale = whole;
        if (left + right > 0 && is_extended_by_values) {
            sums.add(first, double(left));
            sums.add(last, double(right));
        } else if (left + right > 0 && !is_extended(line.boundary)) {
            scale = 1 / double(length - left - right);
        }
        write(i, sums, scale);
    }
}

// Sample i of row y, of a byte its value.
template <class T>
HWY_INLINE T value_at(const BoxPass& pass, int y, int i) {
    return pass.in.sample == Sample::u8
               ? T(pass.value_of(pass.in.row<std::uint8_t>(y)[i], i % pass.in.shape.channels))
               : pass.in.row<T>(y)[i];
}

// The columns of a strip are read where they lie, unless they are of bytes or fewer than are filtered together: then
// they are copied to `lines` first.
template <class T>
HWY_INLINE void box_columns(const BoxPass& pass, int begin, T* lines, double* ends) {
    constexpr int all = box_columns_at_once;
    const Shape& shape = pass.in.shape;
    const int count = std::min(all, shape.width * shape.channels - begin);
    double outside[all] = {};
    for (int q = 0; q < count; ++q) outside[q] = pass.box.outside[(begin + q) % shape.channels];
    if (count == all && pass.in.sample == sample_of<T>())
        return means_of_lines<all>(
            pass.box.down, outside, ends, [&](std::int64_t y) { return pass.in.row<T>(int(y)) + begin; },
            [&](std::int64_t y, const Sums<all>& sums, double scale) {
                sums.put(scale, pass.out.row<T>(int(y)) + begin);
            });
    for (int y = 0; y < shape.height; ++y)
        for (int q = 0; q < all; ++q)
            lines[std::ptrdiff_t(y) * all + q] = q < count ? value_at<T>(pass, y, begin + q) : T(0);
    means_of_lines<all>(
        pass.box.down, outside, ends, [&](std::int64_t y) { return lines + y * all; },
        [&](std::int64_t y, const Sums<all>& sums, double scale) {
            T means[all];
            sums.put(scale, means);
            std::copy_n(means, count, pass.out.row<T>(int(y)) + begin);
        });
}

// to(j)[i] = from(i)[j] for the samples of a pack, both ways.
template <class T, class From, class To>
HWY_INLINE void transpose_square(const From& from, const To& to) {
    Pack<T> v[lanes<T>];
    for (int k = 0; k < lanes<T>; ++k) v[k] = load(from(k));
    transpose<T>(v);
    for (int k = 0; k < lanes<T>; ++k) store(to(k), v[k]);
}

// to[i][q] = from[q][i] for `rows` rows from[q], and i < count; the other q < box_row_lanes are not written.
template <class T, class From>
HWY_INLINE void transpose_rows(const From& from, int rows, std::ptrdiff_t count, T* to) {
    constexpr int size = lanes<T>;
    std::ptrdiff_t i = 0;
    if (rows == box_row_lanes)
        for (; i + size <= count; i += size)
            for (int q = 0; q < rows; q += size)
                transpose_square<T>([&](int k) { return from(q + k) + i; },
                                    [&](int k) { return to + (i + k) * box_row_lanes + q; });
    for (; i < count; ++i)
        for (int q = 0; q < rows; ++q) to[i * box_row_lanes + q] = from(q)[i];
}

// Rows are copied to `lines`, [pixel][row][channel].
template <int channels, class T>
HWY_INLINE void box_rows(const BoxPass& pass, int y, T* lines, double* ends) {
    constexpr int all = box_row_lanes;
    const int width = pass.in.shape.width,
              rows = std::min(box_rows_at_once(channels), pass.in.shape.height - y);
    const bool is_copied = pass.in.sample == sample_of<T>();
    if (channels == 1 && is_copied)
        transpose_rows([&](int q) { return pass.in.row<T>(y + q); }, rows, width, lines);
    else if (is_copied)
        for (int q = 0; q < rows; ++q)
            for (int x = 0; x < width; ++x)
                std::copy_n(pass.in.row<T>(y + q) + x * channels, channels,
                            lines + std::ptrdiff_t(x) * all + q * channels);
    else
        for (int q = 0; q < rows; ++q)
            for (int x = 0; x < width; ++x)
                for (int k = 0; k < channels; ++k)
                    lines[std::ptrdiff_t(x) * all + q * channels + k] =
                        value_at<T>(pass, y + q, x * channels + k);
    double outside[all];
    for (int q = 0; q < all; ++q) outside[q] = pass.box.outside[q % channels];
    // Means wait until they are as many as a pack of each row.
    constexpr int size = lanes<T>;
    alignas(64) T means[size * all];
    int waiting = 0;
    means_of_lines<all>(
        pass.box.across, outside, ends, [&](std::int64_t x) { return lines + x * all; },
        [&](std::int64_t x, const Sums<all>& sums, double scale) {
            sums.put(scale, means + waiting * all);
            if (++waiting < size && x + 1 < width) return;
            const std::int64_t first = x + 1 - waiting;
            if (channels == 1 && waiting == size && rows == all)
                for (int q = 0; q < rows; q += size)
                    transpose_square<T>([&](int k) { return means + k * all + q; },
                                        [&](int k) { return pass.out.row<T>(y + q + k) + first; });
            else
                for (int q = 0; q < rows; ++q)
                    for (int i = 0; i < waiting; ++i)
                        std::copy_n(means + i * all + q * channels, channels,
                                    pass.out.row<T>(y + q) + (first + i) * channels);
            waiting = 0;
        });
}

// Filters box_columns_at_once samples of each row, from `begin` on. `numbers` has room for as many of every row, and
// of every place of the box.
void BoxColumns(const BoxPass& pass, int begin, double* numbers) {
    double* ends = numbers + pass.in.shape.height * std::ptrdiff_t(box_columns_at_once);
    pass.out.sample == Sample::f64 ? box_columns(pass, begin, numbers, ends)
                                   : box_columns(pass, begin, reinterpret_cast<float*>(numbers), ends);
}

// Filters box_rows_at_once() rows from y on. `numbers` has room for box_row_lanes samples of every pixel, and of
// every place of the box.
void BoxRows(const BoxPass& pass, int y, double* numbers) {
    double* ends = numbers + pass.in.shape.width * std::ptrdiff_t(box_row_lanes);
    const auto filter = [&]<class T>(T* lines) {
        switch (pass.in.shape.channels) {
            case 1:
                return box_rows<1>(pass, y, lines, ends);
            case 2:
                return box_rows<2>(pass, y, lines, ends);
            case 3:
                return box_rows<3>(pass, y, lines, ends);
            default:
                return box_rows<4>(pass, y, lines, ends);
        }
    };
    pass.out.sample == Sample::f64 ? filter(numbers) : filter(reinterpret_cast<float*>(numbers));
}

}  // namespace sweep::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "core/base/memory.h"
#include "cpu/base/box_limits.h"
#include "cpu/base/buffer.h"
#include "cpu/base/steps.h"
#include "cpu/table/running_boxes.h"

namespace sweep::cpu {
namespace {

HWY_EXPORT(BoxColumns);
HWY_EXPORT(BoxRows);

class BoxLines final : public Steps {
  public:
    BoxLines(const Problem& problem, Threads& threads)
        : problem_(problem),
          threads_(threads),
          box_(box_filter(problem)),
          colour_(byte_to_float(problem.linear)),
          alpha_(byte_to_float(false)) {
        const auto numbers =
            std::size_t(std::max(slots(false) * slot_size(false), slots(true) * slot_size(true)));
        require_memory(numbers * sizeof(double), "the workspace of this box");
        numbers_ = Buffer<double>(numbers, threads);
    }

    std::size_t working_bytes() const override { return numbers_.bytes(); }

    void run(const Stage& stage, const ConstImageView& in, const ImageView& out) override {
        const bool rows = stage.step == Step::box_rows;
        const ConstImageView from = rows && problem_.filter.axes == Axes::both ? ConstImageView(out) : in;
        const BoxPass pass{box_, from, out, colour_.data(), alpha_.data()};
        const std::int64_t together = slots(rows);
        threads_.for_each(std::ptrdiff_t(together), 1, [&](std::ptrdiff_t slot) {
            double* numbers = numbers_.data() + slot * slot_size(rows);
            for (std::int64_t strip = slot; strip < strips(rows); strip += together) {
                const int begin = int(strip) * lines_at_once(rows);
                if (rows)
                    HWY_DYNAMIC_DISPATCH(BoxRows)(pass, begin, numbers);
                else
                    HWY_DYNAMIC_DISPATCH(BoxColumns)(pass, begin, numbers);
            }
        });
    }

  private:
    int lines_at_once(bool rows) const {
        return rows ? box_rows_at_once(problem_.shape.channels) : box_columns_at_once;
    }
    std::int64_t strips(bool rows) const {
        const int each = lines_at_once(rows);
        return (std::int64_t(rows ? problem_.shape.height : problem_.shape.width * problem_.shape.channels) +
                each - 1) /
               each;
    }
    // The strips that are filtered at the same time, and the numbers that each needs.
    std::int64_t slots(bool rows) const { return std::min<std::int64_t>(strips(rows), threads_.count()); }
    std::int64_t slot_size(bool rows) const {
        return rows ? (problem_.shape.width + places_of(box_.across).size) * box_row_lanes
                    : (problem_.shape.height + places_of(box_.down).size) * box_columns_at_once;
    }

    const Problem problem_;
    Threads& threads_;
    const BoxFilter box_;
    const std::array<float, 256> colour_, alpha_;
    Buffer<double> numbers_;
};

}  // namespace

std::unique_ptr<Steps> box_line_steps(const DesignedProblem& asked, Threads& threads) {
    if (has_running_boxes(asked.problem)) return running_box_steps(asked.problem, threads);
    return std::make_unique<BoxLines>(asked.problem, threads);
}

}  // namespace sweep::cpu

#endif  // HWY_ONCE
