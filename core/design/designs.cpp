#include "core/design/designs.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include "core/base/error.h"
#include "core/design/prototypes.h"
#include "core/filter/dispatch.h"
#include "core/filter/recurrence.h"

namespace sweep {
namespace {

using Complex = std::complex<double>;

[[noreturn]] void refuse(const std::string& what) {
    throw Error(ExitCode::usage, what);
}

std::string text(double x) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%g", x);
    std::replace(std::begin(digits), std::end(digits), ',', '.');  // the point of some locales
    return digits;
}

// The coefficients d_1..d_r of prod (1 - p_i z^-1).
std::vector<double> expand(std::span<const Complex> poles) {
    std::vector<Complex> c{1};
    for (Complex p : poles) {
        c.push_back(0);
        for (std::size_t k = c.size() - 1; k > 0; --k) c[k] -= p * c[k - 1];
    }
    std::vector<double> d;
    for (std::size_t k = 1; k < c.size(); ++k) d.push_back(c[k].real());
    return d;
}

PassDesign pass_from_poles(std::vector<Complex> poles) {
    PassDesign pass;
    pass.d = expand(poles);
    Complex g = 1;
    for (Complex p : poles) g *= 1.0 - p;  // not 1 + sum d_k, which cancels for slow filters
    pass.unit_gain = g.real();
    pass.poles = std::move(poles);
    return pass;
}

// The poles of the L2 design of van Vliet, Young and Verbeek (1998), outside the unit circle, at scale q = 1;
// a conjugate pair is listed by the one above the real axis.
std::vector<Complex> van_vliet_poles(int order) {
    switch (order) {
        case 3:
            return {{1.41650, 1.00829}, {1.86543, 0}};
        case 4:
            return {{1.13228, 1.28114}, {1.78534, 0.46763}};
        case 5:
            return {{0.86430, 1.45389}, {1.61433, 0.83134}, {1.87504, 0}};
        default:
            refuse("the Gaussian has order 3, 4 or 5, not " + std::to_string(order) + ": use --order 3");
    }
}

Complex scaled(Complex d, double q) {
    return std::polar(std::pow(std::abs(d), 1 / q), std::arg(d) / q);
}

// The variance of the causal-anticausal response: sum 2 d / (d - 1)^2 over all poles. With d = e^u the term
// is 1 / (2 sinh^2(u / 2)), which does not cancel when d is near 1.
double variance(std::span<const Complex> poles, double q) {
    double sum = 0;
    for (Complex d : poles) {
        const Complex half = std::log(d) / (2 * q), s = std::sinh(half), term = 1.0 / (2.0 * s * s);
        sum += d.imag() == 0 ? term.real() : 2 * term.real();
    }
    return sum;
}

FilterDesign symmetric(const PassDesign& pass) {
    return {{pass, pass}, {pass, pass}};
}

void check_derivative(int order) {
    if (order < 0 || order > 2) refuse("derivatives are of order 0, 1 or 2, not " + std::to_string(order));
}

// Makes a blur its derivative along `axis` by central differences, of which each pass gets one factor:
// (z - z^-1) / 2 = (1 - z^-1) (1 + z) / 2, and z - 2 + z^-1 = -(1 - z^-1) (1 - z).
void differentiate(AxisDesign& axis, int order) {
    check_derivative(order);
    if (order > 0) set_zeros(axis.causal, {0}, 1);
    if (order == 1) set_zeros(axis.anticausal, {2}, -0.5);
    if (order == 2) set_zeros(axis.anticausal, {0}, -1);
}

}  // namespace

