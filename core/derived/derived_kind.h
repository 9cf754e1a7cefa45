// The kinds of derived pictures (core/derived/derived.h), their values, and what the runs of the filter are for them.
#pragma once

#include <string_view>
#include <vector>

#include "core/derived/derived_formula.h"
#include "core/problem/problem.h"

namespace sweep {

// What is derived, with the values of all kinds; each kind reads those that its row names.
struct Derived {
    DerivedKind kind = DerivedKind::none;
    double amount = 1;  // unsharp: how much of the difference is added
    double threshold =
        0;  // unsharp: differences up to this, in units of the samples as they are filtered, stay
    double ratio = 1.6;   // dog: of the second sigma to the first
    double gamma = 1;     // log: of the normalisation
    double least = 0.02;  // normalize: the least divisor, in units of the samples
    double t = 0.15;      // bradley: by which share of the mean a sample that is dark is darker
    double niblack_k = 0.2, sauvola_k = 0.2;
    double sauvola_r = 0.5;  // the largest deviation there is: that of samples from 0 to 1
    double eps = 0.01;       // guided: the variance below which the result is a mean

    bool is_none() const { return kind == DerivedKind::none; }
    friend bool operator==(const Derived&, const Derived&) = default;
};

struct DerivedValue {
    std::string_view name;  // on the command line, in errors and beside a slider
    double Derived::*member;
    double least, most;
};

struct DerivedInfo {
    DerivedKind kind;
    std::string_view word;   // on the command line: "dog"
    std::string_view title;  // in a sentence: "difference of Gaussians"
    int library;             // its number in sweep_derived (lib/sweep.h)
    std::vector<DerivedValue> values;
    bool is_signed;  // the result lies around zero
    bool of_means;   // its runs are means where the filter's result is one, so that samples may be missing
    bool of_moments = false;  // of local means and deviations (core/derived/local_statistics.h)
};

// What a run filters: the samples, their squares, or the slopes a and intercepts b of the guided filter.
enum class RunInput { samples, squares, slopes, intercepts };

constexpr bool reads_results(RunInput input) {
    return input == RunInput::slopes || input == RunInput::intercepts;
}

struct DerivedRun {
    Problem problem;
    RunInput input = RunInput::samples;
};

}  // namespace sweep
