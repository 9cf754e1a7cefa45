// Derived pictures: a last line of arithmetic on filtered pictures and on the one that was filtered. With L = G_s x,
// the picture blurred with a Gaussian of sigma s, and B the picture after any blur,
//
//     unsharp     x + amount (x - B) where |x - B| > threshold, elsewhere x    unsharp mask
//     high-pass   x - B
//     dog         G_s x - G_(ratio s) x                      difference of Gaussians (Marr and Hildreth 1980)
//     log         s_x^(2 gamma) L_xx + s_y^(2 gamma) L_yy    Laplacian of Gaussian; with gamma 1 it is normalised to
//                                                            scale (Lindeberg 1998), with 0 it is as it is
//     gradient    sqrt(L_x^2 + L_y^2)                        gradient magnitude
//
// and those of local means and deviations, which core/derived/local_statistics.h lists.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/derived/derived_kind.h"

namespace sweep {

// All kinds, in the order of DerivedKind, `none` among them.
std::span<const DerivedInfo> derived_kinds();
const DerivedInfo& info(DerivedKind kind);

// Why nothing of the kind is derived from this problem's result; empty: it is.
std::string why_not(const Derived& derived, const Problem& problem);

// What is solved for it, one after the other: `problem` itself where nothing is derived. `datum`: of kinds that are
// of_moments, what was taken off the samples of each channel. Throws Error(usage) where why_not() has a reason.
std::vector<DerivedRun> runs_of(const Derived& derived, const Problem& problem,
                                std::span<const double> datum = {});

// The largest change of the derived picture for a change of 1 of the original, and of the result of each run: how the
// errors of these add up. Not of kinds that are of_moments, of which this is no one number.
struct DerivedWeights {
    double original = 0;
    std::vector<double> runs;
};
DerivedWeights weights_of(const Derived& derived, const FilterSpec& filter);

// What the formula of a kind that is not of_moments reads.
DerivedNumbers numbers_of(const Derived& derived, const FilterSpec& filter);

// Computes the derived picture from the original and the results of runs_of(), in double, into `out`, which may be one
// of these results. All have one shape; the original is f32 or f64, the results and `out` are both f32 or both f64.
// `keeps_alpha`: the last channel is that of the original. Rows may have gaps. Of kinds that are of_moments the
// original, less its `datum`, and the results are f64, and `out` is f32 or f64.
void derive(const Derived& derived, const FilterSpec& filter, ConstImageView original,
            std::span<const ConstImageView> results, ImageView out, bool keeps_alpha,
            std::span<const double> datum = {});

}  // namespace sweep
