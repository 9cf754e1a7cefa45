// How far a result is from the truth (core/reference.h): what sweep filter --check says, and the window of what it shows.
#pragma once

#include <string>
#include <vector>

#include "core/problem.h"

namespace sweep::app {

struct ResultCheck {
    double error = 0;            // the largest, of the largest output of the truth
    double tolerance = 0;        // 1e-5 of float32, 1e-9 of float64; integers of a table are exact
    int x = 0, y = 0;            // where it is
    double largest = 0;          // output of the truth
    int rows = 0, all_rows = 0;  // that were compared, and that there are
    bool passed() const { return error <= tolerance; }
    // "all rows", "64 of 8192 rows".
    std::string compared() const;
};

// Two pictures of one shape, their first `channels`; what the result may be off by, of the largest output. Where the
// truth is NaN or infinite the result has to be, too.
ResultCheck compare(ConstImageView result, ConstImageView truth, int channels, double tolerance);

// A table in double of x - mean becomes that of x - other, both a number a channel: an engine's mean may be another
// float than the reference's.
void take_other_mean(Image& table, const std::vector<double>& mean, const std::vector<double>& other);

// `table_mean`: what a table of Precision::f32_less_mean took off every sample, as its engine says; otherwise empty.
// Of large pictures some rows are compared, the first and the last among them: their truth takes the columns of the
// whole picture, strip by strip. Throws Error(failed) when the truth does not fit into memory.
ResultCheck check_result(const Problem& problem, ConstImageView in, ConstImageView result,
                         const std::vector<double>& table_mean);

}  // namespace sweep::app
