// Derived pictures that are made of the mean m and the deviation s of the samples around each one. The weights of these
// means are those of any blur; those of a box are usual. With x the sample,
//
//     deviation   s = sqrt(mean of x^2 - m^2)
//     normalize   (x - m) / max(s, least); 0 where both are    local contrast normalisation (Jarrett et al. 2009)
//     bradley     1 where x > m (1 - t), elsewhere 0           Bradley and Roth 2007
//     niblack     1 where x > m - k s                          Niblack 1986, with the sign of scikit-image
//     sauvola     1 where x > m (1 + k (s / r - 1))            Sauvola and Pietikainen 2000
//     guided      mean(a) x + mean(b), with a = s^2 / (s^2 + eps) and b = m (1 - a)
//                                                              He, Sun, Tang 2010, the picture its own guide
//
// A variance is a small difference of large numbers. So a number near the mean of the picture is taken off each channel
// before anything is squared: the datum. Then an offset of the picture costs no digits.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/derived/derived_kind.h"

namespace sweep {

// Why the kind, which is of_moments, is not derived of what the problem's filter makes; empty: it is.
std::string why_no_moments(const DerivedInfo& kind, const Problem& problem);

// The runs of the kind. `datum`: what was taken off the samples of each channel, and is then taken off the constants
// outside; empty: nothing.
std::vector<DerivedRun> runs_of_moments(const Derived& derived, const Problem& problem,
                                        std::span<const double> datum);

// Takes the mean of each channel off its samples, and returns it; `keeps_alpha`: 0 of the last channel. Samples that
// are `missing` (bytes that are not 0; no data: none is) or not finite have no part, and the former become 0.
std::vector<double> take_means_off(ImageView image, ConstImageView missing, bool keeps_alpha);

// Fills `out` with what a run filters, by the samples less their datum and the results of the runs before. All are
// f64 and of one shape.
void fill_run_input(RunInput input, const Derived& derived, ConstImageView samples,
                    std::span<const ConstImageView> results, ImageView out);

// The derived number at a sample. `x`: the sample less the datum; `first`, `second`: the results of the last two runs
// there, or twice that of the only one.
double moments_value(const Derived& derived, double datum, double x, double first, double second);

// The derived picture, as derive() has it, of `samples` and results in f64; `out` is f32 or f64.
void derive_from_moments(const Derived& derived, std::span<const double> datum, ConstImageView samples,
                         std::span<const ConstImageView> results, ImageView out, bool keeps_alpha);

}  // namespace sweep
