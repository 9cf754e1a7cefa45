// Impulse and frequency responses of a filter, with those of the true Gaussian: numbers for the panel,
// without ImGui.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/work/engines/engines.h"
#include "app/work/request/filter_settings.h"

namespace sweep::app {

// The responses along the rows, which may be asymmetric; `impulse` holds 2 half + 1 samples around the
// impulse.
struct ResponseCurves {
    int half = 0;
    std::vector<double> impulse;
    std::vector<double> gaussian;  // sampled, with sum 1; empty when the filter is not meant as one
    // Against that Gaussian: sum |h - g|, which bounds the error of a picture within [0, 1], and the least h,
    // relative to the largest. 0 without it.
    double distance = 0, least = 0;
    // All, thinned to as many points as a plot can show: the smallest and the largest of every few samples.
    struct Shown {
        std::vector<double> x, impulse, gaussian, difference;
    } shown;
    std::vector<double> frequency, one_pass, whole, gaussian_whole;  // cycles per pixel; magnitudes
};

// The curves of a filter, with those of the Gaussian of `sigma` where that is given. The impulse response
// ends where it has decayed to a millionth of its peak, or `most` samples from its middle. Throws
// Error(usage) as design() does; the filter must be recursive.
ResponseCurves response_curves(const FilterSpec& filter, std::optional<double> sigma, int most = 4096);

// The square root of the second moment about the mean; nothing where the sum of the samples or the moment is
// not clearly positive, as for responses that ring.
std::optional<double> standard_deviation(const std::vector<double>& response);

// The difference of a response from the sampled Gaussian of the same length.
struct GaussianError {
    double largest = 0;  // relative to the Gaussian's peak
    double rms = 0;      // relative to the Gaussian's root mean square
};
GaussianError gaussian_error(const std::vector<double>& response, double sigma);

// Measurements of a filter: as it was designed, in double, and as an engine filters an impulse, in its own
// precision.
struct Measured {
    std::optional<double> design_sigma, engine_sigma;
    std::optional<GaussianError> design_error, engine_error;  // against the Gaussian that was meant
    double gain = 1;                                          // of both passes of one axis for a constant
    // The largest difference of the engine's response from the designed one, relative to the peak of that;
    // nothing: it could not be measured.
    std::optional<double> rounding;
    std::string_view engine;  // the one that was measured
    int length = 0;           // of the filtered line, in pixels
};

// Measures a filter: the engine filters an image whose rows are all the same impulse. It takes milliseconds
// and belongs on a worker. `problem` has filter, algorithm and realisation; an algorithm that cannot do it is
// replaced by `auto`. Throws Error as the engine does.
Measured measure(Problem problem, std::optional<double> sigma, Engine& engine);

}  // namespace sweep::app
