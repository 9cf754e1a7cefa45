// Derived pictures: a last line of arithmetic on filtered pictures and on the one that was filtered. With L = G_s x,
// the picture blurred with a Gaussian of sigma s, and B the picture after any blur,
//
//     unsharp     x + amount (x - B) where |x - B| > threshold, elsewhere x    unsharp mask
//     high-pass   x - B
//     dog         G_s x - G_(ratio s) x                      difference of Gaussians (Marr and Hildreth 1980)
//     log         s_x^(2 gamma) L_xx + s_y^(2 gamma) L_yy    Laplacian of Gaussian; with gamma 1 it is normalised to
//                                                            scale (Lindeberg 1998), with 0 it is as it is
//     gradient    sqrt(L_x^2 + L_y^2)                        gradient magnitude
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem/problem.h"

namespace sweep {

enum class DerivedKind { none, unsharp, high_pass, dog, log, gradient };

// What is derived, with the values of all kinds; each kind reads those that its row names.
struct Derived {
    DerivedKind kind = DerivedKind::none;
    double amount = 1;  // unsharp: how much of the difference is added
    double threshold =
        0;  // unsharp: differences up to this, in units of the samples as they are filtered, stay
    double ratio = 1.6;  // dog: of the second sigma to the first
    double gamma = 1;    // log: of the normalisation

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
};

// All kinds, in the order of DerivedKind, `none` among them.
std::span<const DerivedInfo> derived_kinds();
const DerivedInfo& info(DerivedKind kind);

// Why nothing of the kind is derived from this problem's result; empty: it is.
std::string why_not(const Derived& derived, const Problem& problem);

// The problems that are solved for it, one after the other: `problem` itself where nothing is derived. Throws
// Error(usage) where why_not() has a reason.
std::vector<Problem> runs_of(const Derived& derived, const Problem& problem);

// The largest change of the derived picture for a change of 1 of the original, and of the result of each run: how the
// errors of these add up.
struct DerivedWeights {
    double original = 0;
    std::vector<double> runs;
};
DerivedWeights weights_of(const Derived& derived, const FilterSpec& filter);

// Computes the derived picture from the original and the results of runs_of(), in double, into `out`, which may be one
// of these results. All have one shape; the original is f32 or f64, the results and `out` are both f32 or both f64.
// `keeps_alpha`: the last channel is that of the original. Rows may have gaps.
void derive(const Derived& derived, const FilterSpec& filter, ConstImageView original,
            std::span<const ConstImageView> results, ImageView out, bool keeps_alpha);

}  // namespace sweep