namespace {

void check_sigma(double sigma) {
    if (!(sigma > 0) || !std::isfinite(sigma))
        refuse("sigma must be a positive number of pixels, not " + text(sigma));
    if (sigma > max_sigma)
        refuse("sigma " + text(sigma) + " is beyond what float32 filters exactly: at most " +
               text(max_sigma));
    if (sigma < 0.1) refuse("sigma " + text(sigma) + " does not blur: use 0.1 or more, or --filter none");
}

AxisDesign gaussian_axis(double sigma, int order) {
    check_sigma(sigma);
    const double q = gaussian_scale(sigma, order);
    std::vector<Complex> poles;
    for (Complex d : van_vliet_poles(order)) {
        const Complex p = 1.0 / scaled(d, q);
        poles.push_back(p);
        if (d.imag() != 0) poles.push_back(std::conj(p));
    }
    const PassDesign pass = pass_from_poles(std::move(poles));
    return {pass, pass};
}

// The Gaussian to an accuracy. Both axes have the order of the one that needs more.
FilterDesign accurate_gaussian(const FilterSpec& spec) {
    if (!(spec.accuracy > 0) || !std::isfinite(spec.accuracy))
        refuse("the accuracy must be a positive number, not " + text(spec.accuracy));
    int order = 0;
    const double sigma_y = spec.sigma_y == 0 ? spec.sigma : spec.sigma_y;
    for (const auto& [sigma, derivative] :
         {std::pair{spec.sigma, spec.derivative_x}, {sigma_y, spec.derivative_y}}) {
        check_sigma(sigma);
        check_derivative(derivative);
        order = std::max(order, rational_gaussian_order(sigma, spec.accuracy, derivative));
    }
    const auto axis = [order](double sigma, int derivative) {
        if (derivative > 0) return rational_derivative(sigma, order, derivative);
        const PassDesign pass = rational_gaussian(sigma, order);
        return AxisDesign{pass, pass};
    };
    return {axis(sigma_y, spec.derivative_y), axis(spec.sigma, spec.derivative_x)};
}

}  // namespace

FilterDesign detail::gaussian(const FilterSpec& spec) {
    if (spec.is_by_accuracy()) return accurate_gaussian(spec);
    FilterDesign filter;
    filter.rows = gaussian_axis(spec.sigma, spec.order);
    filter.columns = spec.sigma_y == 0 ? filter.rows : gaussian_axis(spec.sigma_y, spec.order);
    differentiate(filter.columns, spec.derivative_y);
    differentiate(filter.rows, spec.derivative_x);
    return filter;
}

namespace {

void check_decibels(const char* what, double decibels, double least, double most) {
    if (!(decibels >= least && decibels <= most))
        refuse(std::string(what) + " must be " + text(least) + " to " + text(most) + " dB, not " +
               text(decibels));
}

void check_order_and_cutoff(const FilterSpec& spec) {
    const bool has_two = spec.has_two_edges();
    const int most = has_two ? max_order / 2 : max_order;
    if (spec.order < 1 || spec.order > most)
        refuse(
            (has_two
                 ? "a band-pass or band-stop filter, which has two poles for each of its order, has orders 1 to "
                 : "this filter has orders 1 to ") +
            std::to_string(most) + ", not " + std::to_string(spec.order));
    if (has_two && spec.cutoff_high == 0)
        refuse("a band-pass or band-stop filter has two edges: --cutoff LOW,HIGH");
    if (!has_two && spec.cutoff_high != 0)
        refuse(
            "a low-pass or high-pass filter has one edge: use one number for --cutoff, or --band pass or stop");
    for (const double cutoff : {spec.cutoff, has_two ? spec.cutoff_high : spec.cutoff})
        if (!(cutoff >= min_cutoff && cutoff <= 0.5 - min_cutoff))
            refuse("the cutoff must lie between 0 and 0.5 cycles per pixel (" + text(min_cutoff) +
                   " at least, and as much below 0.5), not " + text(cutoff));
    if (has_two && !(spec.cutoff_high - spec.cutoff >= min_cutoff))
        refuse("the upper edge of the band must lie above the lower one by " + text(min_cutoff) +
               " or more: " + text(spec.cutoff) + " and " + text(spec.cutoff_high));
}

void check_ripple(const FilterSpec& spec) {
    check_decibels("the ripple", spec.ripple, 1e-4, 60);
}

void check_attenuation(const FilterSpec& spec) {
    check_decibels("the attenuation", spec.attenuation, 0.1, 200);
}

// Poles of a larger magnitude count as unstable: beyond it, rounding decides.
constexpr double largest_radius = 1 - 1e-12;

// The designed pass, both ways: together |H|^2, and no shift.
FilterDesign classic(const FilterSpec& spec, const Prototype& prototype) {
    DigitalFilter digital = bilinear(prototype, spec);
    for (Complex p : digital.poles)
        if (!(std::abs(p) < largest_radius))
            refuse("the filter is not stable, with a pole of magnitude " + text(std::abs(p)) +
                   ": use a cutoff farther from 0 and 0.5, or a lower order");
    Complex scale = digital.level;  // H = B at z = 1, where the passes have gain 1
    for (Complex zero : digital.zeros) scale /= (1.0 - digital.delay) - zero;
    if (digital.delay != 1.0)
        for (Complex p : digital.poles) scale *= (1.0 - p * digital.delay) / (1.0 - p);
    PassDesign pass = pass_from_poles(std::move(digital.poles));
    set_zeros(pass, std::move(digital.zeros), scale.real());
    return symmetric(pass);
}

}  // namespace

