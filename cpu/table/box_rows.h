// The means over boxes from a table, a row at a time. A box inside the image is the difference of four entries, one
// that reaches into what continues the image the sum of up to five by five with whole weights (core/blocks/box_sum.h).
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/problem/box_filter.h"
#include "cpu/table/summed_area.h"

namespace sweep::cpu {

template <class T>
class BoxRows {
  public:
    // `one`: what a sample of 1.0 counts in the table.
    BoxRows(const Problem& problem, double one)
        : box_(box_filter(problem)),
          columns_(box_.across),
          channels_(problem.shape.channels),
          one_(one),
          has_outside_(std::any_of(box_.outside, box_.outside + channels_, [](double x) { return x != 0; })) {
    }

    // Row y. `mean`: what was taken off the samples of each channel, or null.
    template <class Out>
    void row(const ConstImageView& table, int y, const double* mean, Out* out) const {
        const BoxSum rows = box_sum(box_.down, y);
        const double weight = 1 / (one_ * rows.length);
        const BoxTerm &lower = rows.terms[0], &upper = rows.terms[1];
        const bool is_plain = lower.weight == 1 && (upper.weight == 0 || upper.weight == -1) &&
                              std::all_of(rows.terms + 2, std::end(rows.terms),
                                          [](const BoxTerm& term) { return term.weight == 0; });
        if (is_plain)
            box_row(upper.weight != 0 ? table.row<T>(upper.index) : nullptr, table.row<T>(lower.index),
                    columns_, channels_, weight, out);
        else
            of_extension(table, rows, weight, out);
        if (mean || has_outside_) add_what_is_known(rows, mean, out);
    }

  private:
    using Difference = std::conditional_t<std::is_integral_v<T>, T, double>;  // double: exact between floats

    // The rows' combination of `count` samples of the table, from sample i on.
    static void combine(const ConstImageView& table, const BoxSum& rows, int i, int count, Difference* to) {
        std::fill_n(to, count, Difference(0));
        for (const BoxTerm& term : rows.terms) {
            if (term.weight == 0) continue;
            const T* from = table.row<T>(term.index) + i;
            for (int k = 0; k < count; ++k) to[k] += Difference(term.weight) * Difference(from[k]);
        }
    }

    template <class Out>
    void of_extension(const ConstImageView& table, const BoxSum& rows, double weight, Out* out) const {
        const auto pixel = [&](int x) {
            const BoxSum& box = columns_.sum(x);
            Difference sum[4] = {}, column[4];
            for (const BoxTerm& term : box.terms) {
                if (term.weight == 0) continue;
                combine(table, rows, term.index * channels_, channels_, column);
                for (int k = 0; k < channels_; ++k) sum[k] += Difference(term.weight) * column[k];
            }
            for (int k = 0; k < channels_; ++k)
                out[x * channels_ + k] = Out(double(sum[k]) * (weight / box.length));
        };
        const int begin = columns_.begin(), end = columns_.end();
        const BoxExtent extent = columns_.extent();
        for (int x = 0; x < begin; ++x) pixel(x);
        constexpr int part = 512;
        Difference ahead[part], back[part];
        const double inside = weight / double(extent.size());
        for (int i = begin * channels_; i < end * channels_; i += part) {
            const int count = std::min(part, end * channels_ - i);
            combine(table, rows, i + extent.after * channels_, count, ahead);
            combine(table, rows, i - (extent.before + 1) * channels_, count, back);
            for (int k = 0; k < count; ++k) out[i + k] = Out(double(Difference(ahead[k] - back[k])) * inside);
        }
        for (int x = end; x < columns_.width(); ++x) pixel(x);
    }

    // The mean of what lies inside of the image, and the constant of what lies outside.
    template <class Out>
    void add_what_is_known(const BoxSum& rows, const double* mean, Out* out) const {
        const double share_of_rows = rows.inside / rows.length;
        for (int x = 0; x < columns_.width(); ++x) {
            const bool is_inside = x >= columns_.begin() && x < columns_.end();
            const double share =
                share_of_rows * (is_inside ? 1 : columns_.sum(x).inside / columns_.sum(x).length);
            for (int k = 0; k < channels_; ++k, ++out)
                *out = Out(double(*out) + (mean ? mean[k] : 0) * share + box_.outside[k] * (1 - share));
        }
    }

    BoxFilter box_;
    BoxesOfRow columns_;
    int channels_;
    double one_;
    bool has_outside_;  // numbers other than 0 lie outside of the image
};

}  // namespace sweep::cpu
