// Comparing pictures in numbers: how far apart they are, and what they should be. Host memory, no OpenGL; slow enough
// to be for a thread of its own (app/comparer.h).
#pragma once

#include "app/viewer.h"
#include "core/image.h"
#include "core/problem.h"

#include <vector>

namespace sweep::app {

// Of the first three channels of all pixels.
struct Statistics {
    double largest = 0;  // magnitude
    double root_mean_square = 0;
    Region at;                   // of the largest, relative to what was compared; 1 x 1
    std::size_t not_finite = 0;  // samples; they count for nothing else
    // In dB, of a signal whose peak is 1; infinite when nothing differs.
    double psnr() const;
};
Statistics statistics_of(ConstImageView difference);

// The largest power of two, up to 2^most_gain_steps, by which the largest difference may be multiplied and stays below 1.
int fitting_gain_steps(double largest);

enum class Truth { reference, gaussian };

// Which part of a picture the truth is computed for, and which part of it that takes: all of a small one, the middle
// of a large one with as much around it as the filter reaches.
struct TruthRegions {
    Region compared, needed;  // of the picture
};
// Throws Error(usage) where that would take too much memory, or the problem has no such truth.
TruthRegions truth_regions(const Problem& problem, Truth truth);

// The middle of a picture, of `most` pixels at most, or all of it.
Region middle_of(const Shape& shape, std::size_t most);

// What is convolved with, from -radius to radius: a sampled Gaussian of sum 1; or its first derivative, which makes 1 of
// the ramp x; or its second one, which makes 1 of x^2 / 2 and nothing of a constant.
std::vector<double> gaussian_taps(double sigma, int derivative);

// `in`: the needed part of the input, samples as of the problem. Returns what the engine should have made of the
// compared part, float64: the same filter in double, sequentially, or a direct convolution with the true Gaussian.
// Beyond the picture lies what the problem's boundary says; the convolution takes `none` for `zero`.
Image truth_of(const Problem& problem, Truth truth, const TruthRegions& regions, ConstImageView in);

// `result` minus `truth` (float64), in double, then rounded to float: the last channel is 0.
Image difference_from(ConstImageView result, const Image& truth);

}  // namespace sweep::app