FilterDesign detail::butterworth(const FilterSpec& spec) {
    check_order_and_cutoff(spec);
    return classic(spec, butterworth_prototype(spec.order));
}

FilterDesign detail::chebyshev1(const FilterSpec& spec) {
    check_order_and_cutoff(spec);
    check_ripple(spec);
    return classic(spec, chebyshev1_prototype(spec.order, spec.ripple));
}

FilterDesign detail::chebyshev2(const FilterSpec& spec) {
    check_order_and_cutoff(spec);
    check_attenuation(spec);
    return classic(spec, chebyshev2_prototype(spec.order, spec.attenuation));
}

FilterDesign detail::elliptic(const FilterSpec& spec) {
    check_order_and_cutoff(spec);
    check_ripple(spec);
    check_attenuation(spec);
    if (spec.attenuation < 1.01 * spec.ripple)
        refuse("the attenuation (" + text(spec.attenuation) + " dB) must be more than the ripple (" +
               text(spec.ripple) + " dB)");
    return classic(spec, elliptic_prototype(spec.order, spec.ripple, spec.attenuation));
}

FilterDesign detail::exponential(const FilterSpec& spec) {
    if (!(spec.alpha >= min_alpha && spec.alpha <= 1))
        refuse("alpha must be " + text(min_alpha) + " to 1, not " + text(spec.alpha));
    return symmetric(pass_from_poles({1 - spec.alpha}));
}

// The inverses of [1 6 1]/8, [1 4 1]/6, [1 76 230 76 1]/384 and [1 26 66 26 1]/120: their poles are the roots of the
// sampled spline inside the unit circle ([N11] section 1), in closed form.
FilterDesign detail::bspline2(const FilterSpec&) {
    return symmetric(pass_from_poles({std::sqrt(8.0) - 3}));
}

FilterDesign detail::bspline3(const FilterSpec&) {
    return symmetric(pass_from_poles({std::sqrt(3.0) - 2}));
}

namespace {

// The root of z^2 + sum z + 1 inside the unit circle, as 1 / the other one, which does not cancel.
double root_inside(double sum) {
    return -2 / (sum + std::sqrt(sum * sum - 4));
}

}  // namespace

FilterDesign detail::bspline4(const FilterSpec&) {
    const double s = std::sqrt(1216.0);  // z^4 + 76 z^3 + 230 z^2 + 76 z + 1 is a product of two such
    return symmetric(pass_from_poles({root_inside(38 + s), root_inside(38 - s)}));
}

FilterDesign detail::bspline5(const FilterSpec&) {
    const double s = std::sqrt(105.0);
    return symmetric(pass_from_poles({root_inside(13 + s), root_inside(13 - s)}));
}

