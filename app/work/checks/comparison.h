// Compares pictures in numbers: how far apart they are, and what they should be. It works in host memory
// without OpenGL, and is slow enough to need a thread of its own (app/work/checks/comparer.h).
#pragma once

#include <vector>

#include "app/base/area.h"
#include "core/base/image.h"
#include "core/derived/derived.h"
#include "core/problem/problem.h"

namespace sweep::app {

// Statistics of a difference, over the first three channels of all pixels.
struct Statistics {
    double largest = 0;  // magnitude
    double root_mean_square = 0;
    Region at;                   // the pixel of the largest, relative to the compared part; 1 x 1
    std::size_t not_finite = 0;  // samples that are NaN or infinite; the other numbers leave them out
    // The peak signal-to-noise ratio in dB for a peak of 1; infinite when nothing differs.
    double psnr() const;
};
Statistics statistics_of(ConstImageView difference);

// The exponent of the largest power of two, up to 2^most_gain_steps, that keeps the largest difference at 1
// or below.
int fitting_gain_steps(double largest);

enum class Truth { reference, gaussian };

// The part of a picture that is compared (all of a small one, the middle of a large one), and the part of the
// input that its truth needs, which is wider by the reach of the filter.
struct TruthRegions {
    Region compared, needed;  // of the picture
};
// Throws Error(usage) where that would take too much memory, or the problem has no such truth.
TruthRegions truth_regions(const Problem& problem, Truth truth);

// The middle of a picture, of `most` pixels at most, or all of it.
Region middle_of(const Shape& shape, std::size_t most);

// The taps from -radius to radius of a sampled Gaussian with sum 1; or of its first derivative, which maps
// the ramp x to 1; or of its second derivative, which maps x^2 / 2 to 1 and a constant to 0.
std::vector<double> gaussian_taps(double sigma, int derivative);

// The exact result of the compared part, float64: the same filter in double, sequentially, or a direct
// convolution with the true Gaussian. `in` is the needed part of the input, with samples as in the problem.
// The picture is extended as the problem's boundary says; the convolution takes `none` for `zero`.
Image truth_of(const Problem& problem, Truth truth, const TruthRegions& regions, ConstImageView in);

// The same of what is derived from the results of runs_of(). Of several widths of filter, the last is the widest.
TruthRegions derived_truth_regions(const Derived& derived, const Problem& problem, Truth truth);
Image derived_truth_of(const Derived& derived, const Problem& problem, Truth truth,
                       const TruthRegions& regions, ConstImageView in);

// `result` minus `truth` (float64), in double, then rounded to float; the last channel is 0.
Image difference_from(ConstImageView result, const Image& truth);

}  // namespace sweep::app
