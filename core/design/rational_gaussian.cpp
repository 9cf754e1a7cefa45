// The Gaussian by poles and zeros: g(x) is a sum of n damped exponentials of |x|, the rational approximation of
// exp(-t) on [0, inf) in t = (sigma omega)^2 / 2 whose error falls as 9.29^-n (Cody, Meinardus and Varga 1969). With
//
//     s = sigma^2 (1 - z^-1) (1 - z)        (about 2 t; 0 at z = 1, 4 sigma^2 at z = -1)
//
// each exponential r / sigma exp(-a |x| / sigma), sampled, is 2 sigma sinh(a / sigma) r / (c + s) with
// c = (2 sigma sinh(a / 2 sigma))^2, so that their sum is the quotient of two polynomials in s, whatever sigma is: in
// powers of z^-1 both would run out of digits. Each root in s is a root inside the unit circle and one outside; the
// causal pass has those inside.
//
// Its derivatives are such sums, too, of exponentials of their own: that of the first changes its sign with x, which is
// the factor (z^-1 - z) / (2 sinh(a / sigma)) in each term. They have zeros on the unit circle, z = 1 among them, which
// the two passes share out.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/design/designs.h"
#include "core/design/transfer.h"

namespace sweep {
namespace {

using Complex = std::complex<double>;
using Long = long double;
using LongComplex = std::complex<Long>;

// An exponential: its real part, twice where `a` is one of a conjugate pair.
struct Term {
    Complex a, r;
};

// g, by the method of Caratheodory and Fejer (Trefethen, Weideman and Schmelzer 2006).
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

// x exp(-x^2 / 2) for x > 0, by the least sum of errors, bench/gaussian_terms.py.
constexpr std::array<Term, 2> first_of_3{
    {{{1.3433818365148, 1.5590765790485}, {-0.9630924861342, 0.1740134186180}},
     {1.3212290687478, 1.9654536376216}}};
constexpr std::array<Term, 3> first_of_5{
    {{{1.7801554976999, 2.5252058126906}, {0.2549423836985, -0.2566759732051}},
     {{1.8071324009413, 1.2115271111775}, {-2.4567103175502, 0.9254861654561}},
     {1.8029891617039, 4.4044355174567}}};
constexpr std::array<Term, 4> first_of_7{
    {{{2.1243907219662, 3.2937158877945}, {-0.0176254682607, 0.0881615269893}},
     {{2.1735032734760, 2.0854306806049}, {0.9204408917750, -1.3164757939541}},
     {{2.1880251439908, 1.0227311406831}, {-5.7841978185031, 2.8818699484854}},
     {2.1890337816199, 9.7627813906258}}};

// (x^2 - 1) exp(-x^2 / 2), in the same way, with an integral of 0.
constexpr std::array<Term, 2> second_of_3{
    {{{1.1275503467315, 1.6452657694815}, {-1.0243343813082, -0.7224237348035}},
     {0.9941580737346, 1.1713016595266}}};
constexpr std::array<Term, 3> second_of_5{
    {{{1.6113559856123, 2.5969892360119}, {0.6813561343327, -0.0330948023393}},
     {{1.5950738704238, 1.2741240050655}, {-3.2518652991980, -0.6540808463633}},
     {1.5508817994154, 4.1445879143114}}};
constexpr std::array<Term, 4> second_of_7{
    {{{1.9821364342963, 3.3541890337049}, {-0.1677618210601, 0.1304158018875}},
     {{2.0083973945027, 2.1421981374687}, {2.7393829103598, -0.9798978483135}},
     {{1.9958572288673, 1.0623333292207}, {-9.0010912987966, 0.5738654467162}},
     {1.9808086370204, 11.8590150654835}}};

std::span<const Term> terms_of(int order, int derivative) {
    const std::span<const Term> all[3][3] = {{terms_of_3, terms_of_5, terms_of_7},
                                             {first_of_3, first_of_5, first_of_7},
                                             {second_of_3, second_of_5, second_of_7}};
    return all[derivative][(order - 3) / 2];
}

// The kernel that the terms approximate, at x >= 0 in units of sigma, not normalised.
double kernel(double x, int derivative) {
    const double g = std::exp(-0.5 * x * x);
    return derivative == 0 ? g : derivative == 1 ? x * g : (x * x - 1) * g;
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

// The sum of all terms, or of r / (c + s) for the first derivative, over their common denominator, prod (c + s).
struct Quotient {
    Polynomial numerator, denominator{1};
};
Quotient quotient_of(std::span<const Term> terms, Long sigma, int derivative) {
    std::vector<Polynomial> above, below;
    for (const Term& term : terms) {
        const LongComplex a = term.a, half = std::sinh(a / (2 * sigma)), c = 4 * sigma * sigma * half * half,
                          r = (derivative == 1 ? LongComplex(1) : 2 * sigma * std::sinh(a / sigma)) *
                              LongComplex(term.r);
        if (is_pair(term)) {
            above.push_back({2 * (r * std::conj(c)).real(), 2 * r.real()});
            below.push_back({std::norm(c), 2 * c.real(), 1});
        } else {
            above.push_back({r.real()});
            below.push_back({c.real(), 1});
        }
    }
    Quotient sum;
    for (std::size_t k = 0; k < above.size(); ++k) {
        Polynomial part = above[k];
        for (std::size_t j = 0; j < below.size(); ++j)
            if (j != k) part = product(part, below[j]);
        sum.numerator.resize(std::max(sum.numerator.size(), part.size()), 0);
        for (std::size_t i = 0; i < part.size(); ++i) sum.numerator[i] += part[i];
        sum.denominator = product(sum.denominator, below[k]);
    }
    return sum;
}

// 1 - z^-1 for the z inside the unit circle, or on it, at which s is sigma^2 w. With u = 1 - z^-1, w = -u^2 / (1 - u).
Complex inside(Complex w) {
    const Complex root = std::sqrt(w * (w - 4.0)) / 2.0;
    const bool is_larger = (w * std::conj(root)).real() >= 2 * root.real();
    return w / 2.0 + (is_larger ? root : -root);
}

// The roots of a numerator in s as values w of (1 - z^-1)(1 - z): those on the unit circle, 0 < w < 4, ascending, and
// of the others the roots inside it as values of 1 - z^-1, conjugates adjacent.
struct Roots {
    std::vector<double> on_circle;
    std::vector<Complex> inside;
};
Roots roots_of(const Polynomial& numerator, double sigma) {
    const std::size_t degree = numerator.size() - 1;
    const Long scale = std::pow(std::abs(numerator.front() / numerator.back()), 1 / Long(degree));
    std::vector<double> monic;  // of s / scale
    Long power = 1;
    for (std::size_t k = degree; k-- > 0;)
        monic.push_back(double(numerator[k] / numerator.back() / (power *= scale)));
    Roots found;
    for (const Complex root : roots(monic)) {
        const Complex w = root * double(scale) / (sigma * sigma);
        if (w.imag() == 0 && w.real() > 0 && w.real() < 4)
            found.on_circle.push_back(w.real());
        else if (w.imag() == 0)
            found.inside.push_back(inside(w).real());
        else if (w.imag() > 0)
            for (const Complex u{inside(w)}; const Complex zero : {u, std::conj(u)})
                found.inside.push_back(zero);
    }
    std::sort(found.on_circle.begin(), found.on_circle.end());
    return found;
}

void add_pair(std::vector<Complex>& zeros, double w) {
    const Complex u = inside(w);
    zeros.insert(zeros.end(), {u, std::conj(u)});
}

// With two digits, and not less than x: "2.2e-06".
std::string rounded_up(double x) {
    const double unit = std::pow(10, std::floor(std::log10(x)) - 1);
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", std::ceil(x / unit) * unit);
    return text;
}

}  // namespace

namespace {

PassDesign poles_of(std::span<const Term> terms, double sigma) {
    std::vector<Complex> poles;
    for (const Term& term : terms) {
        const Complex pole = std::exp(-term.a / sigma);
        poles.push_back(pole);
        if (is_pair(term)) poles.push_back(std::conj(pole));
    }
    return all_pole_pass(std::move(poles));
}

// What a sampled derivative makes of a constant, and the sum of its magnitudes, not normalised. Only below sigma 1 is
// the former more than rounding.
struct KernelSums {
    double sum = 0, magnitude = 0;
};
KernelSums sums_of_kernel(double sigma, int derivative) {
    KernelSums sums{kernel(0, derivative), std::abs(kernel(0, derivative))};
    for (int i = 1; i <= int(12 * sigma) + 4; ++i) {
        const double k = kernel(i / sigma, derivative);
        if (derivative != 1) sums.sum += 2 * k;
        sums.magnitude += 2 * std::abs(k);
    }
    if (std::abs(sums.sum) < 1e-6 * sums.magnitude) sums.sum = 0;
    return sums;
}

}  // namespace

PassDesign rational_gaussian(double sigma, int order) {
    const std::span<const Term> terms = terms_of(order, 0);
    PassDesign pass = poles_of(terms, sigma);
    auto [on_circle, zeros] = roots_of(quotient_of(terms, sigma, 0).numerator, sigma);
    // A Gaussian has no sign to change: such roots come in twos that rounding of the terms has taken apart, of which
    // each pass gets the pair in the middle.
    for (std::size_t k = 0; k + 1 < on_circle.size(); k += 2)
        add_pair(zeros, (on_circle[k] + on_circle[k + 1]) / 2);
    Complex at_1 = 1;
    for (const Complex& zero : zeros) at_1 *= -zero;
    set_zeros(pass, std::move(zeros), 1 / at_1.real());
    pass.numerator.front() = 1;  // a constant stays itself to the last bit
    return pass;
}

AxisDesign rational_derivative(double sigma, int order, int derivative) {
    const std::span<const Term> terms = terms_of(order, derivative);
    auto [numerator, denominator] = quotient_of(terms, sigma, derivative);
    // A constant becomes what the sampled derivative makes of it: mostly 0.
    const double sum = derivative == 2 ? sums_of_kernel(sigma, 2).sum : 0;
    if (derivative == 2) numerator[0] = sum / Long(sigma) * denominator[0];
    const bool keeps_constants = derivative == 2 && sum != 0;
    const Quotient whole{numerator, denominator};
    if (derivative == 2 && !keeps_constants) numerator.erase(numerator.begin());
    const Roots found = roots_of(numerator, sigma);

    // Those inside are zeros of both passes. The others, pairs on the circle, and z = 1 and -1 of a first derivative or
    // z = 1 twice of a second one, are shared out so that the passes have equally many:
    // then their product has no delay.
    std::vector<Complex> of_causal = found.inside, of_anticausal = found.inside;
    const bool is_odd = found.on_circle.size() % 2 == 1;
    if (!keeps_constants) {
        (is_odd ? of_anticausal : of_causal).push_back(0);
        of_anticausal.push_back(derivative == 1 ? 2 : 0);
    }
    for (std::size_t k = 0; k < found.on_circle.size(); ++k)
        add_pair(k % 2 == 0 ? of_causal : of_anticausal, found.on_circle[k]);

    AxisDesign axis{poles_of(terms, sigma), poles_of(terms, sigma)};
    set_zeros(axis.causal, of_causal, 1);
    set_zeros(axis.anticausal, of_anticausal, 1);
    // Their scale, from the response near its peak: the terms' quotient, by the sum of the sampled Gaussian.
    const double omega = std::sqrt(double(derivative)) / std::max(sigma, 1.0), half = 2 * std::sin(omega / 2);
    const Long s = Long(sigma) * sigma * half * half;
    Long above = 0, below = 0;
    for (auto c = whole.numerator.rbegin(); c != whole.numerator.rend(); ++c) above = above * s + *c;
    for (auto c = whole.denominator.rbegin(); c != whole.denominator.rend(); ++c) below = below * s + *c;
    const double quotient = double(above / below);
    const Complex response = derivative == 1 ? Complex(0, 2 * std::sin(omega)) * sigma * sigma * quotient
                                             : Complex(sigma * quotient);
    const Complex wanted = response / (std::pow(sigma, derivative) * sums_of_kernel(sigma, 0).sum);
    const double causal = 1 / std::abs(transfer(axis.causal, omega));
    const double anticausal = (wanted / (causal * transfer(axis, true, omega))).real();
    set_zeros(axis.causal, std::move(of_causal), causal);
    set_zeros(axis.anticausal, std::move(of_anticausal), anticausal);
    return axis;
}

double rational_gaussian_error(double sigma, int order, int derivative) {
    // A Gaussian of this sigma is sampled so finely that the distance no longer depends on it.
    const double s = std::min(sigma, 64.0);
    const std::span<const Term> terms = terms_of(order, derivative);
    std::vector<double> h, d;
    std::vector<Complex> steps, values;
    for (const Term& term : terms) {
        steps.push_back(std::exp(-term.a / s));
        values.push_back((is_pair(term) ? 2.0 : 1.0) * term.r);
    }
    double sum_h = 0, sum_d = 0, magnitude = 0;
    for (int i = 0; i <= int(16 * s) + 4; ++i) {
        double value = 0;
        for (std::size_t k = 0; k < values.size(); ++k) {
            value += values[k].real();
            values[k] *= steps[k];
        }
        h.push_back(derivative == 1 && i == 0 ? 0 : value);
        d.push_back(kernel(i / s, derivative));
        const double times = i == 0 ? 1 : 2;
        sum_h += times * h.back();
        sum_d += times * d.back();
        magnitude += times * std::abs(d.back());
    }
    // The Gaussian has the sum 1, which all terms have a part in; a constant that a derivative would leave is spread.
    const double of_h = derivative == 0 ? sum_h : magnitude, of_d = derivative == 0 ? sum_d : magnitude;
    double distance = derivative == 2 ? std::abs(sum_h - sum_d) / magnitude : 0;
    for (std::size_t i = 0; i < h.size(); ++i)
        distance += (i == 0 ? 1 : 2) * std::abs(h[i] / of_h - d[i] / of_d);
    return distance;
}

int rational_gaussian_order(double sigma, double accuracy, int derivative) {
    double least = 0;
    for (const int order : {3, 5, 7}) {
        least = rational_gaussian_error(sigma, order, derivative);
        if (least <= accuracy) return order;
    }
    char asked[48];
    std::snprintf(asked, sizeof asked, "accuracy %.3g at sigma %g", accuracy, sigma);
    throw Error(ExitCode::usage, std::string(asked) + " is beyond the Gaussians here: --accuracy " +
                                     rounded_up(least) + " is the least");
}

}  // namespace sweep
