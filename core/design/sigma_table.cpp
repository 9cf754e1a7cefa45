#include "core/design/sigma_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

#include "core/base/error.h"
#include "core/design/designs.h"
#include "core/filter/memory.h"

namespace sweep {
namespace {

using std::numbers::pi;
using Values = std::vector<double>;

// The full width at half maximum of a Gaussian of sigma 1, and the frequency at which its power is halved, in
// cycles.
const double width_of_one = 2 * std::sqrt(2 * std::log(2)),
             frequency_of_one = std::sqrt(std::log(2)) / (2 * pi);
// The radius at which GIMP 2.8's Gaussian of sigma 1 falls to 1 / 255.
const double reach_of_255 = std::sqrt(2 * std::log(255));

Values itself(double sigma) {
    return {sigma};
}
double same(double value) {
    return value;
}

// The odd size of a kernel that OpenCV makes for a sigma, with `sides` times sigma on each side.
double opencv_taps(double sigma, double sides) {
    return double(std::llrint(sigma * sides * 2 + 1) | 1);
}

// The sigma of OpenCV's kernel of a size without a sigma: the three smallest are tables, and what these measure is not
// what the formula says.
double opencv_sigma(double size) {
    if (size == 3) return std::sqrt(0.5);
    if (size == 5) return 1;
    if (size == 7) return std::sqrt(1.875);
    return 0.3 * ((size - 1) * 0.5 - 1) + 0.8;
}

// The odd size whose sigma is the nearest.
Values opencv_size(double sigma) {
    double best = 2 * std::round((sigma - 0.8) / 0.3 + 1) + 1;
    if (best < 3) return {};
    for (double size : {best - 2, best + 2})
        if (size >= 3 && std::abs(opencv_sigma(size) - sigma) < std::abs(opencv_sigma(best) - sigma))
            best = size;
    return {best};
}

// Three boxes of odd sizes whose variances together are as near to sigma^2 as they can be: `smaller` of the lower
// size, the others two wider.
Values three_boxes(double sigma) {
    const double ideal = std::sqrt(4 * sigma * sigma + 1);
    const double low = 2 * std::floor((ideal - 1) / 2) + 1;
    const double smaller = (12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4);
    Values sizes;
    for (int i = 0; i < 3; ++i) sizes.push_back(i < std::lround(smaller) ? low : low + 2);
    return sizes;
}

// What the pair of passes of a Butterworth filter of order 3 does to the tangent of half the frequency at half power:
// 1 / (1 + t^6) = sqrt(1/2).
const double butterworth_ratio = std::pow(std::numbers::sqrt2 - 1, 1.0 / 6);

// The samples that a pass of the usual Gaussian remembers, to 2^-22.
Values memory_of_gaussian(double sigma) {
    if (!(sigma > 0) || sigma > max_sigma) return {};
    try {
        const int order = rational_gaussian_order(sigma, 3e-4);
        return {double(memory(rational_gaussian(sigma, order), int(24 * sigma) + 64))};
    } catch (const Error&) {
        return {};
    }
}

const std::array rows{
    SigmaRow{"sigma", "standard deviation of the Gaussian", "px", "sigma", "exp(-x^2 / (2 sigma^2))", itself,
             same},
    SigmaRow{"fwhm", "full width at half maximum", "px", "2 sqrt(2 ln 2) sigma = 2.3548 sigma",
             "half of the peak of exp(-x^2 / (2 sigma^2))", [](double s) { return Values{width_of_one * s}; },
             [](double v) { return v / width_of_one; }},
    SigmaRow{"half-power", "frequency of half power (-3 dB)", "cycles/px",
             "sqrt(ln 2) / (2 pi sigma) = 0.1325 / sigma", "half of the square of exp(-(2 pi f sigma)^2 / 2)",
             [](double s) { return Values{frequency_of_one / s}; },
             [](double v) { return frequency_of_one / v; }},
    SigmaRow{"wavelength", "wavelength of half power", "px", "2 pi sigma / sqrt(ln 2) = 7.5469 sigma",
             "1 / half-power", [](double s) { return Values{s / frequency_of_one}; },
             [](double v) { return v * frequency_of_one; }},
    SigmaRow{"css-blur", "CSS blur(), canvas filter", "px", "sigma",
             "Filter Effects Module Level 1, blur(): its length is the standard deviation", itself, same},
    SigmaRow{"css-shadow", "blur radius of a CSS box-shadow, shadowBlur of a canvas", "px", "2 sigma",
             "CSS Backgrounds and Borders Level 3, box-shadow; HTML, canvas shadows",
             [](double s) { return Values{2 * s}; }, [](double v) { return v / 2; }},
    SigmaRow{"svg", "SVG stdDeviation of feGaussianBlur", "px", "sigma",
             "Filter Effects Module Level 1, feGaussianBlur", itself, same},
    SigmaRow{
        "svg-box", "size of the three boxes that SVG allows from sigma 2", "px",
        "floor(3 sqrt(2 pi) sigma / 4 + 0.5)", "Filter Effects Module Level 1, feGaussianBlur",
        [](double s) { return s < 2 ? Values{} : Values{std::floor(0.75 * std::sqrt(2 * pi) * s + 0.5)}; },
        nullptr},
    SigmaRow{"opencv-ksize", "OpenCV ksize that stands for it (sigma 0)", "px",
             "sigma = 0.3 ((ksize - 1) / 2 - 1) + 0.8, of 3, 5, 7: 0.7071, 1, 1.369; the nearest odd ksize",
             "OpenCV, getGaussianKernel()", opencv_size, opencv_sigma},
    SigmaRow{"opencv-taps-8bit", "OpenCV ksize that it takes (ksize 0), 8 bits", "px",
             "round(6 sigma + 1), the next odd one if even",
             "OpenCV, createGaussianKernels() in smooth.dispatch.cpp",
             [](double s) { return Values{opencv_taps(s, 3)}; }, nullptr},
    SigmaRow{"opencv-taps", "OpenCV ksize that it takes (ksize 0), other samples", "px",
             "round(8 sigma + 1), the next odd one if even",
             "OpenCV, createGaussianKernels() in smooth.dispatch.cpp",
             [](double s) { return Values{opencv_taps(s, 4)}; }, nullptr},
    SigmaRow{"scipy-radius", "SciPy radius of gaussian_filter (truncate 4)", "px", "floor(4 sigma + 0.5)",
             "SciPy, gaussian_filter1d(): truncate is the radius in sigmas",
             [](double s) { return Values{std::floor(4 * s + 0.5)}; }, nullptr},
    SigmaRow{"matlab-size", "MATLAB FilterSize of imgaussfilt", "px", "2 ceil(2 sigma) + 1",
             "MATLAB, documentation of imgaussfilt",
             [](double s) { return Values{2 * std::ceil(2 * s) + 1}; }, nullptr},
    SigmaRow{"pillow", "Pillow radius of ImageFilter.GaussianBlur", "px", "sigma",
             "Pillow, documentation of ImageFilter.GaussianBlur", itself, same},
    SigmaRow{"imagej", "ImageJ sigma (radius) of Gaussian Blur, from 1.38u", "px", "sigma",
             "ImageJ, GaussianBlur.java", itself, same},
    SigmaRow{"gimp", "GIMP 2.10 size X, size Y of Gaussian Blur", "px", "sigma",
             "GEGL, operation gaussian-blur: the standard deviation", itself, same},
    SigmaRow{"gimp-2.8", "GIMP 2.8 radius of Gaussian Blur", "px",
             "sqrt(2 ln 255) sigma - 1 = 3.3290 sigma - 1", "GIMP 2.8, plug-ins/common/blur-gauss.c",
             [](double s) {
                 const double radius = reach_of_255 * s - 1;
                 return radius > 0 ? Values{radius} : Values{};
             },
             [](double v) { return (v + 1) / reach_of_255; }},
    SigmaRow{"boxes", "three boxes of the nearest variance", "px",
             "sizes w and w + 2 by 12 sigma^2 = sum (w^2 - 1)", "Kovesi 2010", three_boxes,
             [](double v) { return std::sqrt((v * v - 1) / 4); }},
    SigmaRow{"alpha", "exponential of equal variance, both ways", "", "(sqrt(1 + 2 sigma^2) - 1) / sigma^2",
             "variance 2 (1 - alpha) / alpha^2 of y += alpha (x - y), both ways",
             [](double s) { return Values{2 / (std::sqrt(1 + 2 * s * s) + 1)}; },
             [](double v) { return v > 1 ? 0 : std::sqrt(2 * (1 - v)) / v; }},
    SigmaRow{"butterworth", "Butterworth cutoff of equal half power, order 3, both ways", "cycles/px",
             "atan(tan(pi f) / (sqrt(2) - 1)^(1/6)) / pi, f = half-power",
             "gain 1 / (1 + (tan(pi f) / tan(pi cutoff))^6) of both ways",
             [](double s) {
                 const double f = frequency_of_one / s;
                 return f < 0.5 ? Values{std::atan(std::tan(pi * f) / butterworth_ratio) / pi} : Values{};
             },
             [](double v) {
                 return v < 0.5 ? frequency_of_one * pi / std::atan(std::tan(pi * v) * butterworth_ratio) : 0;
             }},
    SigmaRow{"blob", "radius of the blob that the Laplacian finds", "px", "sqrt(2) sigma", "Lindeberg 1998",
             [](double s) { return Values{std::numbers::sqrt2 * s}; },
             [](double v) { return v / std::numbers::sqrt2; }},
    SigmaRow{"reach", "distance at which it is 1/1000 of its peak", "px",
             "sqrt(2 ln 1000) sigma = 3.7169 sigma", "exp(-x^2 / (2 sigma^2)) = 1/1000",
             [](double s) { return Values{std::sqrt(2 * std::log(1000)) * s}; },
             [](double v) { return v / std::sqrt(2 * std::log(1000)); }},
    SigmaRow{"memory", "memory of a pass of Sweep's Gaussian (accuracy 3e-4)", "px",
             "samples until 2^-22 of the response is left", "Sweep, core/filter/memory.h", memory_of_gaussian,
             nullptr},
};

std::string number(double value) {
    std::array<char, 32> digits{};
    const bool whole = value == std::floor(value) && std::abs(value) < 1e9;
    const auto end = whole ? std::to_chars(digits.data(), digits.data() + digits.size(), (long long)value)
                           : std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                           std::chars_format::general, 4);
    return {digits.data(), end.ptr};
}

}  // namespace

std::span<const SigmaRow> sigma_rows() {
    return rows;
}

const SigmaRow* find_sigma_row(std::string_view name) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const SigmaRow& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

std::optional<double> sigma_of(const SigmaRow& row, double value) {
    const double sigma = value > 0 ? row.sigma(value) : 0;
    return std::isfinite(sigma) && sigma > 0 ? std::optional(sigma) : std::nullopt;
}

std::string sigma_text(const SigmaRow& row, double sigma) {
    std::string text;
    for (double value : row.values(sigma)) text += (text.empty() ? "" : ", ") + number(value);
    return text.empty() ? "-" : text;
}

}  // namespace sweep