namespace {

PassDesign given(const std::vector<double>& d, std::size_t order, const char* which) {
    for (double x : d)
        if (!std::isfinite(x)) refuse(std::string(which) + " coefficients must be finite numbers");
    std::vector<Complex> poles = roots(d);
    for (Complex p : poles)
        if (std::abs(p) >= largest_radius)
            refuse(std::string("the ") + which + " filter is not stable: pole " + text(p.real()) +
                   (p.imag() == 0 ? "" : (p.imag() < 0 ? " - " : " + ") + text(std::abs(p.imag())) + "i") +
                   ", magnitude " + text(std::abs(p)) + ", must lie inside the unit circle");
    poles.resize(order, 0.0);  // poles at zero do nothing: they make both passes the same order
    PassDesign pass = pass_from_poles(std::move(poles));
    for (std::size_t k = 0; k < d.size(); ++k) pass.d[k] = d[k];  // to the last bit as given
    return pass;
}

// B = b_0 + b_1 z^-1 + .. in powers of delta = 1 - z^-1: z^-k = (1 - delta)^k.
std::vector<double> in_differences(std::span<const double> b) {
    std::vector<double> differences;
    for (std::size_t k = b.size(); k-- > 0;) {
        differences.push_back(0);
        for (std::size_t j = differences.size() - 1; j > 0; --j) differences[j] -= differences[j - 1];
        differences[0] += b[k];
    }
    return differences;
}

// Sets H = B / D, as given.
void feed_forward(PassDesign& pass, std::span<const double> b, const char* which) {
    for (double x : b)
        if (!std::isfinite(x))
            refuse(std::string(which) + " feedforward coefficients must be finite numbers");
    while (b.size() > 1 && b.back() == 0) b = b.first(b.size() - 1);
    pass.gain = 1;
    if (b.size() <= 1) {
        pass.gain = (b.empty() ? 1 : b[0]) / pass.unit_gain;
        return;
    }
    pass.numerator = in_differences(b);
    std::vector<double> monic;
    for (std::size_t k = pass.numerator.size() - 1; k-- > 0;)
        monic.push_back(pass.numerator[k] / pass.numerator.back());
    pass.zeros = roots(monic);
    for (double& x : pass.numerator) x /= pass.unit_gain;
}

}  // namespace

FilterDesign detail::iir(const FilterSpec& spec) {
    const std::vector<double>& e = spec.anticausal.empty() ? spec.causal : spec.anticausal;
    const std::vector<double>& c =
        spec.anticausal_feedforward.empty() ? spec.feedforward : spec.anticausal_feedforward;
    const std::size_t reach = std::max({spec.feedforward.size(), c.size(), std::size_t(1)}) - 1;
    const std::size_t order = std::max({spec.causal.size(), e.size(), reach});
    if (spec.causal.empty()) refuse("the filter iir needs its coefficients: --causal d1,d2,..");
    const int most = reach > 0 ? max_order : max_cascade_order;
    if (int(order) > most)
        refuse("the filter iir has order " + std::to_string(order) + ": at most " + std::to_string(most) +
               (reach > 0 ? " with feedforward" : ""));
    AxisDesign axis{given(spec.causal, order, "causal"), given(e, order, "anticausal")};
    if (!spec.feedforward.empty() || !spec.anticausal_feedforward.empty()) {
        feed_forward(axis.causal, spec.feedforward, "causal");
        feed_forward(axis.anticausal, c, "anticausal");
    }
    return {axis, axis};
}

PassDesign all_pole_pass(std::vector<Complex> poles) {
    return pass_from_poles(std::move(poles));
}

void set_zeros(PassDesign& pass, std::vector<Complex> zeros, double scale) {
    std::vector<Complex> b{scale};
    for (Complex zero : zeros) {
        b.push_back(0);
        for (std::size_t k = b.size() - 1; k > 0; --k) b[k] = b[k - 1] - zero * b[k];
        b[0] *= -zero;
    }
    pass.numerator.clear();
    for (Complex x : b) pass.numerator.push_back(x.real());
    pass.zeros = std::move(zeros);
}

double gaussian_scale(double sigma, int order) {
    const std::vector<Complex> poles = van_vliet_poles(order);
    // The variance grows roughly with q^2: bisection in the logarithm of q, down to the last bit.
    double low = 1e-3, high = 4 * sigma + 1;
    for (int i = 0; i < 200; ++i) {
        const double q = std::sqrt(low * high);
        (variance(poles, q) < sigma * sigma ? low : high) = q;
    }
    return std::sqrt(low * high);
}

}  // namespace sweep
