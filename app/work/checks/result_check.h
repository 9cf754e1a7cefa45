// Measures how far a result is from the truth, which is the sequential reference in double
// (core/problem/reference.h): for `sweep filter --check`, and for the window.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/derived/derived.h"
#include "core/problem/problem.h"

namespace sweep::app {

struct ResultCheck {
    double error = 0;        // the largest error, divided by `largest`
    double local_error = 0;  // the largest error divided by the scale there; 0 where there are no scales
    int local_x = 0, local_y = 0;  // the pixel of that error
    double tolerance = 0;          // 1e-5 for float32, 1e-9 for float64, 0 for integers of a table
    int x = 0, y = 0;              // the pixel of the largest error
    double largest = 0;            // the largest magnitude of the truth, or least_scale() where that is more
    int rows = 0, all_rows = 0;    // the rows that were compared, and all rows
    bool passed() const { return error <= tolerance && local_error <= tolerance; }
    // "all rows", or "64 of 8192 rows".
    std::string compared() const;
};

// The magnitude to which errors are relative where the truth is smaller: what the filter would make of waves that
// it passes, of the range of `in`, if it takes smooth pictures out (gain_of_passed_waves()); otherwise 0.
double least_scale(const Problem& problem, ConstImageView in);

// Compares the first `channels` channels of two pictures of one shape. `tolerance` is the allowed error,
// relative to the largest output, or to `least_scale` if that is more; and to the scale of each sample
// (core/problem/local_scale.h), if `scales` has them, all channels of each pixel. Where the truth is NaN or infinite
// the result must be so, too.
ResultCheck compare(ConstImageView result, ConstImageView truth, int channels, double tolerance,
                    double least_scale, std::span<const double> scales = {});

// Changes a table in double of x - mean into that of x - other, with one mean for each channel: an engine's
// mean may differ from the reference's by rounding.
void take_other_mean(Image& table, const std::vector<double>& mean, const std::vector<double>& other);

// Compares a result with the truth. `table_mean`: the mean that a table of Precision::f32_less_mean
// subtracted, as its engine reports it; otherwise empty. In large pictures some rows are compared, with the
// first and the last among them; their truth takes the columns of the whole picture, strip by strip. Throws
// Error(failed) when the truth does not fit into memory.
ResultCheck check_result(const Problem& problem, ConstImageView in, ConstImageView result,
                         const std::vector<double>& table_mean);

// Compares what is derived from the results of `runs` (runs_of()) with the same arithmetic on their truths. Errors are
// relative to the largest that a change of the original and of the truths by their largest magnitudes makes of it,
// since they may cancel in it. Where |x - B| of an unsharp mask is its threshold but for rounding, either side is
// right. What is made of moments, of `in` less its `datum`, is right where it lies between what the formula makes of
// truths that are off by the rounding of float64.
ResultCheck check_derived(const Derived& derived, const std::vector<DerivedRun>& runs, ConstImageView in,
                          ConstImageView result, bool keeps_alpha, std::span<const double> datum = {});

}  // namespace sweep::app
