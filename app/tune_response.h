// What a filter does to an impulse and to a wave, beside the true Gaussian: numbers for the panel, none of ImGui.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/filter_settings.h"
#include "app/image_filter.h"

namespace sweep::app {

// Along the rows. Designs are symmetric or not; `impulse` holds 2 half + 1 samples around the impulse.
struct ResponseCurves {
    int half = 0;
    std::vector<double> impulse;
    std::vector<double> gaussian;  // sampled, of sum 1; empty when none is meant
    // As many of both as a plot can show: of every few samples the smallest and the largest.
    struct Shown {
        std::vector<double> x, impulse, gaussian;
    } shown;
    std::vector<double> frequency, one_pass, whole, gaussian_whole;  // cycles per pixel; magnitudes
};

// The curves of a filter, beside those of a Gaussian when `sigma` says of which. The impulse response is cut where it
// has died away to a millionth of its peak, or at `most` samples from its middle.
// Throws Error(usage) as design() does; the filter must be recursive.
ResponseCurves response_curves(const FilterSpec& filter, std::optional<double> sigma, int most = 4096);

// exp(-i^2 / (2 sigma^2)) for -half..half, of sum 1.
std::vector<double> sampled_gaussian(double sigma, int half);

// The square root of the second moment about the mean; nothing where the sum of the samples is not positive, or the
// moment is negative: responses that ring have no width.
std::optional<double> standard_deviation(const std::vector<double>& response);

// How far a response is from the sampled Gaussian of the same length.
struct GaussianError {
    double largest = 0;  // difference, of the Gaussian's peak
    double rms = 0;      // root of the summed squares, of the Gaussian's own
};
GaussianError gaussian_error(const std::vector<double>& response, double sigma);

// A filter measured: as it was designed, in double, and as an engine filters an impulse, in its own numbers.
struct Measured {
    std::optional<double> design_sigma, engine_sigma;
    std::optional<GaussianError> design_error, engine_error;  // against the Gaussian that was meant
    double gain = 1;  // what becomes of a constant in the whole filter along one axis
    // Largest difference of the engine's response from the designed one, of its peak; nothing: it could not be measured.
    std::optional<double> rounding;
    std::string_view engine;  // the one that was measured
    int length = 0;           // of the line that it filtered, in pixels
};

// Lets the engine filter a line of light across the columns: costs milliseconds, and belongs on a worker. `problem` says
// filter, algorithm and realisation; an algorithm that cannot do it gives way to auto. Throws Error as the engine does.
Measured measure(Problem problem, std::optional<double> sigma, ImageFilter& engine);

}  // namespace sweep::app
