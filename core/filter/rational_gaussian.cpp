// The Gaussian by poles and zeros: g(x) is a sum of n damped exponentials of |x|, the rational approximation of
// exp(-t) on [0, inf) in t = (sigma omega)^2 / 2 whose error falls as 9.29^-n (Cody, Meinardus and Varga 1969). With
//
//     s = sigma^2 (1 - z^-1) (1 - z)        (about 2 t; 0 at z = 1, 4 sigma^2 at z = -1)
//
// each exponential r / sigma exp(-a |x| / sigma), sampled, is 2 sigma sinh(a / sigma) r / (c + s) with
// c = (2 sigma sinh(a / 2 sigma))^2, so that their sum is the quotient of two polynomials in s, whatever sigma is: in
// powers of z^-1 both would run out of digits. Each root in s is a root inside the unit circle and one outside; the
// causal pass has those inside.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/filter/designs.h"

namespace sweep {
namespace {

using Complex = std::complex<double>;
using Long = long double;
using LongComplex = std::complex<Long>;

// An exponential: its real part, twice where `a` is one of a conjugate pair.
struct Term {
    Complex a, r;
};

// By the method of Caratheodory and Fejer (Trefethen, Weideman and Schmelzer 2006).
constexpr std::array<Term, 2> terms_of_3{
    {{{1.6177048818644, 1.4901777161049}, {-0.2444029863274, 0.1984664565316}},
     {1.6545714981292, 0.8967576482061}}};
constexpr std::array<Term, 3> terms_of_5{
    {{{1.9976153864474, 2.4636317063888}, {0.0220112788909, -0.0790775871630}},
     {{2.0584390218703, 1.1644662548879}, {-0.6103492767062, 0.5290115057050}},
     {2.0762534958105, 1.5758261834576}}};
constexpr std::array<Term, 4> terms_of_7{
    {{{2.3100327569879, 3.2384724177482}, {0.0049471922061, 0.0157817114095}},
     {{2.3791005143232, 2.0359032546770}, {0.0653488023818, -0.3669790249942}},
     {{2.4143009171963, 0.9911893259570}, {-1.3526099669950, 1.2016490657229}},
     {2.4253234392852, 2.9635740802759}}};

std::span<const Term> terms_of(int order) {
    switch (order) {
        case 3:
            return terms_of_3;
        case 5:
            return terms_of_5;
        default:
            return terms_of_7;
    }
}

bool is_pair(const Term& term) {
    return term.a.imag() != 0;
}

// A polynomial in s, its constant first.
using Polynomial = std::vector<Long>;

Polynomial product(const Polynomial& a, const Polynomial& b) {
    Polynomial c(a.size() + b.size() - 1, 0);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
    return c;
}

// The numerator of the sum of all terms over their common denominator, prod (c + s).
Polynomial numerator_of(std::span<const Term> terms, Long sigma) {
    std::vector<Polynomial> above, below;
    for (const Term& term : terms) {
        const LongComplex a = term.a, half = std::sinh(a / (2 * sigma)), c = 4 * sigma * sigma * half * half,
                          r = 2 * sigma * std::sinh(a / sigma) * LongComplex(term.r);
        if (is_pair(term)) {
            above.push_back({2 * (r * std::conj(c)).real(), 2 * r.real()});
            below.push_back({std::norm(c), 2 * c.real(), 1});
        } else {
            above.push_back({r.real()});
            below.push_back({c.real(), 1});
        }
    }
    Polynomial sum;
    for (std::size_t k = 0; k < above.size(); ++k) {
        Polynomial part = above[k];
        for (std::size_t j = 0; j < below.size(); ++j)
            if (j != k) part = product(part, below[j]);
        sum.resize(std::max(sum.size(), part.size()), 0);
        for (std::size_t i = 0; i < part.size(); ++i) sum[i] += part[i];
    }
    return sum;
}

// 1 - z^-1 for the z inside the unit circle, or on it, at which s is sigma^2 w. With u = 1 - z^-1, w = -u^2 / (1 - u).
Complex inside(Complex w) {
    const Complex root = std::sqrt(w * (w - 4.0)) / 2.0;
    const bool is_larger = (w * std::conj(root)).real() >= 2 * root.real();
    return w / 2.0 + (is_larger ? root : -root);
}

// The zeros as values of 1 - z^-1. A positive s below 4 sigma^2 is on the unit circle, z and its conjugate, and a
// Gaussian has no sign to change there: such roots come in twos that rounding of the terms has taken apart, of which
// each pass gets the pair in the middle.
std::vector<Complex> zeros_of(const Polynomial& numerator, double sigma) {
    const std::size_t degree = numerator.size() - 1;
    const Long scale = std::pow(std::abs(numerator.front() / numerator.back()), 1 / Long(degree));
    std::vector<double> monic;  // of s / scale
    Long power = 1;
    for (std::size_t k = degree; k-- > 0;)
        monic.push_back(double(numerator[k] / numerator.back() / (power *= scale)));
    std::vector<Complex> zeros;
    std::vector<double> on_circle;
    for (const Complex root : roots(monic)) {
        const Complex w = root * double(scale) / (sigma * sigma);
        if (w.imag() == 0 && w.real() > 0 && w.real() < 4)
            on_circle.push_back(w.real());
        else if (w.imag() == 0)
            zeros.push_back(inside(w).real());
        else if (w.imag() > 0)
            for (const Complex u{inside(w)}; const Complex zero : {u, std::conj(u)}) zeros.push_back(zero);
    }
    std::sort(on_circle.begin(), on_circle.end());
    for (std::size_t k = 0; k + 1 < on_circle.size(); k += 2) {
        const Complex u = inside((on_circle[k] + on_circle[k + 1]) / 2);
        zeros.insert(zeros.end(), {u, std::conj(u)});
    }
    return zeros;
}

// With two digits, and not less than x: "2.2e-06".
std::string rounded_up(double x) {
    const double unit = std::pow(10, std::floor(std::log10(x)) - 1);
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", std::ceil(x / unit) * unit);
    return text;
}

}  // namespace

PassDesign rational_gaussian(double sigma, int order) {
    const std::span<const Term> terms = terms_of(order);
    std::vector<Complex> poles;
    for (const Term& term : terms) {
        const Complex pole = std::exp(-term.a / sigma);
        poles.push_back(pole);
        if (is_pair(term)) poles.push_back(std::conj(pole));
    }
    PassDesign pass = all_pole_pass(std::move(poles));
    std::vector<Complex> zeros = zeros_of(numerator_of(terms, sigma), sigma);
    Complex at_1 = 1;
    for (const Complex& zero : zeros) at_1 *= -zero;
    set_zeros(pass, std::move(zeros), 1 / at_1.real());
    pass.numerator.front() = 1;  // a constant stays itself to the last bit
    return pass;
}

double rational_gaussian_error(double sigma, int order) {
    // A Gaussian of this sigma is sampled so finely that the distance no longer depends on it.
    const double s = std::min(sigma, 64.0);
    const std::span<const Term> terms = terms_of(order);
    std::vector<double> h, g;
    std::vector<Complex> steps, values;
    for (const Term& term : terms) {
        steps.push_back(std::exp(-term.a / s));
        values.push_back((is_pair(term) ? 2.0 : 1.0) * term.r);
    }
    double sum_h = 0, sum_g = 0;
    for (int i = 0; i <= int(16 * s) + 4; ++i) {
        double value = 0;
        for (std::size_t k = 0; k < values.size(); ++k) {
            value += values[k].real();
            values[k] *= steps[k];
        }
        h.push_back(value);
        g.push_back(std::exp(-0.5 * (i / s) * (i / s)));
        sum_h += (i == 0 ? 1 : 2) * h.back();
        sum_g += (i == 0 ? 1 : 2) * g.back();
    }
    double distance = 0;
    for (std::size_t i = 0; i < h.size(); ++i)
        distance += (i == 0 ? 1 : 2) * std::abs(h[i] / sum_h - g[i] / sum_g);
    return distance;
}

int rational_gaussian_order(double sigma, double accuracy) {
    double least = 0;
    for (const int order : {3, 5, 7}) {
        least = rational_gaussian_error(sigma, order);
        if (least <= accuracy) return order;
    }
    char asked[48];
    std::snprintf(asked, sizeof asked, "accuracy %.3g at sigma %g", accuracy, sigma);
    throw Error(ExitCode::usage, std::string(asked) + " is beyond the Gaussians here: --accuracy " +
                                     rounded_up(least) + " is the least");
}

}  // namespace sweep
